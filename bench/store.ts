import { sql } from 'kysely';
import { createClaim } from '#core/claims/create.ts';
import { Order } from '#core/orders/order.ts';
import { policyOf } from '#core/claims/test-data.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { addClaim } from '#server/claims/change.ts';
import { upsertOrders } from '#server/db/orders.ts';
import { openSession } from '#server/http/login-session.ts';
import { replaceSettings } from '#server/testing/replace-settings.ts';

export const SLUG = 'bench';
const EMAIL = 'staff@bench.example';
export const LINE_ID = 'line-1';
export const ORDER_PREFIX = 'order-';

export type BenchStore = {
  storeId: number;
  sessionToken: string;
  databaseVersion: string;
  /** Unreturned orders, each good for one claim. */
  spareOrders: { orderId: number; idFromPlatform: string }[];
};

/** A store with `claims` claims, each of an order of its own, and `spare` orders without one. */
export async function makeStore(database: Database, claims: number, spare: number): Promise<BenchStore> {
  const storeId = await database.asOwner(newStore);
  await database.asOwner((db) => fill(db, storeId, claims, spare));
  // What the database would do by itself in time.
  await database.asOwner((db) => sql`analyze`.execute(db));
  const found = await database.asOwner((db) =>
    db
      .selectFrom('store_order')
      .leftJoin('claim', (join) =>
        join.onRef('claim.store_id', '=', 'store_order.store_id').onRef('claim.order_id', '=', 'store_order.order_id'),
      )
      .select(['store_order.order_id as orderId', 'store_order.id_from_platform as idFromPlatform'])
      .where('claim.claim_id', 'is', null)
      // The floor claims the last of them and the server the first: neither may come to the other's.
      .orderBy('store_order.order_id')
      .execute(),
  );
  const version = await database.asOwner((db) => sql<{ server_version: string }>`show server_version`.execute(db));
  const user = { subject: 'bench', email: EMAIL, firstName: 'Bench', lastName: 'Staff' };
  return {
    storeId,
    sessionToken: await openSession(database, user, false, undefined, new Date()),
    databaseVersion: (version.rows[0]?.server_version ?? '').split(' ', 1)[0] ?? '',
    spareOrders: found,
  };
}

async function newStore(db: Db): Promise<number> {
  const { store_id: storeId } = await db
    .insertInto('store')
    .values({ slug: SLUG, name: 'Bench', currency_code: 'USD', shop_domain: null })
    .returning('store_id')
    .executeTakeFirstOrThrow();
  await replaceSettings(db, storeId, {
    isShippingProtectionEnabled: true,
    isUnprotectedShippingClaimPermitted: true,
    missingItemFilingDays: 30,
  });
  await db.insertInto('store_user_role').values({ store_id: storeId, email_key: EMAIL, role_code: 'Staff' }).execute();
  return storeId;
}

/** An order and a return of it, made by the product's own rules. */
export async function insertFirst(db: Db, storeId: number): Promise<void> {
  const order = firstOrder();
  await upsertOrders(db, storeId, [order]);
  const { order_id: orderId } = await db
    .selectFrom('store_order')
    .select('order_id')
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow();
  const { claim } = createClaim({
    ids: { claimId: 1, externalId: 'R-00000001', orderId },
    order,
    policy: policyOf(order, {}, { asker: 'buyer' }),
    variants: new Map(),
    priorClaims: [],
    selections: [
      {
        lineIdFromPlatform: LINE_ID,
        quantity: 1,
        reasonId: 'Wrong_Fit',
        reasonDetail: 'Too small',
        comments: '',
        method: 'refund',
        variantIdFromPlatform: null,
        media: [],
      },
    ],
    shippingMethod: 'packingSlip',
    now: new Date().toISOString(),
  });
  // Its effects are left out: nobody carries them out here.
  await addClaim(db, storeId, {
    claim,
    request: null,
    channel: '',
    claimsVersion: 0,
    effects: [],
    mediaIds: [],
    requestId: 'bench',
  });
}

/** The others are the first with other numbers, names and times. */
async function fill(db: Db, storeId: number, claims: number, spare: number): Promise<void> {
  // Filling takes longer than the server lets a statement take.
  await sql`set local statement_timeout = 0`.execute(db);
  await insertFirst(db, storeId);
  await multiplyOrders(db, claims + spare);
  await sql`analyze store_order`.execute(db);
  await withoutIndexes(db, ['claim_search', 'claim_facets'], () => multiplyClaims(db, claims));
}

/** Rebuilding it after inserting the rows is many times faster. */
export async function withoutIndexes(db: Db, names: readonly string[], insert: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{
    name: string;
    definition: string;
  }>`select indexname as name, indexdef as definition from pg_indexes where indexname = any(${[...names]})`.execute(db);
  if (rows.length !== names.length) throw new Error('an index has another name now');
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db);
  await insert();
  for (const { definition } of rows) await sql.raw(definition).execute(db);
}

const multiplyOrders = (db: Db, count: number): Promise<unknown> =>
  sql`
    insert into store_order (store_id, id_from_platform, order_no, order_no_key, email_key, postal_key, created_on, updated_on, document)
    select store_id, ${ORDER_PREFIX} || n, '#' || (1000000 + n), (1000000 + n)::text, email_key, postal_key, created_on, updated_on,
      document || jsonb_build_object('idFromPlatform', ${ORDER_PREFIX} || n, 'orderNo', '#' || (1000000 + n))
    from (select * from store_order limit 1) as first, generate_series(2, ${count}::int) as n`.execute(db);

