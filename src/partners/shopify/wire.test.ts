import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isRecordedHere, recordedText, unlessRecorded } from './recorded.fixture.ts';
import { orderFromWire, WireOrder } from './wire.ts';

const Loose = z.record(z.string(), z.unknown());
const Orders = z.object({ data: z.object({ orders: z.object({ nodes: z.array(Loose) }) }) });
const Line = z.looseObject({
  id: z.string(),
  quantity: z.number(),
  originalUnitPriceSet: z.unknown(),
  totalDiscountSet: z.unknown(),
  variant: Loose.nullish(),
});

const pageInfo = { hasNextPage: false, endCursor: null };
const zero = { presentmentMoney: { amount: '0.0', currencyCode: 'USD' } };
const nodesOf = (list: unknown): Record<string, unknown>[] => z.object({ nodes: z.array(Loose) }).parse(list).nodes;

/** A recorded order with the fields that its query did not ask for, and ours does. */
function completed(order: Record<string, unknown>): WireOrder {
  const lines = nodesOf(order['lineItems']).map((line) => Line.parse(line));
  return WireOrder.parse({
    cancelledAt: null,
    phone: null,
    presentmentCurrencyCode: order['currencyCode'],
    taxesIncluded: false,
    totalShippingPriceSet: zero,
    totalTaxSet: order['currentTotalTaxSet'],
    totalPriceSet: order['currentTotalPriceSet'],
    totalReceivedSet: order['currentTotalPriceSet'],
    totalRefundedSet: zero,
    sourceName: 'web',
    discountCodes: [],
    refunds: [],
    returns: { nodes: [], pageInfo },
    risk: { recommendation: 'NONE', assessments: [] },
    ...order,
    customer: order['customer'] ? { ...Loose.parse(order['customer']), defaultEmailAddress: null } : null,
    shippingAddress: withCountry(order['shippingAddress']),
    billingAddress: withCountry(order['billingAddress']),
    fulfillments: z
      .array(Loose)
      .parse(order['fulfillments'] ?? [])
      .map((one) => ({ ...one, fulfillmentLineItems: { ...Loose.parse(one['fulfillmentLineItems']), pageInfo } })),
    lineItems: {
      pageInfo,
      nodes: lines.map((line) => ({
        currentQuantity: line.quantity,
        requiresShipping: true,
        taxLines: [],
        weight: null,
        image: null,
        variantTitle: null,
        originalTotalSet: line.originalUnitPriceSet,
        discountAllocations: [{ allocatedAmountSet: line.totalDiscountSet }],
        ...line,
        variant: line.variant ? { ...line.variant, selectedOptions: [] } : null,
      })),
    },
  });
}

const withCountry = (address: unknown) =>
  address ? { ...Loose.parse(address), countryCodeV2: Loose.parse(address)['countryCode'] } : null;
const recordedOrders = (path: string) =>
  Orders.parse(JSON.parse(recordedText(`graphql-samples/${path}`))).data.orders.nodes;

