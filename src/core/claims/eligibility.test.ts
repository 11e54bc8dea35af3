import { describe, expect, test } from 'vitest';
import { Address } from '#core/address.ts';
import { aroundOf } from '#core/automations/around.fixture.ts';
import {
  firstEligibility,
  lineEligibility,
  OFFERED_METHODS,
  staffRefusal,
  warrantyEligibility,
  warrantyEndBy,
} from '#core/claims/eligibility.ts';
import { claimOf, lineOf, NOW, orderOf, policyOf, selectionOf } from '#core/claims/test-data.ts';
import { allocateFulfillmentLines } from '#core/claims/claim-units.ts';
import { orderBalance } from '#core/orders/balance.ts';
import type { Claim } from '#core/claims/claim.ts';
import { addDays } from '#core/dates.ts';
import type { Order } from '#core/orders/order.ts';
import type { SettingsChanges } from '#core/settings/settings.fixture.ts';

const WINDOWS: SettingsChanges = {
  storeCreditValidityDays: 45,
  giftCardValidityDays: 60,
  variantExchangeValidityDays: 60,
};
const one = (order: Order, changes = {}, priorClaims: Claim[] = [], now = NOW) => {
  const line = lineEligibility(order, policyOf(order, { ...WINDOWS, ...changes }), priorClaims, now)[0];
  if (!line) throw new Error('no line');
  return line;
};
const three = lineOf({ idFromPlatform: 'a', quantity: 3 });
const finalized = (claim: Claim, on: string, method: 'refund' | 'giftCard' = 'refund'): Claim => ({
  ...claim,
  finalizedOn: on,
  lines: claim.lines.map((line) => ({
    ...line,
    status: 'approved',
    method,
    amount: line.requestedAmount,
    isReturnedAtPlatform: method === 'refund',
    finalizedOn: on,
  })),
});
const refundOf = (id: string, createdOn: string, quantity: number): Order['refunds'][number] => ({
  idFromPlatform: id,
  purposeKey: null,
  createdOn,
  note: '',
  total: 1000 * quantity,
  lines: [{ lineIdFromPlatform: 'a', quantity, subtotal: 1000 * quantity, tax: 0 }],
});

