import { expect, test } from 'vitest';
import { SUBSCRIPTION_WORDS, subscriptionEnd } from '#core/stores/subscription.ts';

const now = new Date('2026-03-01T12:00:00Z');

test.each([
  ['9999-12-31T00:00:00Z', { state: 'running' }],
  ['2026-03-15T12:00:01Z', { state: 'running' }],
  ['2026-03-15T12:00:00Z', { state: 'expiring', days: 14 }],
  ['2026-03-02T12:00:00Z', { state: 'expiring', days: 1 }],
  ['2026-03-01T12:00:01Z', { state: 'expiring', days: 1 }],
  ['2026-03-01T12:00:00Z', { state: 'expired' }],
  ['2025-01-01T00:00:00Z', { state: 'expired' }],
  ['nonsense', { state: 'expired' }],
])('an end on %s', (endDate, end) => expect(subscriptionEnd({ endDate }, now)).toEqual(end));

test('a store that never agreed to be billed has expired', () =>
  expect(subscriptionEnd(null, now)).toEqual({ state: 'expired' }));

test('the words ask for something exactly where something can be done (C8.14)', () => {
  const asking = Object.entries(SUBSCRIPTION_WORDS).filter(([, words]) => words.isActionNeeded);
  expect(asking.map(([status]) => status)).toEqual(['pending', 'expired', 'declined', 'cancelled']);
  for (const words of Object.values(SUBSCRIPTION_WORDS))
    expect(words.message.endsWith('Action needed.')).toBe(words.isActionNeeded);
});
