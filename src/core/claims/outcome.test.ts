import { expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import {
  claimOf,
  type InputChanges,
  lineOf,
  NOW,
  orderOf,
  POLICY,
  selectionOf,
  settingsOf,
} from '#core/claims/test-data.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a' })]);
const asked = { selections: [selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' })] };
const settings = { isReturnProcessApiEnabled: true } as const;

function exchangedBy(changes: InputChanges, policy = POLICY): { kinds: string[]; isReturned: boolean | undefined } {
  const claim = approveLine(claimOf(order, { ...asked, settings, ...changes }), 1, {}, NOW).claim;
  const { claim: done, effects } = finalizeClaim(claim, order, { policy, email: null }, NOW);
  const kinds = effects.map(({ kind }) => kind).filter((kind) => kind === 'returnExchange' || kind === 'exchangeOrder');
  return { kinds, isReturned: done.lines[0]?.isReturnedAtPlatform };
}

test('an exchange goes on the original order only where the platform can do it as it is meant', () => {
  const original = { kinds: ['returnExchange'], isReturned: true };
  const ownOrder = { kinds: ['exchangeOrder'], isReturned: false };
  expect(exchangedBy({})).toEqual(original);
  expect(exchangedBy({ storeCurrencyCode: 'USD' })).toEqual(original);
  expect(exchangedBy({ storeCurrencyCode: 'EUR' })).toEqual(ownOrder);
  expect(exchangedBy({}, settingsOf({ inventoryHandling: 'doNotDecrement' }))).toEqual(ownOrder);
});