describe('windows', () => {
  test('count from delivery, to the end of the last day', () => {
    const line = one(orderOf([three]));
    expect(line.methods.refund.lastEligibleDate).toBe('2026-04-05T23:59:59.999Z');
    expect(line.methods.storeCredit.lastEligibleDate).toBe('2026-04-20T23:59:59.999Z');
    expect(line.methods.variantExchange.lastEligibleDate).toBe('2026-05-05T23:59:59.999Z');
    expect(line.returnUntil).toBe('2026-05-05T23:59:59.999Z');
  });
  test('last to the end of their last day where the store is', () => {
    const order = orderOf([three]);
    const at = (now: string, timeZone: string) =>
      lineEligibility(order, policyOf(order, {}, { timeZone }), [], now)[0]?.methods.refund;
    // Ten in the evening of April 5 in Los Angeles, and the afternoon of April 6 in Sydney.
    const evening = '2026-04-06T05:00:00Z';
    expect(at(evening, 'America/Los_Angeles')).toMatchObject({
      isEligible: true,
      lastEligibleDate: '2026-04-05T23:59:59.999Z',
    });
    expect(at('2026-04-06T07:00:00Z', 'America/Los_Angeles')).toMatchObject({
      isEligible: false,
      reasonText: 'The return window closed on April 5, 2026.',
    });
    expect(at(evening, 'Australia/Sydney')).toMatchObject({ isEligible: false, reason: 'WINDOW_CLOSED' });
  });
  test('count from fulfillment plus the assumed days when delivery is unknown', () => {
    const order = orderOf([three]);
    const unknown = { ...order, fulfillments: order.fulfillments.map((sent) => ({ ...sent, deliveredOn: null })) };
    expect(one(unknown, { defaultDeliveryDays: 7 }).methods.refund.lastEligibleDate).toBe('2026-04-08T23:59:59.999Z');
  });
  test('close one by one, and say when the last one closed', () => {
    const mid = one(orderOf([three]), {}, [], '2026-04-06T00:00:00Z');
    expect(mid.methods.refund).toMatchObject({
      isEligible: false,
      reason: 'WINDOW_CLOSED',
      reasonText: 'The return window closed on April 5, 2026.',
    });
    expect(mid.methods.giftCard.isEligible).toBe(true);
    expect(mid.reason).toBeNull();
    const late = one(orderOf([three]), {}, [], '2026-05-06T00:00:00Z');
    expect(late).toMatchObject({
      returnableQuantity: 0,
      reason: 'WINDOW_CLOSED',
      reasonText: 'The return window closed on May 5, 2026.',
    });
  });
  test('of several fulfillments each unit keeps its own', () => {
    const order = orderOf([three], {
      fulfillments: [
        {
          idFromPlatform: 'f1',
          createdOn: '2026-01-01T00:00:00Z',
          deliveredOn: '2026-01-02T00:00:00Z',
          status: 'success',
          trackingCodes: [],
          lines: [{ idFromPlatform: 'early', lineIdFromPlatform: 'a', quantity: 2 }],
        },
        {
          idFromPlatform: 'f2',
          createdOn: '2026-03-01T00:00:00Z',
          deliveredOn: '2026-03-02T00:00:00Z',
          status: 'success',
          trackingCodes: [],
          lines: [{ idFromPlatform: 'late', lineIdFromPlatform: 'a', quantity: 1 }],
        },
      ],
    });
    expect(one(order)).toMatchObject({
      returnableQuantity: 1,
      methods: { refund: { isEligible: true, returnableQuantity: 1 } },
    });
    const lines = claimOf(order).lines;
    expect(lines.map((line) => line.fulfillmentLineIdFromPlatform)).toEqual(['late']);
  });
});

describe('what rules a line out', () => {
  const plain = { idFromPlatform: 'a' };
  test.each([
    ['FINAL_SALE', orderOf([lineOf({ ...plain, isFinalSale: true })]), {}],
    ['FINAL_SALE', orderOf([lineOf({ ...plain, productTags: ['Final-Sale '] })]), {}],
    ['GIFT_CARD', orderOf([lineOf({ ...plain, isGiftCard: true })]), {}],
    ['PROTECTION', orderOf([lineOf({ ...plain, isProtection: true })]), {}],
    ['PROTECTION', orderOf([lineOf({ ...plain, sku: 'SHIP-PROTECT' })]), { protectionSkus: ['SHIP-PROTECT'] }],
    ['ORDER_CANCELED', orderOf([lineOf(plain)], { canceledOn: NOW }), {}],
    ['NOT_FULFILLED', orderOf([lineOf(plain)], { fulfillments: [] }), {}],
    ['ALREADY_RETURNED', orderOf([lineOf({ ...plain, currentQuantity: 0 })]), {}],
    ['RETURNS_DISABLED', orderOf([lineOf(plain)]), { isReturnsEnabled: false }],
  ])('%s', (reason, order, settings) => {
    const line = one(order, settings);
    expect(line).toMatchObject({ returnableQuantity: 0, reason });
    expect(line.reasonText).toMatch(/\.$/);
  });
  test('a disabled method is closed, the others stay open', () => {
    const line = one(orderOf([three]), { isRefundsEnabled: false });
    expect(line.methods.refund.reason).toBe('METHOD_DISABLED');
    expect(line.methods.giftCard.isEligible).toBe(true);
  });
  test('what was free can only be exchanged', () => {
    const line = one(orderOf([lineOf({ ...plain, paidTotal: 0 }), lineOf({ idFromPlatform: 'b' })]));
    expect(line.methods.refund.reason).toBe('NOTHING_PAID');
    expect(line.methods.variantExchange.isEligible).toBe(true);
  });
});

