import type { z } from 'zod';

/**
 * What is wrong with a field, in the words of C5.14 and C8.01, where its schema says nothing of its own: for every
 * check of what people and callers sent. Undefined leaves it to zod.
 */
export const fieldWords: z.core.$ZodErrorMap = (issue) => {
  const isMissing = issue.input === undefined || issue.input === null;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'number')
        return isMissing || isEmptyNumber(issue) ? 'Must provide a number.' : 'Must be a number.';
      if (issue.expected === 'int') return 'Must be a whole number.';
      return isMissing ? 'Must not be empty.' : `Must be ${TYPES[issue.expected] ?? 'something else'}.`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return `At most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}.`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? "Isn't valid.";
    case 'invalid_value':
      return isMissing ? 'Must not be empty.' : (notInList(issue.input) ?? "Isn't valid.");
    case 'invalid_union':
      return typeof issue.discriminator === 'string'
        ? (notInList(partOf(issue.input, issue.discriminator)) ?? 'Must not be empty.')
        : "Isn't valid.";
    case 'unrecognized_keys':
      return undefined;
    default:
      return "Isn't valid.";
  }
};

/** What a form has for a number that was cleared; an address has it for a text that is no number. */
const isEmptyNumber = ({ input, inst }: z.core.$ZodRawIssue): boolean =>
  Number.isNaN(input) && !(inst !== undefined && 'coerce' in inst._zod.def);

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (origin === 'string') return minimum === 1 ? 'Must not be empty.' : `At least ${minimum} characters.`;
  if (origin === 'array' && minimum === 1) return 'Choose at least one.';
  if (minimum === 0) return inclusive === false ? 'Must be a positive number.' : 'Must be zero or a positive number.';
  return `At least ${minimum}.`;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
};
const FORMATS: Readonly<Record<string, string>> = {
  email: 'Must be a valid email.',
  url: 'Must be a valid URL.',
  date: 'Invalid Date',
  datetime: 'Invalid Date',
};

const notInList = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? `${String(value)}: cannot be converted to enum.` : undefined;

const partOf = (input: unknown, name: string): unknown =>
  typeof input === 'object' && input !== null ? new Map<string, unknown>(Object.entries(input)).get(name) : undefined;
