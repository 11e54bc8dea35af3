import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { changeCustomerInfo } from '#contract/merchant/claim-actions.ts';
import * as lists from '#contract/merchant/lists.ts';
import { Address } from '#core/address.ts';
import { ROLLUPS } from '#core/claims/status.ts';
import type { ListFilters } from '#core/lists/lists.ts';
import { upsertOrders } from '#server/db/orders.ts';
import { changeLine, claimOf, returnableOrder, settledClaim, submitReturn } from '#server/testing/claims.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
const made: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff();
  for (let index = 0; index < 7; index += 1) made.push(await submitReturn(server, await returnableOrder(server)));
});
afterAll(async () => {
  await server.close();
});

type Cursor = { direction: 'prev' | 'next'; id: string } | null;
type Filters = z.input<typeof ListFilters>;
const page = async (cursor: Cursor, orderBy: 'newest' | 'oldest' = 'newest', filters: Filters = {}, take = 3) => {
  const sort = { column: 'createdOn', direction: orderBy === 'newest' ? 'desc' : 'asc' } as const;
  const body = { kind: 'Return', take, cursor, orderBy: sort, filters } as const;
  const found = await staff(lists.search, { params: { storeId: server.storeId }, body });
  if (!lists.isOfClaims(found)) throw new Error('orders were answered for claims');
  return found;
};
const found = async (filters: Filters): Promise<string[]> =>
  (await page(null, 'newest', filters, 100)).data.map((row) => row.externalId);

// Every claim has the last of these, and a filter none is left out by; with them the page is found by other ways.
test.each(['newest', 'oldest'] as const)(
  'pages to the end and back show every claim once, %s first',
  async (orderBy) => {
    for (const filters of [{}, { searchTerm: 'r-' }, { hasInspection: false }]) {
      const expected = orderBy === 'newest' ? made.toReversed() : made;
      const forward: string[][] = [];
      let current = await page(null, orderBy, filters);
      expect(current.pageInfo.prevCursor).toBeNull();
      for (;;) {
        forward.push(current.data.map((row) => row.externalId));
        if (current.pageInfo.nextCursor === null) break;
        current = await page({ direction: 'next', id: current.pageInfo.nextCursor }, orderBy, filters);
      }
      expect(forward.flat()).toEqual(expected);
      const back: string[][] = [current.data.map((row) => row.externalId)];
      while (current.pageInfo.prevCursor !== null) {
        current = await page({ direction: 'prev', id: current.pageInfo.prevCursor }, orderBy, filters);
        back.unshift(current.data.map((row) => row.externalId));
      }
      expect(back.flat()).toEqual(expected);
    }
  },
);

test('words narrow further what the other filters leave', async () => {
  const [one] = made;
  const all = await page(null);
  const status = ROLLUPS.find((rollup) => rollup === all.data[0]?.claimRollup.code);
  if (one === undefined || status === undefined) throw new Error('the list is empty');
  const others = ROLLUPS.filter((rollup) => rollup !== status);
  expect(await found({ searchTerm: one })).toEqual([one]);
  expect(await found({ searchTerm: one, statusCodes: [status], hasError: false })).toEqual([one]);
  expect(await found({ searchTerm: one, statusCodes: others })).toEqual([]);
  expect(await found({ searchTerm: one, hasError: true })).toEqual([]);
  expect(await found({ searchTerm: '%' })).toEqual([]);
});

test('orders are listed, paged and found in the same way, with their claims', async () => {
  const orders = async (body: { cursor?: Cursor; filters?: Filters } = {}) => {
    const answer = await staff(lists.search, {
      params: { storeId: server.storeId },
      body: { kind: 'Order', take: 5, ...body },
    });
    if (!lists.isOfOrders(answer)) throw new Error('claims were answered for orders');
    return answer;
  };
  const first = await orders();
  const second = await orders({ cursor: { direction: 'next', id: first.pageInfo.nextCursor ?? '' } });
  const dates = [...first.data, ...second.data].map((order) => order.createdOn);
  expect(dates).toEqual(dates.toSorted().toReversed());
  expect(await orders({ cursor: { direction: 'prev', id: second.pageInfo.prevCursor ?? '' } })).toEqual(first);
  const [claim] = (await page(null)).data;
  const byNumber = await orders({ filters: { searchTerm: `#${claim?.orderNo}` } });
  expect(byNumber.data).toMatchObject([{ orderNo: claim?.orderNo, claims: [{ externalId: claim?.externalId }] }]);
  const [order] = byNumber.data;
  const surname = order?.customerName.split(' ').at(-1) ?? '';
  const emails = (found: typeof byNumber) => found.data.map((one) => one.customerEmail);
  expect(emails(await orders({ filters: { searchTerm: order?.customerEmail ?? '' } }))).toContain(order?.customerEmail);
  expect(emails(await orders({ filters: { searchTerm: surname } }))).toContain(order?.customerEmail);
  expect(
    (await orders({ filters: { createdOn: { start: null, end: dates.at(-1) ?? null } } })).data[0]?.createdOn,
  ).not.toBe(dates[0]);
});