describe('units already gone', () => {
  const order = orderOf([three]);
  test('an open claim holds its units; a canceled one, or a denial that is carried out, gives them back', () => {
    const claim = claimOf(order, { selections: [selectionOf({ quantity: 2 })] });
    expect(one(order, {}, [claim]).returnableQuantity).toBe(1);
    const denied: Claim = {
      ...claim,
      lines: claim.lines.map((line) => ({ ...line, status: 'denied', denialDetail: 'Wrong_Item' })),
    };
    expect(one(order, {}, [denied]).returnableQuantity).toBe(1);
    expect(one(order, {}, [denied])).toMatchObject({ methods: { refund: { returnableQuantity: 1 } } });
    const carriedOut: Claim = { ...denied, lines: denied.lines.map((line) => ({ ...line, finalizedOn: NOW })) };
    expect(one(order, {}, [carriedOut]).returnableQuantity).toBe(3);
    const canceled: Claim = {
      ...claim,
      lines: claim.lines.map((line) => ({ ...line, status: 'closed', canceledOn: NOW })),
    };
    expect(one(order, {}, [canceled]).returnableQuantity).toBe(3);
  });
  test('an item that was repaired is with the shopper again', () => {
    const claim = claimOf(order, { selections: [selectionOf({ quantity: 2 })] });
    const repair = (finalizedOn: string | null): Claim => ({
      ...claim,
      lines: claim.lines.map((line) => ({ ...line, status: 'approved', method: 'repair', amount: 0, finalizedOn })),
    });
    expect(one(order, {}, [repair(null)]).returnableQuantity).toBe(1);
    expect(one(order, {}, [repair(NOW)]).returnableQuantity).toBe(3);
  });
  test('a claim that refunded counts once, before and after the platform reports it', () => {
    const claim = finalized(claimOf(order), '2026-03-16T13:00:00Z');
    expect(one(order, {}, [claim]).returnableQuantity).toBe(2);
    const reported = {
      ...order,
      totalRefunded: 1000,
      lines: [{ ...three, currentQuantity: 2 }],
      refunds: [{ ...refundOf('r1', '2026-03-16T13:00:05Z', 1), purposeKey: 'refund:claim:7:1:R-7K2M9QXD' }],
    };
    expect(one(reported, {}, [claim]).returnableQuantity).toBe(2);
  });
  test('a refund the platform made on its own counts beside ours', () => {
    const earlier = {
      ...order,
      totalRefunded: 1000,
      lines: [{ ...three, currentQuantity: 2 }],
      refunds: [refundOf('r0', '2026-03-10T00:00:00Z', 1)],
    };
    const claim = finalized(claimOf(earlier), '2026-03-16T13:00:00Z');
    expect(one(earlier, {}, [claim]).returnableQuantity).toBe(1);
  });
  test('a gift card claim and a platform refund are different units', () => {
    const claim = finalized(
      claimOf(order, { selections: [selectionOf({ method: 'giftCard' })] }),
      '2026-03-16T13:00:00Z',
      'giftCard',
    );
    const refunded = {
      ...order,
      totalRefunded: 1000,
      lines: [{ ...three, currentQuantity: 2 }],
      refunds: [refundOf('r1', '2026-03-17T00:00:00Z', 1)],
    };
    expect(one(refunded, {}, [claim]).returnableQuantity).toBe(1);
  });
  test('units removed before they were sent leave those that were sent', () => {
    const partly = orderOf([{ ...three, currentQuantity: 2 }], {
      fulfillments: [
        {
          idFromPlatform: 'f1',
          createdOn: '2026-03-02T00:00:00Z',
          deliveredOn: null,
          status: 'success',
          trackingCodes: [],
          lines: [{ idFromPlatform: 'sent', lineIdFromPlatform: 'a', quantity: 2 }],
        },
      ],
    });
    expect(one(partly).returnableQuantity).toBe(2);
  });
  test('units come from the oldest fulfillment that still has some', () => {
    expect(allocateFulfillmentLines(orderBalance(order, []), 'a', 2, new Map())).toEqual([
      { fulfillmentLineIdFromPlatform: 'sent-a', quantity: 2 },
    ]);
    expect(allocateFulfillmentLines(orderBalance(order, [claimOf(order)]), 'a', 5, new Map())).toEqual([
      { fulfillmentLineIdFromPlatform: 'sent-a', quantity: 2 },
    ]);
    expect(allocateFulfillmentLines(orderBalance(order, []), 'nothing', 1, new Map())).toEqual([]);
  });
});

