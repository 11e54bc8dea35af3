import { perType } from '#core/claims/types.ts';
import { describe, expect, test } from 'vitest';
import type { OrderLineShown, OrderShown } from '#contract/merchant/orders.ts';
import { Address } from '#core/address.ts';
import {
  canSelect,
  creationBody,
  creationErrors,
  differenceText,
  firstCreation,
  quoteBody,
  type LineDraft,
} from './creation.ts';
import { eligibilityText, lineSummary } from './order-words.ts';
import { creationSearch, orderSearch } from './return-to.ts';

const open = {
  isEligible: true,
  lastEligibleDate: '2027-03-03T23:59:59.999Z',
  isLifetime: false,
  reasonText: null,
  returnableQuantity: 2,
};
const line: OrderLineShown = {
  id: '11',
  idFromPlatform: '11',
  productIdFromPlatform: '1',
  variantIdFromPlatform: '2',
  name: 'Wool sweater',
  variantTitle: 'M',
  optionsFromPlatform: [],
  sku: 'WS-M',
  imgUrl: null,
  quantity: 2,
  currentQuantity: 2,
  claimableQuantity: 2,
  unitPrice: 10,
  unitListPrice: 10,
  unitTax: 0,
  paidTotal: 20,
  grams: 1,
  isFinalSale: false,
  isExchangeOnly: false,
  ineligibleLineItemFootnote: null,
  isProtection: false,
  productTagsAtPurchase: [],
  eligibility: { refund: open, storeCredit: open, giftCard: open, exchange: open, warranty: open },
  madeIneligibleOn: null,
  madeIneligibleBy: null,
  automationMadeIneligibleOn: null,
  eligibilityStoreRuleId: null,
  claimReasons: perType(() => ['Defective_Item']),
  claimMethods: {
    ...perType(() => []),
    Return: [
      { method: 'refund', refusalText: 'This item has nothing left to refund.' },
      { method: 'variantExchange', refusalText: null },
    ],
    Warranty: [{ method: 'warrantyReview', refusalText: null }],
  },
};
const order: OrderShown = {
  id: 5,
  storeId: 1,
  storeSlug: 'demo',
  storeName: 'Demo',
  storefrontId: 'demo',
  idFromPlatform: '1001',
  orderNo: '#1001',
  createdOn: '2026-03-01T10:00:00.000Z',
  canceledOn: null,
  email: 'ada@example.com',
  phone: '',
  customerName: 'Ada Byron',
  currencyCode: 'USD',
  financialStatus: 'paid',
  fulfillmentStatus: 'fulfilled',
  isOrderFulfilled: true,
  wasShippingProtected: false,
  coverConsent: null,
  effects: [],
  isUnprotectedShippingClaimPermitted: false,
  isShippingClaimImgRequired: false,
  wasCreatedFromRegistration: false,
  isGiftReturn: false,
  isExchangeOfExchange: false,
  overrides: null,
  channel: 'web',
  discountCodes: [],
  tags: [],
  note: '',
  platformAdminUrl: null,
  startGiftReturnUrl: null,
  shippingAddress: Address.parse({
    firstName: 'Ada',
    lastName: 'Byron',
    line1: '1 High Street',
    city: 'Albany',
    stateOrProvinceCode: 'NY',
    postalCode: '12207',
    countryCode: 'US',
  }),
  billingAddress: null,
  addresses: [],
  money: {
    subtotal: 20,
    shippingPaid: 0,
    taxTotal: 0,
    isTaxIncluded: false,
    total: 20,
    totalPaid: 20,
    totalRefunded: 0,
    left: 20,
  },
  returnUntil: null,
  warrantyUntil: null,
  lineItems: [line],
  fulfillments: [],
  refunds: [],
  claims: [],
  shippingClaims: [],
  reasons: [{ id: 'Defective_Item', name: 'Defective', details: [] }],
  shippingClaimReasons: [],
  shippingMethods: ['label', 'none'],
};

const first = firstCreation(order, 'Return');
const withLine = (part: Partial<LineDraft>) => {
  const draft = first.lines['11'];
  if (!draft) throw new Error('no line');
  return { ...first, lines: { 11: { ...draft, isSelected: true, reasonId: 'Defective_Item', ...part } } };
};