describe(`recorded orders${unlessRecorded}`, () => {
  test.skipIf(!isRecordedHere)('an order by its number, with its fulfillment and every tracking code', () => {
    const [recorded] = recordedOrders('actions/look_up_order_by_order_num/_test_/data/rawData.json');
    expect(orderFromWire(completed(recorded ?? {}))).toMatchObject({
      idFromPlatform: '5869612236951',
      orderNo: '#1360',
      email: 'agent@example.com',
      currencyCode: 'USD',
      createdOn: '2024-12-15T12:53:14.000Z',
      updatedOn: '2024-12-15T16:07:32.000Z',
      subtotal: 14400,
      total: 14400,
      taxTotal: 0,
      financialStatus: 'paid',
      fulfillmentStatus: 'fulfilled',
      customer: { idFromPlatform: '7711469076631' },
      shippingAddress: {
        line1: 'address1',
        line2: '',
        city: 'city',
        stateOrProvinceCode: 'M',
        postalCode: '28806',
        countryCode: 'ES',
      },
      lines: [
        {
          idFromPlatform: '13629554098327',
          productIdFromPlatform: '7451895464087',
          variantIdFromPlatform: '41799856586903',
          name: 'Cat Pajamas - Small',
          sku: '111-1',
          quantity: 1,
          unitListPrice: 5500,
          paidTotal: 5500,
          productType: 'Sleepwear & Loungewear',
        },
        { idFromPlatform: '13629554131095', quantity: 1, unitListPrice: 8900, paidTotal: 8900 },
      ],
      fulfillments: [
        {
          idFromPlatform: '5146232586391',
          status: 'SUCCESS',
          createdOn: '2024-12-15T12:53:49.000Z',
          deliveredOn: null,
          trackingCodes: ['rgf', 'fggd', 'grbrg'],
          lines: [
            { idFromPlatform: '11685560877207', lineIdFromPlatform: '13629554098327', quantity: 1 },
            { idFromPlatform: '11685560909975', lineIdFromPlatform: '13629554131095', quantity: 1 },
          ],
        },
      ],
    });
  });

  test.skipIf(!isRecordedHere).each([
    ['actions/look_up_orders_by_email/_test_/data/success/rawData.json', ['#1360', '#1355']],
    ['data/pull/orders/_test_/data/rawData.json', ['#1044']],
  ])('%s: every order and every line comes through', (path, names) => {
    const recorded = recordedOrders(path);
    const orders = recorded.map((order) => orderFromWire(completed(order)));
    expect(orders.map((order) => order?.orderNo)).toEqual(names);
    for (const [index, order] of orders.entries()) {
      const lines = nodesOf(recorded[index]?.['lineItems']).map(
        (line) =>
          `gid://shopify/LineItem/${order?.lines.find(({ idFromPlatform }) => String(line['id']).endsWith(idFromPlatform))?.idFromPlatform}`,
      );
      expect(lines).toEqual(nodesOf(recorded[index]?.['lineItems']).map((line) => line['id']));
    }
  });
});

