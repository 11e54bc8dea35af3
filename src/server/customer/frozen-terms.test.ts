import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { randomUUID } from 'node:crypto';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import * as customer from '#contract/customer/customer.ts';
import type { LedgerShown } from '#contract/money-shapes.ts';
import { bonusOf, type SettingsChanges } from '#core/settings/settings.fixture.ts';
import { approveAndFinalize, returnableOrder, settledClaim, told, type Returnable } from '#server/testing/claims.ts';
import { dearerExchange, PAYING, typeCard } from '#server/testing/payments.ts';
import { changeSettings } from '#server/testing/settings.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

const BEFORE: SettingsChanges = {
  ...bonusOf(1000),
  giftCardType: 'Gift_Card',
  exchangeOrderPrefix: '#OLD-',
  isReturnProcessApiEnabled: false,
  variantExchangePricing: 'PAYMENT_AND_PARTIAL_REFUND',
  advancedExchangePricing: 'PAYMENT_AND_PARTIAL_REFUND',
  exchangeRemainderMethod: 'giftCard',
  returnFee: 100,
  returnFeeName: 'Old fee',
  exchangeShippingFee: 0,
};
const AFTER: SettingsChanges = {
  ...bonusOf(0),
  giftCardType: 'Store_Credit',
  exchangeOrderPrefix: '#NEW-',
  isReturnProcessApiEnabled: true,
  variantExchangePricing: 'NO_PAYMENT_OR_REFUND',
  advancedExchangePricing: 'NO_PAYMENT_OR_REFUND',
  exchangeRemainderMethod: 'refund',
  returnFee: 400,
  returnFeeName: 'New fee',
  exchangeShippingFee: 700,
  isReturnInspectionEnabled: true,
  isGiftCardEnabled: false,
  isRefundsEnabled: false,
  isExchangeEnabled: false,
};

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff();
  await server.saveSettings({ ...PAYING, ...BEFORE });
});
afterAll(async () => {
  await server.close();
});

type Draft = z.input<typeof customer.ReturnDraft>;
type Submitted = { externalId: string; idInShop: number; ledger: LedgerShown };

const minor = (amount: number): number => Math.round(amount * 100);
const giftCardsFor = (externalId: string): number[] =>
  server.shop.giftCards.filter(({ note }) => note?.includes(externalId)).map(({ initialValue }) => initialValue);
const refundedOf = ({ idInShop }: Submitted): number =>
  (server.shop.orders.find(({ id }) => id === idInShop)?.transactions ?? [])
    .filter(({ kind, status }) => kind === 'REFUND' && status === 'SUCCESS')
    .reduce((sum, { amount }) => sum + amount.presentment, 0);

const draftOf = ({ order, line }: Returnable, selection: Pick<Draft['selections'][number], 'method'>): Draft => ({
  shippingMethod: 'packingSlip',
  selections: [
    {
      lineIdFromPlatform: line.lineIdFromPlatform,
      quantity: 1,
      reasonId: order.reasons[0]?.id ?? '',
      ...selection,
    },
  ],
});

/** Submits what was quoted. */
async function submitted(from: Returnable, draft: Draft): Promise<Submitted> {
  const params = { slug: server.slug, idFromPlatform: from.order.idFromPlatform };
  const ledger = told((await from.call(customer.quote, { params, body: draft })).ledger);
  const body = { ...draft, shippingMethod: 'packingSlip' as const, requestKey: randomUUID() };
  const { externalId } = await from.call(customer.submit, { params, body });
  return { externalId, idInShop: from.shopOrder.id, ledger };
}

/** An order with an item that something in the shop costs less than, and a return that exchanges it. */
async function cheaperExchange(): Promise<Submitted> {
  for (;;) {
    const from = await returnableOrder(server);
    const { products } = await from.call(customer.exchangeOptions, {
      params: { slug: server.slug, idFromPlatform: from.order.idFromPlatform },
      query: { lineIdFromPlatform: from.line.lineIdFromPlatform, take: 500 },
    });
    const wanted = products
      .flatMap((product) => product.variants.map((variant) => ({ product, variant })))
      .find(({ variant }) => from.order.isAdvancedExchangeEnabled && variant.price < from.line.unitValue - 5);
    if (!wanted) continue;
    const draft = draftOf(from, { method: 'variantExchange' });
    const ids = {
      variantIdFromPlatform: wanted.variant.idFromPlatform,
      productIdFromPlatform: wanted.product.idFromPlatform,
    };
    return submitted(from, { ...draft, selections: draft.selections.map((one) => ({ ...one, ...ids })) });
  }
}

/** The claim finalized as its shopper asked. */
async function finalized({ externalId }: Submitted): Promise<ClaimShown> {
  await approveAndFinalize(server, staff, externalId);
  const claim = await settledClaim(server, staff, externalId);
  expect(claim.effects.filter(({ state }) => state !== 'done')).toEqual([]);
  expect(claim).toMatchObject({ feeApplied: 1, feeName: 'Old fee', isInspectionEnabled: false });
  return claim;
}

test('claims are finalized on the terms their shoppers were shown, whatever admins saved meanwhile', async () => {
  const bought = await returnableOrder(server);
  const card = await submitted(bought, draftOf(bought, { method: 'giftCard' }));
  expect(card.ledger.issued.giftCard).toBeGreaterThan(bought.line.unitValue);
  const other = await returnableOrder(server);
  const refund = await submitted(other, draftOf(other, { method: 'refund' }));
  const cheaper = await cheaperExchange();
  expect(cheaper.ledger.issued.giftCard).toBeGreaterThan(3);
  const dearer = await dearerExchange(server, { more: 10 });
  const payment = await dearer.begin();
  await typeCard(server, payment);
  const paid = { ...card, externalId: await dearer.submit(payment.paymentId) };

  const next = await returnableOrder(server);
  await changeSettings(staff, server.storeId, AFTER);
  const { lineItems } = await next.call(customer.getOrder, {
    params: { slug: server.slug, idFromPlatform: next.order.idFromPlatform },
  });
  const now = lineItems.find(({ lineIdFromPlatform: id }) => id === next.line.lineIdFromPlatform);
  expect(now?.methods).toMatchObject({ refund: { isEligible: false }, giftCard: { isEligible: false } });

  await finalized(card);
  expect(giftCardsFor(card.externalId)).toEqual([minor(card.ledger.issued.giftCard)]);
  await finalized(refund);
  expect(refundedOf(refund)).toBe(minor(refund.ledger.issued.refund));
  const sent = (await finalized(cheaper)).effects.find(({ kind }) => kind === 'exchangeOrder');
  expect(sent?.result?.label).toContain('#OLD-');
  expect(giftCardsFor(cheaper.externalId)).toEqual([minor(cheaper.ledger.issued.giftCard)]);
  expect(refundedOf(cheaper)).toBe(0);
  expect(await finalized(paid)).toMatchObject({
    exchangeOrderShippingAmountApplied: 0,
    customerPayments: [{ status: 'Captured', capturedAmount: payment.amount, refundedAmount: 0 }],
  });
});
