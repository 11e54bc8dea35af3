import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import { confirmWithdrawal, getWithdrawal, stateWithdrawal } from '#contract/customer/withdrawal.ts';
import * as shipping from '#contract/merchant/shipping-claims.ts';
import { Address } from '#core/address.ts';
import { aboutOrder } from '#core/effects/subject.ts';
import { decimalFromMinor } from '#core/money.ts';
import type { Order } from '#core/orders/order.ts';
import { writeOrders } from '#server/import/import-on-request.ts';
import { importOrders, type ImportReport } from '#server/import/import-orders.ts';
import { readOrdersCsv } from '#server/import/orders-csv.ts';
import { keepFilingReminder } from '#server/db/filing-reminders.ts';
import { markLine } from '#server/db/orders.ts';
import { raiseTask } from '#server/db/tasks.ts';
import { firstSync } from '#server/sync/first-sync.ts';
import {
  changeLine,
  changeOrder,
  claimOf,
  finalizeAll,
  returnableOrder,
  settledClaim,
  submitReturn,
} from '#server/testing/claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { SHIPPING_CLAIMS_ON } from '#server/testing/shipping-claims.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff();
});
afterAll(async () => {
  await server.close();
});

const HEADER =
  'Name,Id,Email,Financial Status,Fulfillment Status,Currency,Subtotal,Taxes,Shipping,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku';

/** The export of an order as the platform would write it, with or without the column that has its id. */
function exportOf(order: Order, options: { hasId: boolean }): string {
  const money = (minor: number): string => decimalFromMinor(minor, order.currencyCode);
  const own = [
    order.email,
    'paid',
    'fulfilled',
    order.currencyCode,
    money(order.subtotal),
    money(order.taxTotal),
    money(order.shippingPaid),
    money(order.total),
    order.createdOn,
  ];
  const rows = order.lines.map((line, index) => {
    const fullName = [line.name, line.variantTitle].filter((part) => part !== '').join(' - ');
    return [
      order.orderNo,
      index === 0 && options.hasId ? order.idFromPlatform : '',
      ...(index === 0 ? own : own.map(() => '')),
      String(line.quantity),
      fullName,
      money(line.unitListPrice),
      line.sku,
    ];
  });
  return [HEADER, ...rows.map((row) => row.map((cell) => JSON.stringify(cell)).join(','))].join('\n');
}

const database = (): TestServer['server']['deps']['database'] => server.server.deps.database;
const imported = (csv: string): Promise<ImportReport> =>
  importOrders((orders) => writeOrders(database(), server.storeId, orders), readOrdersCsv(Readable.from([csv])));
const synced = (): Promise<unknown> => firstSync(server.server.deps, server.storeId, { requestId: 'test' });

const rowsOf = (orderNo: string) =>
  database().inStore(server.storeId, (db) =>
    db
      .selectFrom('store_order')
      .select(['order_id', 'id_from_platform', 'document'])
      .where('order_no', '=', orderNo)
      .execute(),
  );
const forget = (orderNo: string): Promise<unknown> =>
  database().inStore(server.storeId, (db) => db.deleteFrom('store_order').where('order_no', '=', orderNo).execute());

const idsOf = async (orderNo: string): Promise<string[]> => (await rowsOf(orderNo)).map((row) => row.id_from_platform);
const orderOf = async (orderNo: string): Promise<Order> => {
  const [row] = await rowsOf(orderNo);
  if (!row) throw new Error(`there is no order ${orderNo}`);
  return row.document;
};

test.each([{ hasId: true }, { hasId: false }])('the sync first, then the file (%j): the sync wins', async (options) => {
  const { shopOrder } = await returnableOrder(server);
  const known = await rowsOf(shopOrder.name);
  const csv = exportOf(await orderOf(shopOrder.name), options).replace('"fulfilled"', '"unfulfilled"');
  expect(await imported(csv)).toMatchObject({ read: 1, written: 0, unchanged: 0, synced: 1 });
  expect(await rowsOf(shopOrder.name)).toEqual(known);
});