test('orders are found by a SKU, whole or in part and page by page, and by the tracking number of a parcel', async () => {
  const { storeId } = server;
  const { database } = server.server.deps;
  const orders = async (searchTerm: string, cursor: Cursor = null) => {
    const body = { kind: 'Order', take: 1, cursor, filters: { searchTerm } } as const;
    const answer = await staff(lists.search, { params: { storeId }, body });
    if (!lists.isOfOrders(answer)) throw new Error('claims were answered for orders');
    return { numbers: answer.data.map((one) => one.orderNo), next: answer.pageInfo.nextCursor };
  };
  const known = await database.inStore(storeId, (db) =>
    db.selectFrom('store_order').select('document').where('store_id', '=', storeId).orderBy('order_id').execute(),
  );
  const [one, other] = known.map((row) => row.document).toSorted((a, b) => b.createdOn.localeCompare(a.createdOn));
  if (!one || !other) throw new Error('there are no orders');
  const changed = [one, other].map((order) => ({
    ...order,
    updatedOn: new Date(Date.now() + 1e6).toISOString(),
    lines: order.lines.map((line) => ({ ...line, sku: 'QX-Lamp 77' })),
    fulfillments: [
      {
        idFromPlatform: `zq${order.idFromPlatform}`,
        createdOn: order.createdOn,
        deliveredOn: null,
        status: 'in_transit',
        trackingCodes: [`ZQ 99 ${order.idFromPlatform}`],
        lines: [],
      },
    ],
  }));
  await database.inStore(storeId, (db) => upsertOrders(db, storeId, changed));
  for (const words of ['qx-lamp77', 'qx-lam']) {
    const first = await orders(words);
    expect(first.numbers).toEqual([one.orderNo]);
    const second = await orders(words, { direction: 'next', id: first.next ?? '' });
    expect(second).toEqual({ numbers: [other.orderNo], next: null });
  }
  expect((await orders(`zq99${other.idFromPlatform}`)).numbers).toEqual([other.orderNo]);
  expect((await orders(`q99${one.idFromPlatform}`)).numbers).toEqual([one.orderNo]);
  const ofStore = (id: number) =>
    database.inStore(id, (db) =>
      sql`select orders_known_as('', '', 'qx-lamp77', null, null, null, null, true, 50)`.execute(db),
    );
  expect((await ofStore(storeId)).rows).toHaveLength(2);
  expect((await ofStore(storeId + 1)).rows).toEqual([]);
});

test('claims and orders are found however the accents of a name are typed', async () => {
  const { storeId } = server;
  const { database } = server.server.deps;
  const externalId = made.at(-1) ?? '';
  const claim = await settledClaim(server, staff, externalId);
  const shippingAddress = Address.parse({
    firstName: 'José',
    lastName: 'Hernández-Łukaßøv Ёлкин',
    line1: '1 Harbour Road',
    city: 'Arlington',
    stateOrProvinceCode: 'VA',
    postalCode: '22202',
    countryCode: 'US',
  });
  await staff(changeCustomerInfo, {
    params: { storeId, claimId: claim.id },
    body: { version: claim.version, customerEmail: claim.customerEmail, shippingAddress },
  });
  const [order] = await database.inStore(storeId, (db) =>
    db.selectFrom('store_order').select('document').where('store_id', '=', storeId).orderBy('order_id').execute(),
  );
  if (!order) throw new Error('there are no orders');
  const { firstName, lastName } = shippingAddress;
  const renamed = { ...order.document, updatedOn: new Date(Date.now() + 2e6).toISOString() };
  const customer = { idFromPlatform: '1', email: renamed.email, ...renamed.customer, firstName, lastName };
  await database.inStore(storeId, (db) => upsertOrders(db, storeId, [{ ...renamed, customer }]));
  const orders = async (searchTerm: string) => {
    const body = { kind: 'Order', filters: { searchTerm } } as const;
    const answer = await staff(lists.search, { params: { storeId }, body });
    return lists.isOfOrders(answer) ? answer.data.map((one) => one.orderNo) : null;
  };
  // The last of them are also misspelled.
  const spellings = ['jose', 'JOSÉ', 'josé', 'Josè', 'hernandez-lukassov', 'Hernández-Łukaß', 'елкин', 'Hernandes'];
  for (const words of [...spellings, 'Hernándes']) {
    expect({ words, found: await found({ searchTerm: words }) }).toEqual({ words, found: [externalId] });
    expect({ words, found: await orders(words) }).toEqual({ words, found: [renamed.orderNo] });
  }
  expect(await found({ searchTerm: '％é' })).toEqual([]);
  expect(await orders('％é')).toEqual([]);
});

