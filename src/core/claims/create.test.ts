import { describe, expect, test } from 'vitest';
import { Address } from '#core/address.ts';
import { createClaim } from '#core/claims/create.ts';
import type { ClaimSelection } from '#core/claims/new-claim.ts';
import { intentOf } from '#core/effects/kinds.ts';
import { externalIdOf } from '#core/claims/external-id.ts';
import { Claim } from '#core/claims/claim.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import {
  claimOf,
  inputOf,
  type InputChanges,
  lineOf,
  NOW,
  orderOf,
  POLICY,
  refusalOf,
  selectionOf,
  settingsOf,
  variantOf,
} from '#core/claims/test-data.ts';
import { inEnglish } from '#core/emails/worded.fixture.ts';

const order = orderOf([
  lineOf({ idFromPlatform: 'a', quantity: 3, paidTotal: 2999, taxTotal: 250 }),
  lineOf({ idFromPlatform: 'b', productIdFromPlatform: 'product-2' }),
]);
const returnAddress = {
  firstName: 'Returns',
  lastName: '',
  line1: '9 Dock Road',
  line2: '',
  city: 'Troy',
  stateOrProvinceCode: 'NY',
  postalCode: '12180',
  countryCode: 'US',
  phone: '',
};

describe('a new claim', () => {
  const { claim, effects } = createClaim(
    inputOf(order, { selections: [selectionOf({ quantity: 2, comments: '  <b>tight</b> ' })] }),
  );
  test('is a valid aggregate with exact amounts', () => {
    expect(Claim.parse(claim)).toEqual(claim);
    expect(claim).toMatchObject({
      id: 7,
      orderId: 3,
      orderNo: '#1001',
      customerName: 'Ada Byron',
      customerEmail: 'ada@example.com',
      returnRequired: true,
      claimType: 'Return',
    });
    expect(claim.lines).toMatchObject([
      {
        id: 1,
        quantity: 2,
        subtotal: 1999,
        tax: 166,
        requestedAmount: 2165,
        comments: '<b>tight</b>',
        reasonName: 'It does not fit',
        status: 'open',
      },
    ]);
  });
  test('wants a packing slip, order tags and an email, each valid under its schema', () => {
    expect(effects.map((effect) => effect.purposeKey)).toEqual([
      'packingSlip:claim:7',
      'orderTags:created:claim:7',
      'email:received:claim:7',
    ]);
    for (const effect of inEnglish({ claim, effects })) expect(intentOf(effect)).toEqual(effect);
  });
  test('is the same when it is made again from the same input', () => {
    const input = inputOf(order);
    expect(createClaim(input)).toEqual(createClaim(input));
  });
});

test('a claim on a registered product is its owner’s by name, also where no address is known', () => {
  const owner = { firstName: 'Ruth', lastName: 'Owner' };
  const registered = { ...order, customer: null, shippingAddress: null, billingAddress: null, owner };
  expect(claimOf(registered)).toMatchObject({ customerName: 'Ruth Owner', shippingAddress: null });
});

test('a label travels from the shopper to the store and weighs what the units weigh', () => {
  const { effects } = createClaim(
    inputOf(order, {
      shippingMethod: 'label',
      returnAddress,
      selections: [selectionOf({ quantity: 2 })],
    }),
  );
  expect(effects[0]).toMatchObject({
    kind: 'label',
    purposeKey: 'label:claim:7',
    payload: { from: { line1: '1 High Street' }, to: { line1: '9 Dock Road' }, weightOunces: 28 },
  });
});

test('nobody is written to when no address is known', () => {
  const { effects } = createClaim(inputOf(order, { customer: { name: 'Ada', email: '' } }));
  expect(effects.map((effect) => effect.kind)).toEqual(['packingSlip', 'orderTags']);
});