test.each([{ hasId: true }, { hasId: false }])(
  'the file first, then the sync (%j): one order, and its claim is finished on it',
  async (options) => {
    const { shopOrder, email } = await returnableOrder(server);
    const name = shopOrder.name;
    const order = await orderOf(name);
    await forget(name);
    expect(await imported(exportOf(order, options))).toMatchObject({ written: 1, synced: 0 });
    const [fromFile] = await rowsOf(name);
    expect(fromFile?.id_from_platform).toBe(options.hasId ? `csv:id:${shopOrder.id}` : `csv:${name}`);

    const { call, idFromPlatform } = await server.shopper({ name, email });
    expect(idFromPlatform).toBe(fromFile?.id_from_platform);
    const fileOrder = { ...(await returnableOrderAgain(call, idFromPlatform)), shopOrder, email, call };
    const externalId = await submitReturn(server, fileOrder, { method: 'giftCard' });
    await settledClaim(server, staff, externalId);

    await synced();
    // A file that has the platform's id is enough to tag the order there.
    const changes = options.hasId ? { tags: ['makegood-return'], updatedOn: expect.any(String) as string } : {};
    expect(await rowsOf(name)).toEqual([
      { order_id: fromFile?.order_id, id_from_platform: String(shopOrder.id), document: { ...order, ...changes } },
    ]);
    const claim = await claimOf(server, staff, externalId);
    expect(claim.originalStoreOrder.idFromPlatform).toBe(String(shopOrder.id));
    expect(order.lines.map((line) => line.idFromPlatform)).toContain(
      claim.claimLineItems[0]?.originalStoreOrderLineItem.idFromPlatform,
    );

    const refund = { kind: 'approved', resolutionMethod: 'refund' } as const;
    await finalizeAll(server, staff, await changeLine(server, staff, claim, 1, refund));
    const done = await settledClaim(server, staff, externalId);
    expect(done.effects.map(({ kind, state, lastError }) => [kind, state, lastError])).toContainEqual([
      'refund',
      'done',
      null,
    ]);
    expect(server.shop.orders.find((one) => one.id === shopOrder.id)?.refunds).toHaveLength(1);
  },
);

async function returnableOrderAgain(call: Caller, idFromPlatform: string) {
  const order = await call(customer.getOrder, { params: { slug: server.slug, idFromPlatform } });
  const line = order.lineItems.find((one) => one.isEligible);
  if (!line) throw new Error(`nothing of ${order.orderNo} can be returned`);
  return { order, line };
}

test('a refund is offered, and can be approved, only once the shop itself tells of the order', async () => {
  const { shopOrder, email } = await returnableOrder(server);
  const order = await orderOf(shopOrder.name);
  await forget(shopOrder.name);
  await imported(exportOf(order, { hasId: false }));
  const { call, idFromPlatform } = await server.shopper({ name: shopOrder.name, email });
  const found = { ...(await returnableOrderAgain(call, idFromPlatform)), call };
  expect(found.line.methods.refund).toMatchObject({
    isEligible: false,
    reasonText: "This order can't be refunded online. Choose another option.",
  });
  expect(found.line.methods.giftCard.isEligible).toBe(true);
  expect(await refusalOf(submitReturn(server, found))).toBe('422 METHOD_NOT_ELIGIBLE');
  const externalId = await submitReturn(server, found, { method: 'giftCard' });
  const asked = await settledClaim(server, staff, externalId);
  const refund = { kind: 'approved', resolutionMethod: 'refund' } as const;
  expect(asked.claimLineItems[0]?.allowedMethods).not.toContain('refund');
  expect(await refusalOf(changeLine(server, staff, asked, 1, refund))).toBe('422 METHOD_NOT_ALLOWED');
  await synced();
  const known = await claimOf(server, staff, externalId);
  await finalizeAll(server, staff, await changeLine(server, staff, known, 1, refund));
  await settledClaim(server, staff, externalId);
  expect(server.shop.orders.find((one) => one.id === shopOrder.id)?.refunds).toHaveLength(1);
});