test('a search shows nothing of another store, even when it forgets to name one', async () => {
  const matches = async (storeId: number): Promise<number> => {
    const found = await server.server.deps.database.inStore(storeId, (db) =>
      sql`select claim_page('Return', '[]', '[]', '%r-%', null, null, null, true, 50)`.execute(db),
    );
    return found.rows.length;
  };
  expect(await matches(server.storeId)).toBe(made.length);
  expect(await matches(server.storeId + 1)).toBe(0);
  const known = async (storeId: number): Promise<number> => {
    const facet = `is:${made[0]?.toLowerCase()}`;
    const rows = await server.server.deps.database.rowsInStore(storeId, (db) =>
      db.selectNoFrom(sql<number>`claims_known_as('Return', ${facet}, true, 50)`.as('id')),
    );
    return rows.length;
  };
  expect(await known(server.storeId)).toBe(1);
  expect(await known(server.storeId + 1)).toBe(0);
});

test('a claim that arrives meanwhile moves nothing on the next page', async () => {
  const first = await page(null);
  made.push(await submitReturn(server, await returnableOrder(server)));
  const second = await page({ direction: 'next', id: first.pageInfo.nextCursor ?? '' });
  expect(second.data.map((row) => row.externalId)).toEqual(made.slice(0, -1).toReversed().slice(3, 6));
});

test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '2026-01-01T00:00:00+23:00'])(
  'what was created from %s on is not asked of the database',
  async (start) => {
    const refusal = await page(null, 'newest', { createdOn: { start, end: null } }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      status: 400,
      body: { fields: { 'body.filters.createdOn.start': 'Invalid Date' } },
    });
    const id = Buffer.from(JSON.stringify(['exact', start, 1])).toString('base64url');
    const cursor = page({ direction: 'next', id }).catch((error: unknown) => error);
    expect(await cursor).toMatchObject({ status: 400, body: { code: 'CURSOR_INVALID' } });
  },
);

test('a made-up cursor is refused, and counts add up', async () => {
  const refusal = await page({ direction: 'next', id: 'nonsense' }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal).toMatchObject({ status: 400, body: { code: 'CURSOR_INVALID' } });
  const { counts } = await staff(lists.claimCounts, { params: { storeId: server.storeId }, query: {} });
  expect(Object.values(counts).reduce((all, count) => all + count, 0)).toBe(made.length);
});

test('words find a number, an address or a SKU exactly before anything else, and names that are nearly right', async () => {
  const [row] = (await page(null)).data;
  if (!row) throw new Error('the list is empty');
  const of = made.indexOf(row.externalId);
  // The worker would recompute the columns when it ends an effect.
  await settledClaim(server, staff, row.externalId);
  expect(await found({ searchTerm: `#${row.orderNo}` })).toEqual([row.externalId]);
  expect(await found({ searchTerm: row.customerEmail.toUpperCase() })).toContain(row.externalId);
  // The name of an item, as the list shows it.
  const { claimLineItems: items } = await claimOf(server, staff, row.externalId);
  expect(await found({ searchTerm: items[0]?.originalStoreOrderLineItem.name ?? '' })).toContain(row.externalId);
  await server.server.deps.database.asOwner((db) =>
    db
      .updateTable('claim')
      .set({
        customer_name: 'Peter Johannsen',
        search_text: 'peter johannsen',
        facets: ['is:sku-77', 'statusCodes:Open'],
      })
      .where('external_id', '=', made[of] ?? '')
      .execute(),
  );
  expect(await found({ searchTerm: 'SKU-77' })).toEqual([row.externalId]);
  expect(await found({ searchTerm: 'hannsen' })).toEqual([row.externalId]);
  expect(await found({ searchTerm: 'johansen' })).toEqual([row.externalId]);
  expect(await found({ searchTerm: 'johansen', statusCodes: ['Denied'] })).toEqual([]);
  // A number that is nearly right is another one.
  expect(await found({ searchTerm: 'sku-78' })).toEqual([]);
});

