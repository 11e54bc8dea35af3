import { expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import type { Claim } from '#core/claims/claim.ts';
import { concernsLine } from '#core/effects/kinds.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { claimOf, lineOf, NOW, orderOf, selectionOf, settingsOf, variantOf } from '#core/claims/test-data.ts';
import { withoutEmails } from '#core/emails/worded.fixture.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a' }), lineOf({ idFromPlatform: 'b' })]);
const settings = settingsOf({ isShopNowEnabled: true, variantExchangePricing: 'PAYMENT_AND_PARTIAL_REFUND' });
const variants = new Map([['product-1', [variantOf({ price: 400 })]]]);
const plain = selectionOf({ lineIdFromPlatform: 'b', method: 'giftCard' });

/** Numbers of the lines each step is for, when everything is approved as asked for. */
function linesByKind(asked: Claim): Record<string, number[]> {
  const approved = asked.lines.reduce((claim, { id }) => approveLine(claim, id, {}, NOW).claim, asked);
  const { claim, effects } = finalizeClaim(approved, order, { policy: settings, email: null }, NOW);
  return Object.fromEntries(
    withoutEmails(effects).map((effect) => [
      effect.kind,
      claim.lines.filter((line) => concernsLine(effect, line)).map(({ id }) => id),
    ]),
  );
}

test('what is left of an exchange is for its line, though no units come back with the money', () => {
  const exchange = selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' });
  const asked = claimOf(order, { settings, variants, selections: [exchange, plain] });
  expect(linesByKind(asked)).toMatchObject({ exchangeOrder: [1], refund: [1], giftCard: [2] });
});

test('what is bought with a credit is for the lines the credit comes from', () => {
  const shopNowItems = [{ productIdFromPlatform: 'product-1', variantIdFromPlatform: 'variant-2', quantity: 1 }];
  const asked = claimOf(order, {
    settings,
    variants,
    selections: [selectionOf({ isShopNow: true }), plain],
    shopNowItems,
  });
  expect(linesByKind(asked)).toMatchObject({ exchangeOrder: [1], giftCard: [2] });
});