test('a withdrawal from an order that only a file told of is accepted, and staff resolve it externally', async () => {
  await server.saveSettings({ isWithdrawalOffered: true });
  const { shopOrder, email } = await returnableOrder(server);
  const order = await orderOf(shopOrder.name);
  await forget(shopOrder.name);
  await imported(exportOf(order, { hasId: false }));
  const { call, idFromPlatform } = await server.shopper({ name: shopOrder.name, email });
  const again = { ...(await returnableOrderAgain(call, idFromPlatform)), call };
  await changeOrder(server, again, ({ fulfillments }) => ({
    shippingAddress: Address.parse({ countryCode: 'DE' }),
    fulfillments: fulfillments.map((one) => ({ ...one, deliveredOn: new Date().toISOString() })),
  }));
  const params = { slug: server.slug, idFromPlatform };
  const { items } = await call(getWithdrawal, { params });
  const item = items.find(({ lineIdFromPlatform }) => lineIdFromPlatform === again.line.lineIdFromPlatform);
  expect(item).toMatchObject({ quantity: 1, whyNot: null });
  const selections = [{ lineIdFromPlatform: again.line.lineIdFromPlatform, quantity: 1 }];
  const body = { selections, name: 'Ada Byron', email };
  const { statementKey } = await call(stateWithdrawal, { params, body });
  const { externalId } = await call(confirmWithdrawal, {
    params,
    body: { ...body, statementKey, requestKey: randomUUID() },
  });
  const asked = await settledClaim(server, staff, externalId);
  expect(asked.claimLineItems[0]).toMatchObject({ allowedMethods: [], externalMethods: ['refund'] });
  const refund = { kind: 'approved', resolutionMethod: 'refund' } as const;
  expect(await refusalOf(changeLine(server, staff, asked, 1, refund))).toBe('422 METHOD_NOT_ALLOWED');
  const outside = { ...refund, wasResolvedExternally: true, externalRefundIdFromPlatform: null };
  await finalizeAll(server, staff, await changeLine(server, staff, asked, 1, outside));
  const done = await settledClaim(server, staff, externalId);
  expect(done.withdrawal?.state).toBe('done');
  expect(done.effects.map(({ kind }) => kind)).not.toContain('refund');
});

test('an order that was told twice before becomes one at the next sync', async () => {
  const { shopOrder, email } = await returnableOrder(server);
  const order = await orderOf(shopOrder.name);
  await forget(shopOrder.name);
  await imported(exportOf(order, { hasId: false }));
  const { call, idFromPlatform } = await server.shopper({ name: shopOrder.name, email });
  const externalId = await submitReturn(
    server,
    {
      ...(await returnableOrderAgain(call, idFromPlatform)),
      call,
    },
    { method: 'giftCard' },
  );
  await tellAgain(order);
  await synced();
  expect(await idsOf(shopOrder.name)).toEqual([String(shopOrder.id)]);
  expect((await claimOf(server, staff, externalId)).originalStoreOrder.idFromPlatform).toBe(String(shopOrder.id));
});

/** As older versions did: a row of its own, in addition to that of the file. */
const tellAgain = (order: Order): Promise<unknown> =>
  database().inStore(server.storeId, (db) =>
    db
      .insertInto('store_order')
      .values({
        store_id: server.storeId,
        id_from_platform: order.idFromPlatform,
        order_no: order.orderNo,
        order_no_key: order.orderNo.replace('#', '').toLowerCase(),
        email_key: order.email,
        postal_key: '',
        created_on: order.createdOn,
        updated_on: order.updatedOn,
        document: JSON.stringify(order),
      })
      .execute(),
  );

