import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { law } from '#core/law.fixture.ts';
import { answersTo, choicesOf, fieldProblems, fieldsWithIds, optionsOf } from '#core/claims/field-answers.ts';
import { FieldAnswer, FieldType, hasOptions, type AskedField } from '#core/claims/field-shapes.ts';

const field = (changes: Partial<AskedField> = {}): AskedField => ({
  id: '1',
  displayName: 'Color',
  description: '',
  options: '',
  valueType: 'Text',
  required: false,
  ...changes,
});

test('fields are asked in the order in which rules name them; one the store no longer has is not', () => {
  const fields = [field({ id: '1' }), field({ id: '2' }), field({ id: '3' })];
  expect(fieldsWithIds(fields, [3, 9, 1]).map(({ id }) => id)).toEqual(['3', '1']);
});

test('commas alone choose nothing', () => {
  const asked = field({ valueType: 'MultiSelect', options: 'Red, Blue', required: true });
  expect(fieldProblems([asked], { 1: ' , ' })).toEqual({ 1: 'Must not be empty.' });
  expect(answersTo([{ ...asked, required: false }], { 1: ' , ' })).toEqual([]);
});

test('a name that every object has is no answer', () => {
  const asked = field({ id: 'constructor', required: true });
  expect(fieldProblems([asked], {})).toEqual({ constructor: 'Must not be empty.' });
});

describe('law', () => {
  const OPTIONS = ['Red', 'Light blue', '2026-02-28', '12'];
  const anyText = fc.constantFrom('', ' ', ...OPTIONS, 'Red,12', 'Red, 12 ,', '2026-02-30', '-1.5', 'constructor', ',');
  const anyFields = fc
    .array(
      fc.record({
        valueType: fc.constantFrom(...FieldType.options),
        required: fc.boolean(),
        options: fc.subarray(OPTIONS, { minLength: 1 }).map((some) => some.join(', ')),
      }),
      { maxLength: 6 },
    )
    .map((all) => all.map((one, index) => field({ ...one, id: String(index + 1) })));
  const anyValues = fc.dictionary(fc.constantFrom('1', '2', '3', '4', '5', '6', '99', 'smell'), anyText);

  test('what is kept was asked and fits, and asking it again finds nothing wrong', () => {
    fc.assert(
      fc.property(anyFields, anyValues, (fields, values) => {
        const answers = answersTo(fields, values);
        for (const answer of answers) {
          const { value, ...asked } = FieldAnswer.parse(answer);
          expect(fields).toContainEqual(asked);
          if (hasOptions(asked))
            for (const choice of asked.valueType === 'Select' ? [value] : choicesOf(value))
              expect(optionsOf(asked)).toContain(choice);
        }
        const kept = Object.fromEntries(answers.map(({ id, value }) => [id, value]));
        expect(answersTo(fields, kept)).toEqual(answers);
        expect(Object.values(fieldProblems(fields, kept)).every((text) => text === 'Must not be empty.')).toBe(true);
      }),
      law(4000),
    );
  });

  test('a field is wrong exactly where it is not answered well, and either required or answered', () => {
    fc.assert(
      fc.property(anyFields, anyValues, (fields, values) => {
        const problems = fieldProblems(fields, values);
        const answered = new Set(answersTo(fields, values).map(({ id }) => id));
        for (const { id, required, valueType } of fields) {
          const given = values[id] ?? '';
          const isGiven = (valueType === 'MultiSelect' ? given.replaceAll(',', '') : given).trim() !== '';
          expect(id in problems).toBe(!answered.has(id) && (required || isGiven));
        }
      }),
      law(4000),
    );
  });
});
