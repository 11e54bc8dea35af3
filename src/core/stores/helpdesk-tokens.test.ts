import { expect, test } from 'vitest';
import { daysToRenew } from '#core/stores/helpdesk-tokens.ts';

test.each([
  ['2026-12-05T12:00:00.001Z', null],
  ['2026-12-05T12:00:00Z', 14],
  ['2026-11-22T11:00:00Z', 0],
  ['2026-11-21T11:00:00Z', -1],
])('a token good until %s has %s days to be renewed', (expiresOn, days) => {
  expect(daysToRenew(expiresOn, Date.parse('2026-11-21T12:00:00Z'))).toBe(days);
});
