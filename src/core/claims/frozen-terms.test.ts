import { describe, expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import type { Claim } from '#core/claims/claim.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { returnUntil } from '#core/claims/payments.ts';
import { createClaim } from '#core/claims/create.ts';
import { inputOf, lineOf, NOW, orderOf, policyOf, selectionOf, variantOf } from '#core/claims/test-data.ts';
import { finalizePolicyFor, policyFor } from '#core/policy/policy-for.ts';
import { bonusOf, storeSettingsOf, type SettingsChanges } from '#core/settings/settings.fixture.ts';

const order = orderOf(['a', 'b'].map((idFromPlatform) => lineOf({ idFromPlatform, productTags: ['summer'] })));
const OLD: SettingsChanges = {
  ...bonusOf(1000),
  giftCardType: 'Gift_Card_Order',
  giftCardOrderPrefix: '#OLD-GC-',
  exchangeOrderPrefix: '#OLD-EX-',
  variantExchangePricing: 'PAYMENT_AND_PARTIAL_REFUND',
  exchangeRemainderMethod: 'giftCard',
  returnFee: 300,
  returnFeeName: 'Old fee',
  instantExchangeReturnDays: 9,
  inventoryHandling: 'decrementIgnoringPolicies',
};
const NEW: SettingsChanges = {
  ...bonusOf(0),
  giftCardType: 'Store_Credit',
  giftCardOrderPrefix: '#NEW-GC-',
  exchangeOrderPrefix: '#NEW-EX-',
  isReturnProcessApiEnabled: true,
  variantExchangePricing: 'NO_PAYMENT_OR_REFUND',
  exchangeRemainderMethod: 'refund',
  returnFee: 900,
  returnFeeName: 'New fee',
  instantExchangeReturnDays: 1,
  isReturnInspectionEnabled: true,
  refundValidityDays: 0,
  isGiftCardEnabled: false,
  finalSaleTags: ['summer'],
  inventoryHandling: 'doNotDecrement',
};

const variants = new Map([['product-1', [variantOf({ price: 400 })]]]);
const card = selectionOf({ method: 'giftCard' });
const exchange = selectionOf({
  lineIdFromPlatform: 'b',
  method: 'variantExchange',
  variantIdFromPlatform: 'variant-2',
});
const submitted = (settings: SettingsChanges): Claim =>
  createClaim(inputOf(order, { settings, variants, selections: [card, exchange] })).claim;

/** What comes of a claim that was submitted under one way of setting the store up and finalized under another. */
const outcome = (claim: Claim, settings: SettingsChanges) =>
  finalizeClaim(
    claim.lines.reduce((so, { id }) => approveLine(so, id, { pricing: so.policy }, NOW).claim, claim),
    order,
    { policy: finalizePolicyFor(storeSettingsOf(settings)), email: null },
    NOW,
  );

describe('settings saved after a claim was submitted', () => {
  test('change nothing that its shopper was shown', () => {
    const claim = submitted(OLD);
    const { effects, claim: done, lineErrors } = outcome(claim, NEW);
    expect(lineErrors).toEqual([]);
    // 1000 for the first item, 600 left of the exchange, less the fee of 300; with the bonus of 100.
    expect(effects.find(({ kind }) => kind === 'giftCard')?.payload).toMatchObject({
      type: 'Gift_Card_Order',
      namePrefix: '#OLD-GC-',
      amount: { amount: 1400 },
      incentiveAmount: 100,
    });
    expect(effects.find(({ kind }) => kind === 'exchangeOrder')?.payload).toMatchObject({ namePrefix: '#OLD-EX-' });
    expect(done).toMatchObject({ feeApplied: 300, feeName: 'Old fee', policy: claim.policy });
    expect(returnUntil(done).instant).toBe('2026-03-25T23:59:59.999Z');
    expect(done.policy).toMatchObject({
      isInspected: false,
      lines: [
        { lineIdFromPlatform: 'a', isFinalSale: false, methods: { refund: { windowDays: 30 } } },
        { lineIdFromPlatform: 'b', methods: { giftCard: { isOffered: true } } },
      ],
    });
  });

  test('say how its orders take from stock, as finalizing is decided when it happens', () => {
    const sent = (settings: SettingsChanges) =>
      outcome(submitted(OLD), settings).effects.find(({ kind }) => kind === 'exchangeOrder')?.payload;
    expect(sent(OLD)).toMatchObject({ inventory: 'decrementIgnoringPolicy' });
    expect(sent(NEW)).toMatchObject({ inventory: 'bypass' });
  });

  test('bind the claims submitted from then on', () => {
    expect(() => submitted(NEW)).toThrow('final sale');
    const { policy } = submitted({ ...NEW, finalSaleTags: [], isGiftCardEnabled: true });
    expect(policy).toMatchObject({ isInspected: true, giftCardType: 'Store_Credit', returnFee: 900 });
  });
});

test('the last day to return what an instant exchange replaces is one of the store, to its end there', () => {
  const terms = (timeZone?: string) =>
    policyOf(order, { instantExchangeReturnDays: 7 }, timeZone === undefined ? {} : { timeZone }).terms;
  // At six in the evening of February 28 in Los Angeles.
  const createdOn = '2026-03-01T02:00:00.000Z';
  expect(returnUntil({ createdOn, policy: terms('America/Los_Angeles') })).toEqual({
    instant: '2026-03-08T07:59:59.999Z',
    shown: '2026-03-07T23:59:59.999Z',
  });
  expect(returnUntil({ createdOn, policy: terms() })).toEqual({
    instant: '2026-03-08T23:59:59.999Z',
    shown: '2026-03-08T23:59:59.999Z',
  });
});

test('a claim keeps the terms of its own lines only', () => {
  const { policy } = createClaim(inputOf(order, { selections: [card] })).claim;
  expect(policy.lines.map((line) => line.lineIdFromPlatform)).toEqual(['a']);
});

test('prices and fees of the shop bind no order in another currency', () => {
  const input = { settings: storeSettingsOf(OLD), order, claimType: 'Return', asker: 'buyer' } as const;
  const means = { canTakeCards: true, canMakeLabels: true };
  expect(policyFor({ ...input, means, storeCurrencyCode: 'EUR' })).toMatchObject({
    isPriced: false,
    isAdvancedExchangeEnabled: false,
    isShopNowEnabled: false,
    terms: { returnFee: 0, variantExchangePricing: 'NO_PAYMENT_OR_REFUND', exchangeOrderType: 'separateOrder' },
  });
  expect(policyFor({ ...input, means, storeCurrencyCode: 'USD' }).terms.returnFee).toBe(300);
});

test('what nobody here can do is not offered', () => {
  const settings = storeSettingsOf({ paymentProvider: 'stripe', isInstantExchangeEnabled: true });
  const input = { settings, order, claimType: 'Return', asker: 'buyer', storeCurrencyCode: 'USD' } as const;
  expect(policyFor({ ...input, means: { canTakeCards: true, canMakeLabels: true } })).toMatchObject({
    paymentProvider: 'stripe',
    isInstantExchangeEnabled: true,
    shippingMethods: ['label', 'packingSlip'],
  });
  expect(policyFor({ ...input, means: { canTakeCards: false, canMakeLabels: false } })).toMatchObject({
    paymentProvider: 'none',
    isInstantExchangeEnabled: false,
    shippingMethods: ['packingSlip'],
  });
});