async function multiplyClaims(db: Db, count: number): Promise<void> {
  await sql`
    insert into claim (store_id, claim_id, external_id, order_id, claim_type, created_on, updated_on, order_no, customer_name, customer_email,
      rollup, status_code, status_detail, resolution_methods, requested_total, currency_code, line_count, search_text, facets, facets_version, document)
    select claim.store_id, claim_id + n - 1, name.external_id, other.order_id, claim_type, name.made_on, name.made_on, other.order_no,
      name.customer_name, name.customer_email, rollup, status_code, status_detail, resolution_methods, requested_total, currency_code, line_count,
      lower(concat_ws(' ', name.external_id, other.order_no, name.customer_name, name.customer_email, 'ws-m')),
      array(select facet from unnest(claim.facets) as facet where facet not like 'is:%')
        || array['is:' || lower(name.external_id), 'is:' || trim(leading '#' from other.order_no), 'is:' || name.customer_email, 'is:ws-m'],
      claim.facets_version, claim.document || jsonb_build_object('id', claim_id + n - 1, 'externalId', name.external_id, 'orderId', other.order_id,
        'orderIdFromPlatform', other.id_from_platform, 'orderNo', other.order_no, 'customerName', name.customer_name, 'customerEmail', name.customer_email,
        'createdOn', to_char(name.made_on at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from (select * from claim limit 1) as claim
    cross join generate_series(2, ${count}::int) as n
    join store_order as other on other.id_from_platform = ${ORDER_PREFIX} || n
    cross join lateral (
      select (${FIRST_NAMES}::text[])[1 + n % ${FIRST_NAMES.length}::int] as given, (${LAST_NAMES}::text[])[1 + n / 7 % ${LAST_NAMES.length}::int] as family
    ) as person
    cross join lateral (
      select 'R-' || upper(lpad(to_hex(n), 8, '0')) as external_id, given || ' ' || family as customer_name,
        lower(given || '.' || family || n || '@example.com') as customer_email,
        date_trunc('milliseconds', claim.created_on) - n * interval '20 seconds' as made_on
    ) as name`.execute(db);
  await sql`select setval(pg_get_serial_sequence('claim', 'claim_id'), (select max(claim_id) from claim))`.execute(db);
}

const FIRST_NAMES = [
  'Ada',
  'Bruno',
  'Chloe',
  'Diego',
  'Emma',
  'Farid',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Keiko',
  'Liam',
  'Mara',
  'Nils',
  'Olga',
  'Pablo',
];
const LAST_NAMES = [
  'Abbott',
  'Becker',
  'Castillo',
  'Dupont',
  'Eriksen',
  'Fischer',
  'Garcia',
  'Hansen',
  'Ivanov',
  'Jensen',
  'Kowalski',
  'Lindqvist',
  'Moreau',
  'Novak',
  'Okafor',
  'Petrov',
  'Quinn',
  'Rossi',
  'Schmidt',
  'Tanaka',
  'Ueda',
  'Vasquez',
  'Whitaker',
  'Xu',
  'Yamamoto',
  'Zimmermann',
];

/** Three lines, delivered five days ago: returnable for a refund. */
function firstOrder(): Order {
  const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
  const lines = [LINE_ID, 'line-2', 'line-3'].map((idFromPlatform) => ({
    idFromPlatform,
    productIdFromPlatform: 'product-1',
    variantIdFromPlatform: 'variant-1',
    name: 'Wool sweater',
    variantTitle: 'M / Green',
    sku: 'WS-M',
    quantity: 2,
    currentQuantity: 2,
    unitListPrice: 4900,
    paidTotal: 9800,
    taxTotal: 784,
    grams: 400,
  }));
  const address = {
    firstName: 'Ada',
    lastName: 'Abbott',
    line1: '1 High Street',
    city: 'Albany',
    stateOrProvinceCode: 'NY',
    postalCode: '12207',
    countryCode: 'US',
  };
  return Order.parse({
    idFromPlatform: `${ORDER_PREFIX}1`,
    orderNo: '#1000001',
    createdOn: daysAgo(9),
    updatedOn: daysAgo(5),
    email: 'ada.abbott1@example.com',
    currencyCode: 'USD',
    subtotal: 29400,
    shippingPaid: 500,
    taxTotal: 2352,
    total: 32252,
    totalPaid: 32252,
    totalRefunded: 0,
    financialStatus: 'paid',
    fulfillmentStatus: 'fulfilled',
    shippingAddress: address,
    billingAddress: address,
    customer: { idFromPlatform: 'customer-1', firstName: 'Ada', lastName: 'Abbott', email: 'ada.abbott1@example.com' },
    lines,
    fulfillments: [
      {
        idFromPlatform: 'fulfillment-1',
        createdOn: daysAgo(8),
        deliveredOn: daysAgo(5),
        status: 'success',
        lines: lines.map((line) => ({
          idFromPlatform: `sent-${line.idFromPlatform}`,
          lineIdFromPlatform: line.idFromPlatform,
          quantity: line.quantity,
        })),
      },
    ],
  });
}