test('a selection over two fulfillments becomes two lines that add up', () => {
  const sent = (id: string, quantity: number) => ({
    idFromPlatform: id,
    createdOn: '2026-03-02T00:00:00Z',
    deliveredOn: null,
    status: 'success',
    trackingCodes: [],
    lines: [{ idFromPlatform: `sent-${id}`, lineIdFromPlatform: 'a', quantity }],
  });
  const { claim } = createClaim(
    inputOf({ ...order, fulfillments: [sent('x', 1), sent('y', 2)] }, { selections: [selectionOf({ quantity: 3 })] }),
  );
  expect(claim.lines.map((line) => [line.id, line.fulfillmentLineIdFromPlatform, line.quantity])).toEqual([
    [1, 'sent-x', 1],
    [2, 'sent-y', 2],
  ]);
  expect(claim.lines.reduce((sum, line) => sum + line.requestedAmount, 0)).toBe(3249);
});

describe('refused', () => {
  const wrong = (selection: Partial<ClaimSelection>, changes: InputChanges = {}) =>
    refusalOf(() => createClaim(inputOf(order, { selections: [selectionOf(selection)], ...changes })));
  test.each<[string, Partial<ClaimSelection>]>([
    ['LINE_UNKNOWN', { lineIdFromPlatform: 'of another store' }],
    ['QUANTITY_INVALID', { quantity: 0 }],
    ['QUANTITY_INVALID', { quantity: -1 }],
    ['QUANTITY_INVALID', { quantity: 1.5 }],
    ['QUANTITY_INVALID', { quantity: Number.NaN }],
    ['QUANTITY_TOO_LARGE', { quantity: 4 }],
    ['METHOD_NOT_ELIGIBLE', { method: 'other' }],
    ['REASON_UNKNOWN', { reasonId: 'Because' }],
    ['REASON_DETAIL_UNKNOWN', { reasonDetail: 'Color' }],
    ['COMMENT_TOO_LONG', { comments: 'x'.repeat(2001) }],
    ['EXCHANGE_VARIANT_REQUIRED', { method: 'variantExchange' }],
    ['EXCHANGE_VARIANT_UNKNOWN', { method: 'variantExchange', variantIdFromPlatform: 'variant-9' }],
    [
      'EXCHANGE_VARIANT_UNKNOWN',
      { lineIdFromPlatform: 'b', method: 'variantExchange', variantIdFromPlatform: 'variant-2' },
    ],
  ])('%s', (code, selection) => expect(wrong(selection)).toBe(code));

  test('nothing selected', () => expect(wrong({}, { selections: [] })).toBe('CLAIM_EMPTY'));
  test('a method switched off or too late', () => {
    expect(wrong({}, { settings: settingsOf({ isRefundsEnabled: false }) })).toBe('METHOD_NOT_ELIGIBLE');
    expect(wrong({}, { now: '2026-04-06T00:00:00Z' })).toBe('METHOD_NOT_ELIGIBLE');
  });
  test('the same unit twice in one claim', () => {
    expect(
      refusalOf(() =>
        createClaim(inputOf(order, { selections: [selectionOf({ quantity: 2 }), selectionOf({ quantity: 2 })] })),
      ),
    ).toBe('QUANTITY_TOO_LARGE');
  });
  test('what is out of stock is named with its product', () => {
    const variants = new Map([['product-1', [variantOf({ available: 0 })]]]);
    const exchange = selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' });
    expect(() => createClaim(inputOf(order, { variants, selections: [exchange] }))).toThrow(
      'Wool sweater - L / Green is out of stock.',
    );
  });
  test('stock is shared by the lines of a claim', () => {
    const variants = new Map([['product-1', [variantOf({ available: 1 })]]]);
    const exchange = selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' });
    expect(refusalOf(() => createClaim(inputOf(order, { variants, selections: [exchange, exchange] })))).toBe(
      'OUT_OF_STOCK',
    );
    expect(createClaim(inputOf(order, { variants, selections: [exchange] })).claim.lines[0]?.exchange?.title).toBe(
      'L / Green',
    );
    const untracked = new Map([['product-1', [variantOf({ available: null })]]]);
    expect(
      createClaim(inputOf(order, { variants: untracked, selections: [exchange, exchange] })).claim.lines,
    ).toHaveLength(2);
  });
  test('no phone number where the store wants one of shoppers; the one that is left is kept with the address', () => {
    const settings = settingsOf({ isReturnPhoneRequired: true });
    const [at, order0] = [order.shippingAddress, { ...order, shippingAddress: null, billingAddress: null }];
    expect(wrong({}, { settings, order: order0 })).toBe('PHONE_REQUIRED');
    for (const phone of ['', 'call me', '12', '+1 <b>555</b> 0100'])
      expect(wrong({}, { settings, order: order0, phone }), phone).toBe('PHONE_REQUIRED');
    const made = (changes: InputChanges) => createClaim(inputOf(order, { settings, ...changes })).claim;
    expect(made({ phone: '+49 (0)30 / 555-0100' }).shippingAddress).toEqual({ ...at, phone: '+49 (0)30 / 555-0100' });
    expect(made({ order: order0, source: 'Merchant_App' }).shippingAddress).toBeNull();
    expect(wrong({}, { settings: settingsOf({ isWarrantyPhoneRequired: true }), order: order0 })).toHaveProperty(
      'claim',
    );
  });
  test('a way back the store does not offer, or cannot make', () => {
    expect(wrong({}, { settings: settingsOf({ shippingMethods: ['label'] }) })).toBe('SHIPPING_METHOD_UNKNOWN');
    expect(wrong({}, { shippingMethod: 'none' })).toBe('SHIPPING_METHOD_UNKNOWN');
    expect(wrong({}, { shippingMethod: 'label' })).toBe('RETURN_ADDRESS_MISSING');
    expect(
      wrong(
        {},
        {
          shippingMethod: 'label',
          returnAddress,
          order: { ...order, shippingAddress: null },
        },
      ),
    ).toBe('SHIPPING_ADDRESS_MISSING');
    const customer = { name: 'Ada', email: 'ada@example.com', shippingAddress: Address.parse({ city: 'Albany' }) };
    expect(wrong({}, { shippingMethod: 'label', returnAddress, customer })).toBe('SHIPPING_ADDRESS_MISSING');
  });
});

