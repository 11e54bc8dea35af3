import { customFieldKey, type Facts } from '#core/automations/facts.ts';
import { choicesOf } from '#core/claims/field-answers.ts';
import type { FieldAnswer } from '#core/claims/field-shapes.ts';

const CUSTOM_FIELD = /^\d+$/;

/** Answers to custom fields, as rules are asked about them; of a field with several answers, the last one. */
export const answerFacts = (answers: readonly FieldAnswer[]): Facts =>
  Object.fromEntries(
    answers
      .filter(({ id }) => CUSTOM_FIELD.test(id))
      .map(({ id, valueType, value }) => [
        customFieldKey(Number(id)),
        valueType === 'MultiSelect' ? choicesOf(value) : value,
      ]),
  );
