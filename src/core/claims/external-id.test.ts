import { expect, test } from 'vitest';
import { externalIdOf, isRegistrationId } from '#core/claims/external-id.ts';

test('the number of an order that stands for a registration is told from any other', () => {
  expect(isRegistrationId(externalIdOf('Registration', Uint8Array.of(255, 1, 7, 90, 3)))).toBe(true);
  for (const other of [externalIdOf('Return', Uint8Array.of(1, 2, 3, 4, 5)), '#1001', 'G-1', 'G-1234567U'])
    expect(isRegistrationId(other)).toBe(false);
});
