import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldWords } from '#core/field-words.ts';

const Kind = z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]);

test.each([
  [z.string().trim().min(1), ' ', 'Must not be empty.'],
  [z.string(), null, 'Must not be empty.'],
  [z.string(), undefined, 'Must not be empty.'],
  [z.string().min(8), 'short', 'At least 8 characters.'],
  [z.string().max(2), 'long', 'At most 2 characters.'],
  [z.email(), 'nobody', 'Must be a valid email.'],
  [z.url(), 'nowhere', 'Must be a valid URL.'],
  [z.number(), undefined, 'Must provide a number.'],
  [z.number(), null, 'Must provide a number.'],
  [z.number(), Number.NaN, 'Must provide a number.'],
  [z.number(), 'twelve', 'Must be a number.'],
  [z.coerce.number(), 'twelve', 'Must be a number.'],
  [z.number().int(), 1.5, 'Must be a whole number.'],
  [z.number().min(0), -1, 'Must be zero or a positive number.'],
  [z.number().positive(), 0, 'Must be a positive number.'],
  [z.number().min(1), 0, 'At least 1.'],
  [z.number().max(9), 10, 'At most 9.'],
  [z.array(z.string()).min(1), [], 'Choose at least one.'],
  [z.enum(['a', 'b']), 'c', 'c: cannot be converted to enum.'],
  [z.enum(['a', 'b']), undefined, 'Must not be empty.'],
  [Kind, { kind: 'c' }, 'c: cannot be converted to enum.'],
  [Kind, { kind: 5 }, '5: cannot be converted to enum.'],
  [Kind, {}, 'Must not be empty.'],
  [z.enum(['a', 'b']), 5, '5: cannot be converted to enum.'],
  [z.string(), 5, 'Must be text.'],
  [z.array(z.string()), 'a', 'Must be a list.'],
  [z.object({}), 'a', 'Must be an object.'],
  [z.boolean(), 'a', 'Must be true or false.'],
  [z.iso.datetime(), 'yesterday', 'Invalid Date'],
  [z.iso.date(), 'yesterday', 'Invalid Date'],
  [z.uuid(), 'a', "Isn't valid."],
  [z.string().min(1, 'Subject is required.'), '', 'Subject is required.'],
])('%# is told in the shared words', (schema, value, words) => {
  const { error } = z.safeParse(schema, value, { error: fieldWords });
  expect(error?.issues.map(({ message }) => message)).toEqual([words]);
});