describe('a shipping claim that staff filed on an order of a file', () => {
  beforeAll(() => server.saveSettings(SHIPPING_CLAIMS_ON));
  const at = (shippingClaimId: number) => ({ storeId: server.storeId, shippingClaimId });

  /** All units of the first line that can be returned, claimed while only the file tells of the order. */
  async function filed() {
    const { shopOrder, email, line } = await returnableOrder(server);
    const order = await orderOf(shopOrder.name);
    await forget(shopOrder.name);
    await imported(exportOf(order, { hasId: false }));
    const [row] = await rowsOf(shopOrder.name);
    const place = order.lines.findIndex(({ idFromPlatform }) => idFromPlatform === line.lineIdFromPlatform);
    const idInFile = row?.document.lines[place]?.idFromPlatform ?? '';
    expect(idInFile).toMatch(/^csv:/);
    const claim = await staff(shipping.createShippingClaim, {
      params: { storeId: server.storeId },
      body: {
        requestKey: randomUUID(),
        originalStoreOrderId: row?.order_id ?? 0,
        reason: 'Missing_Item',
        resolutionMethod: 'Refund',
        lineItems: [{ idFromPlatform: idInFile, quantity: order.lines[place]?.quantity ?? 0 }],
      },
    });
    return { shopOrder, email, order, fileId: row?.order_id ?? 0, claim, line: order.lines[place] };
  }

  /** The units are the claim's, and its refund is made once, of these units. */
  async function settles({ shopOrder, email, claim, line }: Awaited<ReturnType<typeof filed>>): Promise<void> {
    const { call, idFromPlatform } = await server.shopper({ name: shopOrder.name, email });
    const seen = await call(customer.getOrder, { params: { slug: server.slug, idFromPlatform } });
    const units = seen.lineItems.find(({ lineIdFromPlatform }) => lineIdFromPlatform === line?.idFromPlatform);
    expect(units).toMatchObject({ returnableQuantity: 0 });
    const { version, shippingClaimLineItems } = await staff(shipping.getShippingClaim, { params: at(claim.id) });
    expect(version).toBe(claim.version);
    expect(shippingClaimLineItems.map(({ originalStoreOrderLineItem: its }) => its.idFromPlatform)).toEqual([
      line?.idFromPlatform,
    ]);
    await staff(shipping.finalizeShippingClaim, {
      params: at(claim.id),
      body: { version, resolutionMethod: 'Refund' },
    });
    await eventually(async () => {
      const { resolutionSummary } = await staff(shipping.getShippingClaim, { params: at(claim.id) });
      return resolutionSummary.refund?.isRefundPending === false;
    }, 'it is refunded');
    const refunds = server.shop.orders.find(({ id }) => id === shopOrder.id)?.refunds;
    expect(refunds?.map(({ lines }) => lines)).toMatchObject([
      [{ lineItemId: Number(line?.idFromPlatform), quantity: line?.quantity }],
    ]);
  }

  test('is a claim of the synced order: its units are no longer free, and its refund is made once', async () => {
    const its = await filed();
    await synced();
    expect(await idsOf(its.shopOrder.name)).toEqual([String(its.shopOrder.id)]);
    await settles(its);
  });

  test('can be sent again as the products that the platform knows', async () => {
    const { claim, line } = await filed();
    const params = at(claim.id);
    const grant = async () => {
      const { version } = await staff(shipping.getShippingClaim, { params });
      return staff(shipping.finalizeShippingClaim, { params, body: { version, resolutionMethod: 'Reorder' } });
    };
    expect(await refusalOf(grant())).toContain('REORDER_NOT_POSSIBLE');
    await synced();
    for (const { id, quantities } of server.shop.products.flatMap(({ variants }) => variants))
      if (String(id) === line?.variantIdFromPlatform) quantities['available'] = 10;
    expect(await grant()).toMatchObject({ status: 'InProgress', reorderUntil: expect.any(String) });
  });

  test('moves with everything else of the order where it was told twice, and nothing is left of the file', async () => {
    const its = await filed();
    const { storeId } = server;
    const email = 'remind.me@home.example';
    await database().inStore(storeId, async (db) => {
      const reminder = { reason: 'Lost', email, language: 'en', remindOn: '2999-01-01T00:00:00Z' } as const;
      await keepFilingReminder(db, storeId, { orderId: its.fileId, ...reminder });
      await db
        .insertInto('warranty_term')
        .values({
          store_id: storeId,
          order_id: its.fileId,
          line_id_from_platform: `csv:${its.shopOrder.name}:line:1`,
          covered_until: '2999-01-01T00:00:00Z',
        })
        .execute();
      await raiseTask(db, storeId, {
        subject: aboutOrder(its.fileId),
        purposeKey: `test:${its.fileId}`,
        kind: 'test',
        message: 'Call the shopper.',
      });
    });
    await tellAgain(its.order);
    await synced();
    const [row, ...others] = await rowsOf(its.shopOrder.name);
    expect(others).toEqual([]);
    expect(row?.order_id).not.toBe(its.fileId);
    const named = await database().inStore(storeId, async (db) => {
      const { rows } = await sql<{ table_name: string; column_name: string }>`
        select table_name, column_name from information_schema.columns
        where table_schema = 'public' and column_name in ('order_id', 'subject_id')`.execute(db);
      const found: string[] = [];
      for (const { table_name: table, column_name: column } of rows) {
        const isAbout = column === 'order_id' ? sql`` : sql`and subject_kind = 'order'`;
        const { rows: left } = await sql`select from ${sql.table(table)}
          where store_id = ${storeId} and ${sql.ref(column)} = ${its.fileId} ${isAbout}`.execute(db);
        if (left.length > 0) found.push(table);
      }
      return found;
    });
    expect(named).toEqual([]);
    const reminders = await database().inStore(storeId, (db) =>
      db.selectFrom('filing_reminder').select('order_id').where('email', '=', email).execute(),
    );
    expect(reminders).toEqual([{ order_id: row?.order_id }]);
    await settles(its);
  });
});

