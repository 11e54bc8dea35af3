import type { FieldWords } from '#core/claims/field-answers.ts';
import { t } from './texts.ts';

/** What is wrong with the answer to a custom field. */
export const FIELD_WORDS: FieldWords = {
  empty: () => t('field.empty'),
  long: (most) => t('field.long', { most }),
  number: () => t('field.number'),
  date: () => t('field.date'),
  option: () => t('field.option'),
  options: () => t('field.options'),
};