describe('amounts', () => {
  const bag = (amount: string, currencyCode = 'JPY') => ({ presentmentMoney: { amount, currencyCode } });
  const line = {
    id: 'gid://shopify/LineItem/1',
    name: 'Cup',
    variantTitle: null,
    sku: null,
    vendor: null,
    quantity: 3,
    currentQuantity: 2,
    requiresShipping: true,
    isGiftCard: false,
    originalUnitPriceSet: bag('1000.0'),
    originalTotalSet: bag('3000.0'),
    discountAllocations: [{ allocatedAmountSet: bag('100.0') }, { allocatedAmountSet: bag('1.0') }],
    taxLines: [{ priceSet: bag('200.0') }, { priceSet: bag('90.0') }],
    weight: { unit: 'OUNCES', value: 2 },
    image: null,
    product: null,
    variant: null,
  };
  const order = {
    id: 'gid://shopify/Order/9',
    name: '#9',
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00+09:00',
    cancelledAt: null,
    presentmentCurrencyCode: 'JPY',
    taxesIncluded: true,
    subtotalPriceSet: bag('2899.0'),
    totalShippingPriceSet: bag('0.0'),
    totalTaxSet: null,
    totalPriceSet: bag('2899.0'),
    totalReceivedSet: bag('2899.0'),
    totalRefundedSet: bag('0.0'),
    displayFinancialStatus: 'PAID',
    displayFulfillmentStatus: 'UNFULFILLED',
    tags: [],
    discountCodes: [],
    customer: null,
    shippingAddress: null,
    billingAddress: null,
    fulfillments: [],
    refunds: [],
    lineItems: { nodes: [line], pageInfo },
    returns: { nodes: [], pageInfo },
    risk: { recommendation: 'NONE', assessments: [] },
  };

  test('are minor units of the currency the shopper paid in, discounts of every kind taken off', () => {
    const parsed = orderFromWire(WireOrder.parse(order));
    expect(parsed).toMatchObject({ total: 2899, currencyCode: 'JPY', updatedOn: '2025-12-31T15:00:00.000Z' });
    expect(parsed?.lines[0]).toMatchObject({
      unitListPrice: 1000,
      paidTotal: 2899,
      taxTotal: 290,
      quantity: 3,
      currentQuantity: 2,
      grams: 57,
    });
  });
  test('delivery is what was paid for it: the platform tells its price before a code for free shipping', () => {
    const freeFor = (amount: string) => ({ discountAllocations: [{ allocatedAmountSet: bag(amount) }] });
    const paid = (shippingLine: object | null) =>
      orderFromWire(WireOrder.parse({ ...order, totalShippingPriceSet: bag('500.0'), shippingLine }))?.shippingPaid;
    expect([null, { discountAllocations: [] }, freeFor('200.0'), freeFor('500.0')].map(paid)).toEqual([
      500, 500, 300, 0,
    ]);
  });
  test('in another currency than the order are refused, not mistaken', () => {
    const mixed = WireOrder.parse({ ...order, totalPriceSet: bag('20.00', 'USD') });
    expect(() => orderFromWire(mixed)).toThrow(/USD where JPY/);
  });
  test.each([
    ['IN_TRANSIT', 'in_transit'],
    ['CARRIER_PICKED_UP', 'carrier_picked_up'],
    ['NOT_DELIVERED', 'failure'],
    ['MARKED_AS_FULFILLED', null],
    ['CANCELED', null],
    [null, null],
  ])('a parcel that is %s is %s to us', (displayStatus, event) => {
    const sent = { id: 'gid://shopify/Fulfillment/1', createdAt: '2026-01-01T00:00:00Z', deliveredAt: null };
    const fulfillments = [
      { ...sent, status: 'SUCCESS', displayStatus, trackingInfo: [], fulfillmentLineItems: { nodes: [], pageInfo } },
    ];
    expect(orderFromWire(WireOrder.parse({ ...order, fulfillments }))?.fulfillments[0]).toMatchObject({ event });
  });
  test('the link to follow a package is taken if it is a page of the web', () => {
    const sent = { id: 'gid://shopify/Fulfillment/1', createdAt: '2026-01-01T00:00:00Z', deliveredAt: null };
    const trackingInfo = ['https://ups.test/1Z1', 'javascript:alert(1)', '1Z1', null].map((url) => ({
      number: '1Z1',
      company: 'UPS',
      url,
    }));
    const fulfillments = [
      { ...sent, status: 'SUCCESS', displayStatus: '', trackingInfo, fulfillmentLineItems: { nodes: [], pageInfo } },
    ];
    const [parcel] = orderFromWire(WireOrder.parse({ ...order, fulfillments }))?.fulfillments ?? [];
    expect(parcel?.trackers?.map(({ url }) => url)).toEqual(['https://ups.test/1Z1', '', '', '']);
  });
  test.each([
    ['PARTIALLY_REFUNDED', 'PARTIALLY_FULFILLED', 'partially_refunded', 'partial'],
    ['EXPIRED', 'ON_HOLD', 'expired', 'on_hold'],
    ['VOIDED', 'UNFULFILLED', 'voided', 'unfulfilled'],
    ['PENDING', 'REQUEST_DECLINED', 'pending', 'request_declined'],
    ['PAID', 'RESTOCKED', 'paid', 'restocked'],
  ])('%s and %s are codes of ours', (displayFinancialStatus, displayFulfillmentStatus, financialStatus, sent) => {
    const told = WireOrder.parse({ ...order, displayFinancialStatus, displayFulfillmentStatus });
    expect(orderFromWire(told)).toMatchObject({ financialStatus, fulfillmentStatus: sent });
  });
  test('an order without lines is none', () => {
    expect(orderFromWire(WireOrder.parse({ ...order, lineItems: { nodes: [], pageInfo } }))).toBeNull();
  });
  test('of several risk assessments the worst counts, with the facts of all', () => {
    const risk = {
      recommendation: 'INVESTIGATE',
      assessments: [
        { riskLevel: 'LOW', facts: [{ description: 'Card check passed.', sentiment: 'POSITIVE' }] },
        { riskLevel: 'HIGH', facts: [{ description: 'Known reshipper.', sentiment: 'NEGATIVE' }] },
        { riskLevel: 'PENDING', facts: [] },
      ],
    };
    expect(orderFromWire(WireOrder.parse({ ...order, risk }))?.platformRisk).toEqual({
      level: 'High',
      recommendation: 'Investigate',
      facts: [
        { description: 'Card check passed.', sentiment: 'Positive' },
        { description: 'Known reshipper.', sentiment: 'Negative' },
      ],
    });
  });
});
