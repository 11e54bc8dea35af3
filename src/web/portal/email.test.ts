import { expect, test } from 'vitest';
import { z } from 'zod';
import { EMAIL, isEmail } from './email.ts';

test('an email address is what the server takes as one', () => {
  expect(EMAIL.source).toBe(z.regexes.email.source.replaceAll('\\-', '-'));
  expect([' ada@demo.test ', "o'neil+1@mail.demo.test"].every(isEmail)).toBe(true);
  expect(['', 'ada', 'a@b', 'a@b.c', 'a..b@demo.test', 'ä@demo.test', 'a b@demo.test'].some(isEmail)).toBe(false);
});
