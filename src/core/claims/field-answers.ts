import type { AskedField, FieldAnswer, FieldValues } from '#core/claims/field-shapes.ts';
import { isDay } from '#core/dates.ts';

const MOST_CHARACTERS = 2000;

/** What a field may be answered with, of the kinds that offer a choice. */
export const optionsOf = ({ options }: Pick<AskedField, 'options'>): string[] =>
  options
    .split(',')
    .map((option) => option.trim())
    .filter((option) => option !== '');

/** The choices of a MultiSelect answer. */
export const choicesOf = (value: string): string[] => optionsOf({ options: value });

/** Values by the id of their field. */
export const valuesById = (given: FieldValues): Record<string, string> =>
  Object.fromEntries(given.map(({ id, value }) => [id, value]));

/** The custom fields with these numbers, in their order. */
export const fieldsWithIds = (fields: readonly AskedField[], customFieldIds: readonly number[]): AskedField[] =>
  customFieldIds.flatMap((id) => fields.find((field) => field.id === String(id)) ?? []);

type Values = Readonly<Record<string, string>>;
function valueOf(values: Values, { id, valueType }: AskedField): string {
  const value = Object.hasOwn(values, id) ? (values[id] ?? '') : '';
  return valueType === 'MultiSelect' ? choicesOf(value).join(',') : value.trim();
}

/** What is said of a wrong answer. */
export type FieldWords = Readonly<{
  empty: () => string;
  long: (most: number) => string;
  number: () => string;
  date: () => string;
  option: () => string;
  options: () => string;
}>;
const ENGLISH: FieldWords = {
  empty: () => 'Must not be empty.',
  long: (most) => `At most ${most} characters.`,
  number: () => 'Must be a number.',
  date: () => 'Must be a date.',
  option: () => 'Choose one of the options.',
  options: () => 'Choose one or more of the options.',
};

/** The text of everything wrong in the answers, by field id. */
export const fieldProblems = (
  fields: readonly AskedField[],
  values: Values,
  words: FieldWords = ENGLISH,
): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const problem = problemOf(field, valueOf(values, field), words);
      return problem === null ? [] : [[field.id, problem]];
    }),
  );

/** The answers with their questions; what is empty, not valid or not asked is none. */
export const answersTo = (fields: readonly AskedField[], values: Values): FieldAnswer[] =>
  fields.flatMap((field) => {
    const value = valueOf(values, field);
    return value === '' || problemOf(field, value, ENGLISH) !== null ? [] : [{ ...field, value }];
  });

function problemOf(field: AskedField, value: string, words: FieldWords): string | null {
  if (value === '') return field.required ? words.empty() : null;
  switch (field.valueType) {
    case 'Text':
      return value.length > MOST_CHARACTERS ? words.long(MOST_CHARACTERS) : null;
    case 'Number':
      return /^[-+]?\d+([.]\d+)?$/.test(value) ? null : words.number();
    case 'Date':
      return isDay(value) ? null : words.date();
    case 'Select':
      return optionsOf(field).includes(value) ? null : words.option();
    case 'MultiSelect':
      return choicesOf(value).every((choice) => optionsOf(field).includes(choice)) ? null : words.options();
  }
}
