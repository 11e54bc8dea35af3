import { expect, test } from 'vitest';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { denyLine } from '#core/claims/resolution.ts';
import { claimOf, lineOf, NOW, orderOf, selectionOf, settingsOf, variantOf } from '#core/claims/test-data.ts';

test('reserved stock is released when every item is denied', () => {
  const order = orderOf([lineOf({ idFromPlatform: 'a' })]);
  const settings = settingsOf({ variantExchangePricing: 'PAYMENT_AND_PARTIAL_REFUND' });
  const variants = new Map([['product-1', [variantOf({ price: 1000 })]]]);
  const exchange = selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' });
  const asked = claimOf(order, { settings, variants, selections: [exchange] });
  const lines = [{ variantIdFromPlatform: 'variant-2', quantity: 1 }];
  const reserved = { ...asked, reservation: { state: 'held' as const, expiresOn: NOW, lines } };
  const denied = denyLine(reserved, 1, 'Wrong_Item', '', NOW).claim;
  const { claim, effects } = finalizeClaim(denied, order, { policy: settings, email: null }, NOW);
  expect(claim.reservation?.state).toBe('released');
  expect(effects).toMatchObject([{ kind: 'releaseStock', payload: { reservedBy: 'reserveStock:claim:7' } }]);
});
