import { sql } from 'kysely';
import { performance } from 'node:perf_hooks';
import { postgresPlace } from './places.ts';
import { insertFirst, withoutIndexes } from './store.ts';
import type { ListFilters } from '#core/lists/lists.ts';
import { connect, type Database, type Db } from '#server/db/connect.ts';
import { listRows, waysFor, type Place } from '#server/db/lists.ts';

/**
 * Lists of one store of five thousand claims: in a database that holds two such stores, and in the same with
 * two hundred. What grows between the two is what all stores pay for each other.
 */
const CLAIMS_OF_STORE = 5_000;
const FEW = 2;
const ROUNDS = 100;
const BATCH = 20;

const PLAIN: ListFilters = {};
const CASES: readonly (readonly [what: string, filters: ListFilters, isDeep?: boolean])[] = [
  ['first page', PLAIN],
  ['a page far behind', PLAIN, true],
  ['status, one in two', { statusCodes: ['Completed'] }],
  ['status, one in eight', { statusCodes: ['Denied'] }],
  ['has an error', { hasError: true }],
  ['has no shipment', { hasShipment: false }],
  ['resolved externally', { wasResolvedExternally: true }],
  ['has an inspection', { hasInspection: true }],
  ['created in the back office', { source: ['Merchant_App'] }],
  ['shipment in transit', { shipmentStatus: ['in_transit'] }],
  ['waiting for staff', { isWaitingForStaff: true }],
  ['shipment stuck, one in 40', { hasStuckShipment: true }],
  ['shipment not stuck', { hasStuckShipment: false }],
  ['tag on one in 17', { claimTaggedWith: ['vip'] }],
  ['tag on one in 999', { claimTaggedWith: ['rare'] }],
  ['tag on none', { claimTaggedWith: ['nobody'] }],
  ['requested resolution', { requestedResolutionMethods: ['giftCard'] }],
  ['instant exchange', { hasInstantExchange: true }],
  ['dearer exchange', { hasUpsellExchange: true }],
  ['inspected on one day', { inspectionCreatedOn: { start: daysAgo(15), end: daysAgo(14) } }],
  ['three filters', { statusCodes: ['Denied'], claimTaggedWith: ['vip'], requestedResolutionMethods: ['giftCard'] }],
  ['search: order number', { searchTerm: '#37' }],
  ['search: email', { searchTerm: 'p44@example.com' }],
  ['search: tracking code', { searchTerm: `tr${'c4ca4238a0b923820dcc509a6f75849b'}` }],
  ['search: part of a name', { searchTerm: 'nowa' }],
  ['search: a name without its accent', { searchTerm: 'munoz' }],
  ['search: a name misspelled', { searchTerm: 'Jonson' }],
  ['search: nothing like it', { searchTerm: 'qqqzzz' }],
];

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}

/** Five thousand claims over the last month, copies of the first with other numbers, people and facets. */
async function fill(db: Db, storeIds: readonly number[]): Promise<void> {
  await sql`
    insert into claim (store_id, external_id, order_id, claim_type, created_on, updated_on, order_no, customer_name, customer_email,
      rollup, status_code, status_detail, resolution_methods, requested_total, currency_code, line_count, search_text, inspected_on, stuck_from, facets, facets_version, document)
    select wanted.store_id, 'R-' || n, store_order.order_id, 'Return', made_on, made_on, '#' || n, name, 'p' || n || '@example.com',
      status, status, 'Refunded', first.resolution_methods, first.requested_total, first.currency_code, first.line_count,
      folded('r-' || n || ' #' || n || ' ' || name || ' p' || n || '@example.com tr' || md5(n::text) || ' ws-m'),
      case when n % 5 = 0 then made_on end, case when n % 40 = 0 then made_on else 'infinity' end,
      array['statusCodes:' || status, 'is:r-' || n, 'is:' || n, 'is:p' || n || '@example.com', 'is:tr' || md5(n::text), 'is:ws-m',
        'isWaitingForStaff:' || (status = 'Open'),
        'requestedResolutionMethods:' || case when n % 3 = 0 then 'giftCard' else 'refund' end,
        'hasError:' || (n % 211 = 0), 'hasShipment:' || (n % 10 <> 0), 'source:' || case when n % 20 = 0 then 'Merchant_App' else 'Customer_App' end,
        'wasResolvedExternally:' || (n % 97 = 0), 'hasInspection:' || (n % 5 = 0), 'hasInstantExchange:' || (n % 50 = 0),
        'hasUpsellExchange:' || (n % 40 = 0), 'shipmentStatus:' || case when n % 4 = 0 then 'in_transit' else 'delivered' end]
        || case when n % 17 = 0 then '{claimTaggedWith:vip}'::text[] else '{}' end
        || case when n % 999 = 0 then '{claimTaggedWith:rare}'::text[] else '{}' end,
      first.facets_version, first.document
    from unnest(${[...storeIds]}::integer[]) as wanted (store_id)
    join store_order on store_order.store_id = wanted.store_id
    cross join (select * from claim order by store_id, claim_id limit 1) as first
    cross join generate_series(1, ${CLAIMS_OF_STORE}::integer) as n
    cross join lateral (
      select (array['Open','Awaiting_Return','In_Transit','Completed','Completed','Completed','Denied','Completed'])[1 + (hashint4(n) & 7)] as status,
        (array['Ada','Bruno','Chloe','Diego','Emma'])[1 + n % 5] || ' ' || (array['Smith','Johnson','Muñoz','Nowak','Fischer','Jensen','Okafor'])[1 + n / 5 % 7] as name,
        date_trunc('milliseconds', now() - n * interval '9 minutes') as made_on
    ) as made`.execute(db);
}