test('an external id is eight characters of Crockford base32', () => {
  expect(externalIdOf('Return', new Uint8Array([0, 0, 0, 0, 0]))).toBe('R-00000000');
  expect(externalIdOf('Warranty', new Uint8Array([255, 255, 255, 255, 255]))).toBe('W-ZZZZZZZZ');
  expect(externalIdOf('Registration', new Uint8Array([0, 0, 0, 0, 33]))).toBe('G-00000011');
  expect(() => externalIdOf('Return', new Uint8Array(4))).toThrow(RangeError);
});

test('a line asked for as other ends as other: there is nothing to decide, and it can be finalized', () => {
  const one = orderOf([lineOf({ idFromPlatform: 'a' })]);
  const claim = claimOf(one, { source: 'Merchant_App', selections: [selectionOf({ method: 'other' })] });
  expect(claim.lines[0]).toMatchObject({ status: 'approved', method: 'other' });
  expect(finalizeClaim(claim, one, { policy: POLICY, email: null }, NOW)).toMatchObject({
    claim: { finalizedOn: NOW },
    effects: [],
  });
});

test("what a claim begins with is told as the customer's, by name where there is one", () => {
  const one = orderOf([lineOf({ idFromPlatform: 'a' })]);
  expect(claimOf(one).timeline.map(({ by }) => by)).toEqual(['Ada Byron']);
  const nameless = { ...one, customer: null, shippingAddress: null };
  expect(claimOf(nameless).timeline.map(({ by }) => by)).toEqual(['Customer']);
});

test('goods in exchange and goods for the credit are not promised of the same unit', () => {
  const bought = orderOf(['a', 'b'].map((idFromPlatform) => lineOf({ idFromPlatform })));
  const of = (available: number) =>
    claimOf(bought, {
      variants: new Map([['product-1', [variantOf({ available })]]]),
      selections: [
        selectionOf({ lineIdFromPlatform: 'a', method: 'variantExchange', variantIdFromPlatform: 'variant-2' }),
        selectionOf({ lineIdFromPlatform: 'b', method: 'giftCard', isShopNow: true }),
      ],
      shopNowItems: [{ productIdFromPlatform: 'product-1', variantIdFromPlatform: 'variant-2', quantity: 1 }],
    });
  expect(of(2).reservation?.lines).toHaveLength(2);
  expect(refusalOf(() => of(1))).toBe('OUT_OF_STOCK');
});