test('an order that only took a payment has nothing to return, not even for staff', () => {
  const order = orderOf([lineOf({ idFromPlatform: 'a' })], { tags: ['makegood-payment'] });
  const [line] = order.lines;
  if (!line) throw new Error('the order has a line');
  const [eligible] = lineEligibility(order, policyOf(order), [], NOW);
  expect(eligible).toMatchObject({ reason: 'PAYMENT_ORDER', returnableQuantity: 0 });
  expect(staffRefusal(order, line, policyOf(order), [], 'repair')).toBe('PAYMENT_ORDER');
});

test('staff claim what the store has on: neither a return nor a warranty claim where these are off', () => {
  const order = orderOf([lineOf({ idFromPlatform: 'a' })]);
  const [line] = order.lines;
  if (!line) throw new Error('the order has a line');
  const off = { isReturnsEnabled: false, isWarrantiesEnabled: false };
  const why = (claimType: Claim['claimType'], settings: SettingsChanges = off) =>
    staffRefusal(order, line, policyOf(order, settings, { claimType }), [], 'other');
  expect([why('Return'), why('Warranty')]).toEqual(['RETURNS_DISABLED', 'WARRANTIES_DISABLED']);
  expect([why('Return', {}), why('Warranty', {})]).toEqual([null, null]);
});

describe('a line made ineligible', () => {
  const order = orderOf([{ ...three, madeIneligibleOn: NOW }, lineOf({ idFromPlatform: 'b' })]);
  test('is open by no method, nor to staff, nor under warranty; the others are', () => {
    const [marked, other] = lineEligibility(order, policyOf(order), [], NOW);
    expect(marked).toMatchObject({ returnableQuantity: 0, reason: 'MADE_INELIGIBLE', returnUntil: null });
    expect(other?.returnableQuantity).toBe(1);
    const [line] = order.lines;
    if (!line) throw new Error('no line');
    expect(staffRefusal(order, line, policyOf(order), [], 'other')).toBe('MADE_INELIGIBLE');
    expect(warrantyEligibility(order, line, policyOf(order, {}, { claimType: 'Warranty' }), [], NOW).reason).toBe(
      'MADE_INELIGIBLE',
    );
  });
});