describe('a claim staff make', () => {
  test('begins with what the order knows, each line at its first open method', () => {
    expect(first).toMatchObject({
      customerName: 'Ada Byron',
      customerEmail: 'ada@example.com',
      shippingMethod: 'label',
    });
    expect(first.lines['11']).toMatchObject({ isSelected: false, method: 'variantExchange' });
    expect(firstCreation(order, 'Warranty').shippingMethod).toBe('none');
  });

  test('has to have a line, a reason, a variant, a quantity that is left, and its files', () => {
    expect(creationErrors(first, order)).toEqual({ lines: 'Must select at least one line item.' });
    const wrong = withLine({ quantity: 3, reasonId: '', isUploading: true });
    expect(creationErrors(wrong, order)).toEqual({
      'lines.11.quantity': 'Must be between 1 and 2.',
      'lines.11.reasonId': 'Must not be empty.',
      'lines.11.exchange': 'Exchange variant required.',
      'lines.11.media': 'Wait for the files to finish uploading, or remove them.',
    });
    const withFailedFiles = withLine({ method: 'refund', hasFailedFiles: true });
    expect(creationErrors(withFailedFiles, order)).toEqual({
      'lines.11.media': 'Try the files that failed again, or remove them.',
    });
    expect(creationErrors(withLine({ method: 'refund', quantity: Number.NaN }), order)).toEqual({
      'lines.11.quantity': 'Must provide a number.',
    });
    expect(creationErrors(withLine({ method: 'refund', quantity: 1.5 }), order)).toEqual({
      'lines.11.quantity': 'Must be a whole number.',
    });
  });

  test('is worth what its chosen items are, once they say how many and what is sent', () => {
    expect(quoteBody(first, order, 'Return')).toBeNull();
    expect(quoteBody(withLine({}), order, 'Return')).toBeNull();
    expect(quoteBody(withLine({ method: 'refund', quantity: 3 }), order, 'Return')).toBeNull();
    const unsaid = { ...withLine({ method: 'refund', reasonId: '' }), customerEmail: '' };
    expect(quoteBody(unsaid, order, 'Return')).toMatchObject({
      originalStoreOrderId: 5,
      claimLineItems: [
        {
          lineIdFromPlatform: '11',
          quantity: 1,
          requestedResolutionMethodEnum: 'Refund',
          variantExchangeLineItem: null,
        },
      ],
    });
    expect(
      quoteBody(withLine({ method: 'refund', reasonId: 'r1', reasonDetailId: 'd1' }), order, 'Return'),
    ).toMatchObject({
      claimLineItems: [{ reasonId: 'r1', reasonDetailId: 'd1' }],
    });
    const side = { total: 0, lineItems: [], sections: [] };
    const ledger = {
      currencyCode: 'USD',
      credits: side,
      deductions: side,
      balance: 0,
      owed: 0,
      held: 0,
      issued: { refund: 0, storeCredit: 0, giftCard: 0 },
      paymentIntent: null,
    };
    const told = (exchangeDeltaAmount: number): string =>
      differenceText({ ledger, claimLineItems: [{ lineIdFromPlatform: '11', exchangeDeltaAmount }] }, '11', 'USD');
    expect(told(8)).toBe('$8.00 more than the returned item');
    expect(told(-2.5)).toBe('$2.50 less than the returned item');
    expect(told(0)).toBe('even exchange');
    expect(differenceText(undefined, '11', 'USD')).toBe('');
  });

  test('has to have a customer with an address', () => {
    const wrong = {
      ...withLine({ method: 'refund' }),
      customerName: ' ',
      customerEmail: 'ada',
      shippingAddress: Address.parse({}),
    };
    expect(creationErrors(wrong, order)).toMatchObject({
      customerName: 'Must not be empty.',
      customerEmail: 'Must be a valid email.',
      'shippingAddress.line1': 'Must not be empty.',
    });
  });

  test('goes to the address of the order where that is left as it is, whole only for a label', () => {
    const vague = { ...order, shippingAddress: Address.parse({ line1: '1 High Street' }) };
    const made = { ...firstCreation(vague, 'Warranty'), lines: withLine({ method: 'refund' }).lines };
    expect(creationErrors(made, vague)).toEqual({});
    expect(creationBody(made, vague, 'Warranty', 'key').shippingAddress).toBeNull();
    expect(creationErrors({ ...made, shippingMethod: 'label' }, vague)).toHaveProperty(['shippingAddress.city']);
    const typed = { ...made, shippingAddress: Address.parse({ line1: '2 High Street' }) };
    expect(creationErrors(typed, vague)).toHaveProperty(['shippingAddress.city']);
    expect(creationBody(withLine({ method: 'refund' }), order, 'Return', 'key').shippingAddress).toEqual(
      order.shippingAddress,
    );
  });

  test('sends goods only to a whole address', () => {
    const goods = { variantIdFromPlatform: '3', productIdFromPlatform: '1', title: 'Wool sweater - L', quantity: 1 };
    const exchange = { ...goods, sku: 'WS-L', imgUrl: null, unitPrice: 10, unitTax: 0 };
    const atTill = { ...order, shippingAddress: null };
    const made = (from: OrderShown, method: LineDraft['method']) => ({
      ...firstCreation(from, 'Return'),
      shippingMethod: 'none' as const,
      lines: withLine({ method, exchange }).lines,
    });
    expect(creationErrors(made(atTill, 'refund'), atTill)).toEqual({});
    expect(creationErrors(made(atTill, 'variantExchange'), atTill)).toMatchObject({
      'shippingAddress.line1': 'Must not be empty.',
      'shippingAddress.countryCode': 'Must be two letters.',
    });
    expect(creationErrors(made(order, 'variantExchange'), order)).toEqual({});
  });

  test('is sent with its chosen lines only, and the variant only for an exchange', () => {
    const body = creationBody(withLine({ method: 'refund', mediaIds: ['m'] }), order, 'Return', 'key');
    expect(body.claimLineItems).toEqual([
      expect.objectContaining({ lineIdFromPlatform: '11', variantExchangeLineItem: null, mediaIds: ['m'] }),
    ]);
    expect(creationBody(first, order, 'Return', 'key').claimLineItems).toEqual([]);
  });

  test('has no lines without units, nor the protection product', () => {
    expect(canSelect(line)).toBe(true);
    expect(canSelect({ ...line, claimableQuantity: 0 })).toBe(false);
    expect(canSelect({ ...line, isProtection: true })).toBe(false);
  });
});