async function newStores(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ store_id: number }>`
    insert into store (slug, name, currency_code)
    select 'bench-' || gen_random_uuid(), 'Bench', 'USD' from generate_series(1, ${count}::integer) returning store_id`.execute(
    db,
  );
  return rows.map((row) => row.store_id);
}

async function addStores(database: Database, count: number): Promise<number[]> {
  const ids = await database.asOwner(async (db) => {
    const made = await newStores(db, count);
    const { rows } = await sql`select from claim limit 1`.execute(db);
    const [first] = made;
    if (rows.length === 0 && first !== undefined) await insertFirst(db, first);
    await sql`select setval(pg_get_serial_sequence('claim', 'claim_id'), (select max(claim_id) from claim))`.execute(
      db,
    );
    await sql`
      insert into store_order (store_id, id_from_platform, order_no, order_no_key, email_key, postal_key, created_on, updated_on, document)
      select wanted.store_id, id_from_platform, order_no, order_no_key, email_key, postal_key, created_on, updated_on, document
      from unnest(${made}::integer[]) as wanted (store_id), (select * from store_order limit 1) as one
      where not exists (select from store_order known where known.store_id = wanted.store_id)`.execute(db);
    return made;
  });
  await database.asOwner(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await withoutIndexes(db, ['claim_search', 'claim_facets'], async () => {
      for (let from = 0; from < ids.length; from += BATCH) await fill(db, ids.slice(from, from + BATCH));
    });
    await sql`analyze claim`.execute(db);
  });
  return ids;
}

type Timed = { p50: number; p99: number; found: number; indexes: string };

async function pageOf(database: Database, storeId: number, filters: ListFilters, place: Place | null): Promise<number> {
  return database.readStore(storeId, async (db) => {
    const orderBy = { column: 'createdOn', direction: 'desc' } as const;
    const ways = place === null ? waysFor(filters.searchTerm ?? '') : (['exact'] as const);
    const wanted = { filters, ways, place, orderBy, take: 50 };
    return (await listRows(storeId, 'Return', { columns: ['external_id', 'document'] }, wanted).execute(db)).rows
      .length;
  });
}

async function indexScans(database: Database): Promise<Map<string, number>> {
  const { rows } = await database.asOwner((db) =>
    sql<{
      name: string;
      scans: number;
    }>`select pg_stat_force_next_flush(), indexrelname as name, idx_scan as scans from pg_stat_user_indexes where relname = 'claim'`.execute(
      db,
    ),
  );
  return new Map(rows.map((row) => [row.name, Number(row.scans)]));
}

async function timed(database: Database, storeId: number, filters: ListFilters, isDeep: boolean): Promise<Timed> {
  // Three quarters of the way to the last claim.
  const place: Place | null = isDeep
    ? { direction: 'next', createdOn: new Date(Date.now() - CLAIMS_OF_STORE * 0.75 * 540_000).toISOString(), id: 1 }
    : null;
  let found = await pageOf(database, storeId, filters, place);
  const before = await indexScans(database);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    found = await pageOf(database, storeId, filters, place);
    times.push(performance.now() - began);
  }
  // A session reports what it used when it is idle for a moment.
  await new Promise((wake) => setTimeout(wake, 1100));
  await pageOf(database, storeId, filters, place);
  const after = await indexScans(database);
  const used = [...after]
    .filter(([name, scans]) => scans - (before.get(name) ?? 0) >= ROUNDS / 2)
    .map(([name]) => name);
  const sorted = times.toSorted((one, other) => one - other);
  return {
    p50: sorted[ROUNDS >> 1] ?? 0,
    p99: sorted[Math.ceil(ROUNDS * 0.99) - 1] ?? 0,
    found,
    indexes: used.join(', '),
  };
}

/** Prints a table of every filter and search, among few claims and among many. */
export async function measureLists(stores: number): Promise<void> {
  const place = await postgresPlace();
  const database = await connect({ databaseUrl: place.databaseUrl, dataFolder: place.dataFolder, poolSize: 1 });
  try {
    const [, storeId = 0] = await addStores(database, FEW);
    const few: Timed[] = [];
    for (const [, filters, isDeep] of CASES) few.push(await timed(database, storeId, filters, isDeep ?? false));
    await addStores(database, stores - FEW);
    const count = (total: number): string => (total * CLAIMS_OF_STORE).toLocaleString('en-US');
    console.log(
      `| page of 50 | p50 ms of ${count(FEW)} | p50 ms of ${count(stores)} | p99 ms | growth | found | indexes |`,
    );
    console.log('|---|---|---|---|---|---|---|');
    for (const [index, [what, filters, isDeep]] of CASES.entries()) {
      const many = await timed(database, storeId, filters, isDeep ?? false);
      const before = few[index]?.p50 ?? 0;
      console.log(
        `| ${what} | ${before.toFixed(1)} | ${many.p50.toFixed(1)} | ${many.p99.toFixed(1)} | ${(many.p50 / before).toFixed(2)} | ${many.found} | ${many.indexes} |`,
      );
    }
  } finally {
    await database.close();
    await place.remove();
  }
}
