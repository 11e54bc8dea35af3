import { expect, test } from 'vitest';
import { seal, unseal } from '#server/stores/seal.ts';

const SECRET = 'a secret of at least thirty-two characters';

test('what is sealed opens again, and looks different each time', () => {
  const [one, other] = [seal(SECRET, '1/shopify', 'token'), seal(SECRET, '1/shopify', 'token')];
  expect(one).not.toBe(other);
  expect([unseal(SECRET, '1/shopify', one), unseal(SECRET, '1/shopify', other)]).toEqual(['token', 'token']);
});

test('it does not open altered, for another store, or with another secret', () => {
  const sealed = seal(SECRET, '1/shopify', 'token');
  const bytes = Buffer.from(sealed, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => unseal(SECRET, '1/shopify', bytes.toString('base64'))).toThrow();
  expect(() => unseal(SECRET, '2/shopify', sealed)).toThrow();
  expect(() => unseal(`${SECRET}!`, '1/shopify', sealed)).toThrow();
});
