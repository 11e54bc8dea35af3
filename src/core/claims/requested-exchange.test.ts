import { expect, test } from 'vitest';
import { approveLine, revertLine } from '#core/claims/approve.ts';
import { claimLedger } from '#core/claims/claim-money.ts';
import { cancelLine } from '#core/claims/cancel.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { wantedItem } from '#core/claims/exchange.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { denyLine } from '#core/claims/resolution.ts';
import { claimOf, lineOf, NOW, orderOf, POLICY, selectionOf, settingsOf, variantOf } from '#core/claims/test-data.ts';
import { shopperView } from '#core/claims/shopper-view.ts';

const bought = lineOf({ idFromPlatform: 'a' });
const order = orderOf([bought]);
const settings = settingsOf({ variantExchangePricing: 'PAYMENT_AND_PARTIAL_REFUND' });
const asked = claimOf(order, {
  settings,
  source: 'Merchant_App',
  variants: new Map([['product-1', [variantOf({ price: 1500 })]]]),
  selections: [selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' })],
});
const other = wantedItem(
  variantOf({ idFromPlatform: 'variant-3', title: 'S / Green', price: 800 }),
  null,
  bought,
  order,
  1,
);
const exchanged = (claim: Claim, exchange = other): Claim =>
  approveLine(claim, 1, { method: 'variantExchange', exchange, pricing: settings }, NOW).claim;
const only = ({ lines: [line] }: Claim): ClaimLine => {
  if (!line) throw new Error('the claim has a line');
  return line;
};
const wantedOf = ({ exchange, exchangeDeltaAmount, exchangeRemainderMethod, requestedExchange }: ClaimLine) => ({
  exchange,
  exchangeDeltaAmount,
  exchangeRemainderMethod,
  requestedExchange,
});

test('another exchange than the one asked for stands beside it, and is told when it is carried out', () => {
  const decided = exchanged(asked);
  expect(only(decided)).toMatchObject({
    exchange: { title: 'S / Green' },
    exchangeDeltaAmount: -200,
    requestedExchange: { exchange: { title: 'L / Green' }, exchangeDeltaAmount: 500 },
  });
  expect(only(shopperView(decided))).toMatchObject({ ...only(asked) });
  expect(claimLedger(shopperView(decided)).balance).toBe(claimLedger(asked).balance);
  const done = finalizeClaim(decided, order, { policy: POLICY }, NOW).claim;
  expect(only(shopperView(done)).exchange?.title).toBe('S / Green');
  expect(only(done).requestedExchange?.exchange?.title).toBe('L / Green');
});

test('what was asked for comes back with any other decision, at what was agreed on it', () => {
  const decided = exchanged(asked);
  const back = wantedOf(only(asked));
  expect(wantedOf(only(approveLine(decided, 1, { method: 'refund' }, NOW).claim))).toEqual(back);
  expect(wantedOf(only(denyLine(decided, 1, 'Wrong_Item', '', NOW).claim))).toEqual(back);
  expect(wantedOf(only(cancelLine(decided, 1, NOW).claim))).toEqual(back);
  expect(wantedOf(only(approveLine(decided, 1, {}, NOW).claim))).toEqual(back);
  const dearerNow = wantedItem(variantOf({ price: 9900 }), null, bought, order, 1);
  expect(wantedOf(only(exchanged(decided, dearerNow)))).toEqual(back);
  const third = wantedItem(variantOf({ idFromPlatform: 'variant-4', price: 900 }), null, bought, order, 1);
  expect(only(exchanged(decided, third)).requestedExchange?.exchange?.title).toBe('L / Green');
});

test('a refund that is approved as an exchange is still told as a refund, and can go back to it', () => {
  const refund = claimOf(order, { settings, source: 'Merchant_App' });
  const decided = exchanged(refund);
  expect(only(shopperView(decided))).toMatchObject({ ...only(refund) });
  expect(wantedOf(only(revertLine(decided, 1, NOW).claim))).toEqual(wantedOf(only(refund)));
});

test('where only what is left goes out another way, that is kept too', () => {
  const approval = { method: 'variantExchange', exchangeRemainderMethod: 'giftCard', pricing: settings } as const;
  const decided = approveLine(asked, 1, approval, NOW).claim;
  expect(only(decided)).toMatchObject({
    exchange: { title: 'L / Green' },
    exchangeRemainderMethod: 'giftCard',
    requestedExchange: { exchangeRemainderMethod: 'refund' },
  });
  expect(shopperView(decided)).toBe(decided); // It still costs more, so it is told with what that is for.
});
