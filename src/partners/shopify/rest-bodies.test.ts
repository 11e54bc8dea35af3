import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Order } from '#core/orders/order.ts';
import { isReadable } from '#partners/ports.ts';
import { webhookBody } from '#sandbox/shopify/webhook-bodies.ts';
import { CONTEXT, openDemoShop, SHOP } from './demo-shop.fixture.ts';
import { parseLossless } from './raw-json.ts';
import { isRecordedHere, recordedText, unlessRecorded } from './recorded.fixture.ts';
import { orderFromRest, productFromRest, refundFromRest, returnFromRest } from './rest-bodies.fixture.ts';

const webhook = (file: string) =>
  z.object({ body: z.unknown() }).parse(parseLossless(recordedText(`webhooks/${file}.json`))).body;
const fixture = (file: string, key: string) =>
  z.record(z.string(), z.unknown()).parse(parseLossless(recordedText(`rest-fixtures/${file}.json`)))[key];

describe(`recorded REST-shaped bodies${unlessRecorded}`, () => {
  test.skipIf(!isRecordedHere)('orders/create', () => {
    const order = orderFromRest(webhook('orders.create'));
    expect(order).toMatchObject({
      idFromPlatform: '820982911946154508',
      orderNo: '#9999',
      createdOn: '2022-01-01T00:00:00.000Z',
      canceledOn: '2022-01-01T00:00:00.000Z',
      email: 'jon@example.com',
      currencyCode: 'USD',
      subtotal: 38800,
      shippingPaid: 1000,
      total: 38800,
      taxTotal: 0,
      totalPaid: 0,
      totalRefunded: 0,
      financialStatus: 'voided',
      fulfillmentStatus: 'pending',
      tags: ['tag1', 'tag2'],
      channel: 'web',
      taxesIncluded: false,
      customer: {
        idFromPlatform: '115310627314723954',
        firstName: 'John',
        lastName: 'Smith',
        email: 'john@example.com',
      },
      shippingAddress: {
        firstName: 'Steve',
        lastName: 'Shipper',
        company: 'Shipping Company',
        line1: '123 Shipping Street',
        line2: '',
        city: 'Shippington',
        stateOrProvinceCode: 'KY',
        postalCode: '40003',
        countryCode: 'US',
        phone: '555-555-SHIP',
      },
    });
    expect(
      order.lines.map(({ idFromPlatform, paidTotal, grams, productIdFromPlatform }) => [
        idFromPlatform,
        paidTotal,
        grams,
        productIdFromPlatform,
      ]),
    ).toEqual([
      ['866550311766439020', 19900, 567, '632910392'],
      ['141249953214522974', 19900, 567, '632910392'],
    ]);
  });

  test.skipIf(!isRecordedHere).each(['cancelled', 'fulfilled', 'paid', 'partially_fulfilled', 'updated'])(
    'orders/%s',
    (topic) => {
      const order = orderFromRest(webhook(`orders.${topic}`));
      expect(order.lines).toHaveLength(2);
      expect(order.total).toBe(38800);
    },
  );

  test.skipIf(!isRecordedHere)('the older shape of an order, with its discount code, tax and tracking code', () => {
    expect(orderFromRest(fixture('order', 'order'))).toMatchObject({
      idFromPlatform: '450789469',
      orderNo: '#1001',
      total: 40994,
      taxTotal: 1194,
      subtotal: 39800,
      discountCodes: ['TENOFF'],
      note: 'Test note',
      financialStatus: 'authorized',
      fulfillmentStatus: 'unfulfilled',
      totalPaid: 0,
      customer: { idFromPlatform: '207119551', email: 'bob.norman@hostmail.com' },
      lines: [
        { sku: 'IPOD2008GREEN', variantTitle: 'green', paidTotal: 19900 },
        { sku: 'IPOD2008RED' },
        { sku: 'IPOD2008BLACK' },
      ],
      fulfillments: [{ idFromPlatform: '255858046', status: 'FAILURE', trackingCodes: ['1Z2345'], lines: [] }],
    });
  });

  test.skipIf(!isRecordedHere)('orders with refunds inside: what was refunded is no longer there', () => {
    const orders = z
      .array(z.unknown())
      .parse(fixture('orders', 'orders'))
      .map((order) => orderFromRest(order));
    expect(orders.length).toBeGreaterThan(0);
    const refund = {
      id: 1,
      order_id: 450789469,
      created_at: '2026-01-01T00:00:00Z',
      refund_line_items: [{ quantity: 1, line_item_id: 466157049 }],
      transactions: [{ kind: 'refund', status: 'success', amount: '10.00' }],
    };
    const order = orderFromRest({
      ...z.record(z.string(), z.unknown()).parse(fixture('order', 'order')),
      refunds: [refund],
    });
    expect(order.lines.map(({ currentQuantity }) => currentQuantity)).toEqual([0, 1, 1]);
    expect(order.totalRefunded).toBe(1000);
  });

  test.skipIf(!isRecordedHere)('refunds/create, new and old', () => {
    expect(refundFromRest(webhook('refunds.create'), 'USD')).toMatchObject({
      idFromPlatform: '890088186047892319',
      note: 'Things were damaged',
      createdOn: '2022-01-01T00:00:00.000Z',
      total: 0,
      lines: [
        { lineIdFromPlatform: '866550311766439020', quantity: 1, subtotal: 19900, tax: 0 },
        { lineIdFromPlatform: '141249953214522974', quantity: 1, subtotal: 19900, tax: 0 },
      ],
    });
    expect(refundFromRest(fixture('refund', 'refund'), 'USD')).toEqual({
      idFromPlatform: '509562969',
      orderIdFromPlatform: '450789469',
      note: 'it broke during shipping',
      createdOn: '2016-03-22T15:15:00.000Z',
      total: 20900,
      lines: [
        { lineIdFromPlatform: '703073504', quantity: 1, subtotal: 19900, tax: 398 },
        { lineIdFromPlatform: '466157049', quantity: 1, subtotal: 19900, tax: 398 },
      ],
      // Nobody's mark is on it.
      purposeKey: null,
    });
  });

  test.skipIf(!isRecordedHere)('returns/*', () => {
    const lines = [
      { idFromPlatform: '987654321', lineIdFromPlatform: '4176556606960', quantity: 1 },
      { idFromPlatform: '987654322', lineIdFromPlatform: '7014063798651', quantity: 1 },
    ];
    const found = {
      idFromPlatform: '123134564567890',
      orderIdFromPlatform: '4783296544821',
      name: '',
      purposeKey: null,
      sentLines: [],
    };
    expect(returnFromRest(webhook('returns.approve'))).toEqual({ ...found, status: 'OPEN', lines });
    expect(returnFromRest(webhook('returns.request'))).toEqual({ ...found, status: 'REQUESTED', lines });
    for (const topic of ['close', 'reopen', 'cancel'])
      expect(returnFromRest(webhook(`returns.${topic}`))).toMatchObject({ ...found, lines: [] });
    expect(returnFromRest(webhook('returns.decline'))).toEqual({
      ...found,
      orderIdFromPlatform: null,
      status: 'DECLINED',
      lines: [],
    });
    expect(() => returnFromRest(webhook('returns.update'))).toThrow();
  });

  test.skipIf(!isRecordedHere)('products/create and the older shape', () => {
    expect(productFromRest(webhook('products.create'), 'USD')).toMatchObject({
      idFromPlatform: '788032119674292922',
      title: 'Example T-Shirt',
      handle: 'example-t-shirt',
      vendor: 'Acme',
      productType: 'Shirts',
      status: 'ACTIVE',
      tags: ['example', 'mens', 't-shirt'],
      variants: [
        {
          idFromPlatform: '642667041472713922',
          title: 'Small',
          sku: 'example-shirt-s',
          price: 1999,
          available: 75,
          options: [{ value: 'Small' }],
        },
        { idFromPlatform: '757650484644203962', title: 'Medium', price: 1999, available: 50 },
      ],
    });
    const older = productFromRest(fixture('product', 'product'), 'USD');
    expect(older).toMatchObject({
      idFromPlatform: '632910392',
      imgUrl: 'http://static.shopify.com/s/files/1/6909/3384/products/ipod-nano.png?0',
      tags: ['Emotive', 'Flash Memory', 'MP3', 'Music'],
    });
    // These go on selling when they are out of stock.
    expect(older.variants.map(({ sku, available }) => [sku, available])).toEqual([
      ['IPOD2008PINK', null],
      ['IPOD2008RED', null],
      ['IPOD2008GREEN', null],
      ['IPOD2008BLACK', null],
    ]);
  });
});

