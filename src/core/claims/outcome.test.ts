import { expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import type { OutcomePolicy } from '#core/claims/outcome.ts';
import { claimOf, lineOf, NOW, orderOf, selectionOf, settingsOf } from '#core/claims/test-data.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a' })]);
const claim = approveLine(
  claimOf(order, { selections: [selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' })] }),
  1,
  {},
  NOW,
).claim;
const onOriginal = settingsOf({ exchangeOrderType: 'platformReturn' });

function exchangedBy(policy: OutcomePolicy): { kinds: string[]; isReturned: boolean | undefined } {
  const { claim: done, effects } = finalizeClaim(claim, order, { policy, email: null }, NOW);
  const kinds = effects.map(({ kind }) => kind).filter((kind) => kind === 'returnExchange' || kind === 'exchangeOrder');
  return { kinds, isReturned: done.lines[0]?.isReturnedAtPlatform };
}

test('an exchange goes on the original order only where the platform can do it as it is meant', () => {
  const original = { kinds: ['returnExchange'], isReturned: true };
  const ownOrder = { kinds: ['exchangeOrder'], isReturned: false };
  expect(exchangedBy(onOriginal)).toEqual(original);
  expect(exchangedBy({ ...onOriginal, storeCurrencyCode: 'USD' })).toEqual(original);
  expect(exchangedBy({ ...onOriginal, storeCurrencyCode: 'EUR' })).toEqual(ownOrder);
  expect(exchangedBy({ ...onOriginal, inventoryHandling: 'doNotDecrement' })).toEqual(ownOrder);
});