test('a file with the id after one without it is the same order, and the other way round', async () => {
  const { shopOrder } = await returnableOrder(server);
  const order = await orderOf(shopOrder.name);
  await forget(shopOrder.name);
  const withId = `csv:id:${shopOrder.id}`;
  await imported(exportOf(order, { hasId: false }));
  expect(await idsOf(shopOrder.name)).toEqual([`csv:${shopOrder.name}`]);
  expect(await imported(exportOf(order, { hasId: true }))).toMatchObject({ written: 1 });
  expect(await idsOf(shopOrder.name)).toEqual([withId]);
  expect(await imported(exportOf(order, { hasId: false }))).toMatchObject({ written: 0, unchanged: 1 });
  expect(await idsOf(shopOrder.name)).toEqual([withId]);
});

test('another order of the same number is not taken for it when the ids say so', async () => {
  const { shopOrder } = await returnableOrder(server);
  const order = await orderOf(shopOrder.name);
  const other = { ...order, idFromPlatform: '99999999' };
  expect(await imported(exportOf(other, { hasId: true }))).toMatchObject({ written: 1, synced: 0 });
  expect((await idsOf(shopOrder.name)).toSorted()).toEqual([String(shopOrder.id), 'csv:id:99999999'].toSorted());
});

test('what staff took out of an order of a file stays out once the order is synced', async () => {
  const { orderNo, idFromPlatform } = (await returnableOrder(server)).order;
  const order = await orderOf(orderNo);
  await forget(orderNo);
  await imported(exportOf(order, { hasId: false }));
  const [row] = await rowsOf(orderNo);
  const lineId = row?.document.lines[0]?.idFromPlatform ?? '';
  const mark = { on: '2026-03-16T12:00:00.000Z', by: 'Sam Staff' };
  await database().inStore(server.storeId, (db) => markLine(db, server.storeId, row?.order_id ?? 0, lineId, mark));
  await synced();
  const after = await database().inStore(server.storeId, (db) =>
    db.selectFrom('store_order').select('ineligible_lines').where('id_from_platform', '=', idFromPlatform).execute(),
  );
  expect(lineId).not.toBe(order.lines[0]?.idFromPlatform);
  expect(after).toEqual([
    { ineligible_lines: expect.objectContaining({ [order.lines[0]?.idFromPlatform ?? '']: mark }) },
  ]);
});