describe('a warranty', () => {
  const warranty = (changes = {}, line = three, claims: Claim[] = [], now = NOW) => {
    const order = orderOf([line]);
    return warrantyEligibility(order, line, policyOf(order, changes, { claimType: 'Warranty' }), claims, now);
  };
  test('counts from delivery, and covers a final sale too', () => {
    expect(warranty({ defaultWarrantyDays: 10 })).toMatchObject({
      isEligible: true,
      lastEligibleDate: '2026-03-16T23:59:59.999Z',
      returnableQuantity: 3,
    });
    expect(warranty({}, { ...three, isFinalSale: true }).isEligible).toBe(true);
  });
  test('is for life where the window is', () => {
    expect(warranty({ defaultWarrantyDays: 999_999 }, three, [], '2099-01-01T00:00:00.000Z')).toMatchObject({
      isEligible: true,
      lastEligibleDate: '9999-12-31T00:00:00Z',
    });
  });
  test('to staff a line in a claim is not one that was never paid for', () => {
    const order = orderOf([three]);
    const claim = claimOf(order, { selections: [selectionOf({ quantity: 3 })] });
    const [line] = order.lines;
    expect(line && staffRefusal(order, line, policyOf(order), [claim], 'refund')).toBe('IN_CLAIM');
  });
  test('says when it ended, that it is not offered, or that the units are in a claim', () => {
    expect(warranty({ defaultWarrantyDays: 3 })).toMatchObject({
      reason: 'WARRANTY_ENDED',
      reasonText: 'The warranty ended on March 9, 2026.',
    });
    expect(warranty({ isWarrantiesEnabled: false }).reason).toBe('WARRANTIES_DISABLED');
    const claim = claimOf(orderOf([three]), { selections: [selectionOf({ quantity: 3 })] });
    expect(warranty({}, three, [claim])).toMatchObject({
      reason: 'IN_CLAIM',
      reasonText: 'This item is part of another return or claim.',
    });
    const done = { ...claim, lines: claim.lines.map((line) => ({ ...line, finalizedOn: NOW })) };
    expect(warranty({}, three, [done]).reason).toBe('ALREADY_RETURNED');
  });
});

test('an order that was sent in part waits where the store says so', () => {
  const order = { ...orderOf([three]), fulfillmentStatus: 'partial' };
  expect(one(order).returnableQuantity).toBe(3);
  expect(one(order, { allowClaimsOnPartiallyFulfilledOrders: false })).toMatchObject({
    returnableQuantity: 0,
    reason: 'PARTLY_FULFILLED',
  });
  // The rest waits in the warehouse, which says nothing about what was sent.
  for (const fulfillmentStatus of ['on_hold', 'scheduled', 'in_progress'])
    expect(one({ ...order, fulfillmentStatus }, { allowClaimsOnPartiallyFulfilledOrders: false })).toMatchObject({
      reason: 'PARTLY_FULFILLED',
    });
  expect(
    one({ ...order, fulfillmentStatus: 'fulfilled' }, { allowClaimsOnPartiallyFulfilledOrders: false }),
  ).toMatchObject({ returnableQuantity: 3 });
});

test('what came from an exchange is exchanged again only where the store says so', () => {
  const order = { ...orderOf([three]), purposeKey: 'exchangeOrder:claim:7:round-1:R-7' };
  expect(one(order).methods.variantExchange.isEligible).toBe(true);
  const once = one(order, { isExchangeOfExchangeAllowed: false });
  expect(once.methods).toMatchObject({ variantExchange: { isEligible: false }, refund: { isEligible: true } });
  const replaced = { ...order, purposeKey: 'replacementOrder:claim:7:round-1:R-7' };
  expect(one(replaced, { isExchangeOfExchangeAllowed: false }).methods.variantExchange.isEligible).toBe(true);
});

test('a rule about windows brings no exchange back where the store exchanges nothing twice', () => {
  const order = { ...orderOf([three]), purposeKey: 'exchangeOrder:claim:7:round-1:R-7' };
  const said = { refund: 60, giftCard: null, exchange: 60, warrantyReview: null, ineligibleLineItemFootnote: '' };
  const params = { kind: 'eligibilityDays', ...said };
  const { rules, aroundOrder, products } = aroundOf(order, [
    { id: 1, hook: 'orderLookup', type: 'modifyResolutionWindow', params },
    { id: 2, hook: 'afterReasonSelection', type: 'modifyResolutionWindow', params },
  ]);
  const reasonId = 'defective';
  const chosen = { lineIdFromPlatform: 'a', quantity: 1, reasonId, reasonDetail: '', amount: 1000, fieldValues: [] };
  const choices = { lines: [{ ...chosen, resolution: null }], goodsTotal: 0 };
  const methodsIn = (changes: SettingsChanges) => {
    const policy = policyOf(order, changes, { ruling: { ...aroundOrder, rules, products, fields: [], choices } });
    return lineEligibility(order, policy, [], NOW)[0]?.methods;
  };
  expect(methodsIn({})).toMatchObject({ variantExchange: { isEligible: true } });
  expect(methodsIn({ isExchangeOfExchangeAllowed: false })).toMatchObject({
    variantExchange: { isEligible: false },
    refund: { isEligible: true },
  });
});