test('a claim lists what was requested, whatever was decided', async () => {
  const externalId = await submitReturn(server, await returnableOrder(server), { method: 'giftCard' });
  made.push(externalId);
  const claim = await settledClaim(server, staff, externalId);
  const lineId = claim.claimLineItems[0]?.id ?? 0;
  await changeLine(server, staff, claim, lineId, { kind: 'approved', resolutionMethod: 'refund' });
  const { data } = await page(null, 'newest', { requestedResolutionMethods: ['giftCard'] });
  const [line] = claim.claimLineItems;
  const { name, variantTitle, imgUrl } = line?.originalStoreOrderLineItem ?? { name: '', variantTitle: '', imgUrl: '' };
  expect(data).toMatchObject([
    {
      externalId,
      resolutionMethods: ['Gift_Card'],
      requested: ['Gift Card'],
      item: { name, variantTitle, imgUrl },
      more: 0,
      reasons: [line?.reason.name],
      problem: null,
    },
  ]);
  expect(await found({ searchTerm: name, requestedResolutionMethods: ['giftCard'] })).toEqual([externalId]);
});

test('more spaces than one between words are one, so that others much alike stay out', async () => {
  const [one, other] = made;
  for (const [externalId, name] of [
    [one, 'Uma Rossi'],
    [other, 'Tara Rossi'],
  ] as const)
    await server.server.deps.database.asOwner((db) =>
      db
        .updateTable('claim')
        .set({ customer_name: name, search_text: name.toLowerCase() })
        .where('external_id', '=', externalId ?? '')
        .execute(),
    );
  expect(await found({ searchTerm: ' uma  rossi ' })).toEqual([one]);
});

/** As many claims more, each a minute after the one before, with these facets and words. */
const addClaims = (
  name: string,
  count: number,
  from: string,
  facets: string[],
  words: RawBuilder<string>,
): Promise<unknown> =>
  server.server.deps.database.asOwner((db) =>
    sql`
      insert into claim select (jsonb_populate_record(one, jsonb_build_object('claim_id', ${count} * 1000 + n, 'external_id', ${`${name}-`} || n,
        'request_key', null, 'created_on', ${from}::timestamptz + n * interval '1 minute', 'facets', ${facets}::text[], 'search_text', ${words}))).*
      from claim as one, generate_series(1, ${count}::integer) as n where claim_id = (select min(claim_id) from claim)`.execute(
      db,
    ),
  );

const numbersOf = ({ data }: Awaited<ReturnType<typeof page>>): number[] =>
  data.map((row) => Number(row.externalId.split('-')[1]));

// Beyond a thousand they are looked for in the order of the list.
test.each([900, 1100])('a SKU on %i claims gives the newest or the oldest of them', async (count) => {
  await addClaims(String(count), count, '2020-01-01', [`is:sku-${count}`], sql`'x'`);
  const sku = { searchTerm: `sku-${count}` };
  expect(numbersOf(await page(null, 'newest', sku))).toEqual([count, count - 1, count - 2]);
  expect(numbersOf(await page(null, 'oldest', sku))).toEqual([1, 2, 3]);
});

// A page of them is among the next thousand, or a few thousand further on, or they are looked for by their index.
test.each([
  { word: 'quokka', every: 10, count: 1_200, from: '2031-01-01' },
  { word: 'numbat', every: 70, count: 4_200, from: '2032-01-01' },
  { word: 'bilby', every: 500, count: 1_500, from: '2033-01-01' },
])('$word on one claim in $every gives the newest of them, a page after the other', async (its) => {
  const { word, every, count, from } = its;
  await addClaims(word, count, from, [], sql`case when n % ${every}::integer = 0 then ${word} else 'x' end`);
  const words = { searchTerm: word.slice(1) };
  const wanted = Array.from({ length: count / every }, (_one, at) => count - at * every);
  const first = await page(null, 'newest', words, 50);
  expect(numbersOf(first)).toEqual(wanted.slice(0, 50));
  const { nextCursor } = first.pageInfo;
  expect(nextCursor === null).toBe(wanted.length <= 50);
  if (nextCursor === null) return;
  const second = await page({ direction: 'next', id: nextCursor }, 'newest', words, 50);
  expect(numbersOf(second)).toEqual(wanted.slice(50, 100));
});