/** What REST and GraphQL say about an order. */
const told = (order: Order) => {
  const { idFromPlatform, orderNo, createdOn, updatedOn, canceledOn, email, currencyCode, taxesIncluded } = order;
  const { subtotal, shippingPaid, taxTotal, total, totalRefunded, financialStatus, fulfillmentStatus } = order;
  return {
    facts: [idFromPlatform, orderNo, createdOn, updatedOn, canceledOn, email, currencyCode, taxesIncluded],
    sums: [subtotal, shippingPaid, taxTotal, total, totalRefunded, financialStatus, fulfillmentStatus],
    tags: order.tags.toSorted(),
    discountCodes: order.discountCodes,
    // A webhook says nothing of what the buyer is to the shop now.
    customer: order.customer && {
      idFromPlatform: order.customer.idFromPlatform,
      firstName: order.customer.firstName,
      lastName: order.customer.lastName,
      email: order.customer.email,
    },
    shippingAddress: order.shippingAddress,
    lines: order.lines.map((line) => [
      line.idFromPlatform,
      line.variantIdFromPlatform,
      line.quantity,
      line.currentQuantity,
      line.unitListPrice,
      line.paidTotal,
      line.taxTotal,
    ]),
    trackingCodes: order.fulfillments.map(({ trackingCodes }) => trackingCodes),
    refunds: order.refunds.map(({ idFromPlatform: id, total: moved, lines }) => [
      id,
      moved,
      lines.map((line) => [line.lineIdFromPlatform, line.quantity, line.subtotal, line.tax]),
    ]),
  };
};

test('a webhook of the sandbox tells of an order what GraphQL tells', async () => {
  const shop = await openDemoShop();
  try {
    const state = shop.sandbox.store(SHOP);
    const read = (await Array.fromAsync(shop.store.exportOrders(CONTEXT))).filter(isReadable);
    expect(read.length).toBeGreaterThan(50);
    for (const order of read) {
      const body = webhookBody(state, { topic: 'orders/updated', kind: 'order', id: Number(order.idFromPlatform) });
      expect(told(orderFromRest(body))).toEqual(told(order));
    }
  } finally {
    await shop.close();
  }
});
