import { describe, expect, test } from 'vitest';
import { claimLedger } from '#core/claims/claim-money.ts';
import { approveLine } from '#core/claims/approve.ts';
import {
  claimOf,
  lineOf,
  NOW,
  orderOf,
  paymentOf,
  selectionOf,
  settingsOf,
  variantOf,
} from '#core/claims/test-data.ts';
import { bonusOf } from '#core/settings/settings.fixture.ts';

const order = orderOf([
  lineOf({ idFromPlatform: 'a', unitListPrice: 6000, paidTotal: 6000 }),
  lineOf({ idFromPlatform: 'b', name: 'Scarf', unitListPrice: 2500, paidTotal: 2500 }),
]);
const around = {
  settings: settingsOf({ paymentProvider: 'stripe', variantExchangePricing: 'PAYMENT', ...bonusOf(1000) }),
  variants: new Map([['product-1', [variantOf({ price: 7500 })]]]),
};

const payment = paymentOf({ amount: 2000 });

/** The balance of the claim with a return fee of $5.00 once every line is approved. */
function balanceOf(selections: Parameters<typeof selectionOf>[0][]) {
  const claim = { ...claimOf(order, { ...around, payment, selections: selections.map(selectionOf) }), feeApplied: 500 };
  const approved = claim.lines.reduce((one, { id }) => approveLine(one, id, {}, NOW).claim, claim);
  return claimLedger({ ...approved, payments: [] }).balance;
}

describe('the worked example of docs/decisions/0005-money-of-a-claim.md', () => {
  const exchange = { method: 'variantExchange', variantIdFromPlatform: 'variant-2' } as const;
  const giftCard = { lineIdFromPlatform: 'b', method: 'giftCard' } as const;

  test('a returned scarf pays the difference and the fee; the rest is a gift card with a bonus', () =>
    expect(balanceOf([exchange, giftCard])).toBe(550));

  test('without the scarf the shopper pays the difference and the fee', () =>
    expect(balanceOf([exchange])).toBe(-2000));
});
