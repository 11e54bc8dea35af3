import { choicesOf } from '#core/claims/field-answers.ts';
import type { FieldAnswer } from '#core/claims/field-shapes.ts';
import { dayText } from '../../../ui/relative-date.ts';

/** An answer to a question about an item; nothing once the customer's data was erased. */
export function answerText({ valueType, value }: Pick<FieldAnswer, 'valueType' | 'value'>): string {
  if (value === '') return '–';
  if (valueType === 'Date') return dayText(value);
  return valueType === 'MultiSelect' ? choicesOf(value).join(', ') : value;
}