test('an item that was repaired is claimed again only where the store says so', () => {
  const order = orderOf([three]);
  const claim = claimOf(order, { selections: [selectionOf({ quantity: 2 })] });
  const repaired: Claim = {
    ...claim,
    claimType: 'Warranty',
    lines: claim.lines.map((line) => ({ ...line, status: 'approved', method: 'repair', finalizedOn: NOW })),
  };
  const [line] = order.lines;
  if (!line) throw new Error('the order has a line');
  const warranty = (claims: Claim[], isMultipleWarrantyClaimsAllowed: boolean) => {
    const policy = policyOf(order, { isMultipleWarrantyClaimsAllowed }, { claimType: 'Warranty' });
    return warrantyEligibility(order, line, policy, claims, NOW);
  };
  expect(warranty([repaired], true)).toMatchObject({ isEligible: true, returnableQuantity: 3 });
  expect(warranty([repaired], false)).toMatchObject({ isEligible: true, returnableQuantity: 1 });
  const all = { ...repaired, lines: repaired.lines.map((its) => ({ ...its, quantity: 3 })) };
  expect(warranty([all], false)).toMatchObject({ isEligible: false, reason: 'CLAIMED_BEFORE' });
});

test('a repair adds a year where the store says so for the country of the order, once, and a replacement keeps it', () => {
  const order = { ...orderOf([three]), shippingAddress: Address.parse({ countryCode: 'DE' }) };
  const [line] = order.lines;
  if (!line) throw new Error('the order has a line');
  const policy = policyOf(order, { rightToRepairCountryCodes: ['DE'] }, { claimType: 'Warranty' });
  const repaired = (): Claim => {
    const claim = claimOf(order, { selections: [selectionOf({ quantity: 1 })] });
    return {
      ...claim,
      claimType: 'Warranty',
      policy: policy.terms,
      lines: claim.lines.map((its) => ({ ...its, status: 'approved', method: 'repair', finalizedOn: NOW })),
    };
  };
  const until = (claims: Claim[], codes: string[]) => {
    const asked = policyOf(order, { rightToRepairCountryCodes: codes }, { claimType: 'Warranty' });
    return warrantyEligibility(order, line, asked, claims, NOW).lastEligibleDate ?? '';
  };
  const before = until([], ['DE']);
  expect(until([repaired()], ['FR'])).toBe(before);
  expect(until([repaired()], ['DE', 'FR'])).toBe(addDays(before, 365));
  expect(until([repaired(), repaired()], ['DE'])).toBe(addDays(before, 365));
  expect(warrantyEndBy(order, repaired(), line.idFromPlatform, [repaired()])).toBe(addDays(before, 365));
  expect(warrantyEndBy(order, repaired(), line.idFromPlatform, [])).toBe(before);
});

test('one method of a line that no claim is on is judged alone as among all', () => {
  const gift = lineOf({ idFromPlatform: 'gift', isGiftCard: true });
  const unpaid = lineOf({ idFromPlatform: 'unpaid', paidTotal: 0 });
  const order = orderOf([three, gift, unpaid]);
  for (const asker of ['buyer', 'recipient', 'staff'] as const)
    for (const now of [NOW, addDays(NOW, 45), addDays(NOW, 400)]) {
      const policy = { ...policyOf(order, WINDOWS), asker };
      const all = lineEligibility(order, policy, [], now);
      for (const [index, line] of order.lines.entries())
        for (const method of OFFERED_METHODS)
          expect(firstEligibility(order, line, policy, { method, balance: orderBalance(order, []), now })).toEqual(
            all[index]?.methods[method],
          );
    }
});