test('eligibility is told by its date, as for life, or by its reason', () => {
  expect(eligibilityText(open)).toBe('Until March 3, 2027');
  expect(eligibilityText({ ...open, isLifetime: true })).toBe('Lifetime');
  expect(eligibilityText({ ...open, isEligible: false, reasonText: 'Gone.' })).toBe('Gone.');
  expect(lineSummary(line)).toEqual({ text: 'Return until March 3, 2027', tone: 'good' });
  expect(lineSummary({ ...line, isExchangeOnly: true }).text).toBe('Exchange only, until March 3, 2027');
  const closed = { ...open, isEligible: false, reasonText: "This store doesn't offer this." };
  const eligibility = { refund: closed, storeCredit: closed, giftCard: closed, exchange: closed, warranty: open };
  const ineligibleLineItemFootnote = 'The return window closed on March 3, 2026.';
  expect(lineSummary({ ...line, eligibility, ineligibleLineItemFootnote }).text).toBe(ineligibleLineItemFootnote);
  expect(lineSummary({ ...line, madeIneligibleOn: 'x' })).toEqual({ text: 'Made ineligible', tone: 'bad' });
});

test('the way back leads only to pages of the back office', () => {
  expect(orderSearch({ returnTo: '/7/claims/return?view=2' })).toEqual({ returnTo: '/7/claims/return?view=2' });
  for (const returnTo of ['https://evil.example', '//evil.example', '/login', 'javascript:alert(1)', 7])
    expect(orderSearch({ returnTo })).toEqual({});
  expect(creationSearch({ claimType: 'Warranty' })).toEqual({ claimType: 'Warranty' });
  expect(creationSearch({ claimType: 'Shipping' })).toEqual({ claimType: 'Shipping' });
  expect(creationSearch({ claimType: 'Repair' })).toEqual({});
});
