import { claimOfSubject } from '#core/effects/subject.ts';
import { sql } from 'kysely';
import type { JournalEntry } from '#core/books/entry.ts';
import type { EffectKind } from '#core/effects/kinds.ts';
import { settlementsOf } from '#core/protection/settlement.ts';
import { claimFacts, effectFacts, type EffectFacts, NOT_GIVEN, orderFacts, type Step } from '#core/books/facts.ts';
import type { World } from '#core/books/world.ts';
import type { PlatformMovement } from '#partners/ports.ts';
import { billingInView } from '#server/books/billing-in-view.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { subjectOf, type EffectRow } from '#server/db/effects.ts';
import { inChain } from '#server/db/order-with-claims.ts';
import { entriesOfClaims } from '#server/db/journal.ts';
import { claimOfPayment, type PaymentRow } from '#server/db/payments.ts';

const CLAIMS_AT_ONCE = 200;
const KEYS_AT_ONCE = 1000;

/** Ids of the claims that changed, were worked on or have a failed step since an instant, or wait for a label's refund. */
async function claimsSince(db: Db, storeId: number, since: Date): Promise<number[]> {
  const { rows } = await sql<{ claim_id: number }>`
    select claim_id from claim where store_id = ${storeId} and updated_on >= ${since}
    union select subject_id from effect
      where store_id = ${storeId} and subject_kind = 'claim' and (done_on >= ${since} or state = 'failed')
    union select subject_id from effect
      where store_id = ${storeId} and subject_kind = 'claim' and kind = 'labelRefund' and state = 'done' and result ->> 'status' = 'submitted'
    union select subject_id from journal_entry
      where store_id = ${storeId} and subject_kind = 'claim' and booked_on >= ${since}`.execute(db);
  return rows.map((row) => row.claim_id);
}

/** Most purpose keys reach partners with the claim's external id appended. */
const keysOf = (movements: readonly PlatformMovement[]): string[] => [
  ...new Set(
    movements.flatMap(({ purposeKey }) => (purposeKey === null ? [] : [purposeKey, purposeKey.replace(/:[^:]*$/, '')])),
  ),
];

/** Ids of the claims whose steps made these movements, and of those on the orders they belong to. */
async function claimsOfMovements(db: Db, storeId: number, movements: readonly PlatformMovement[]): Promise<number[]> {
  const keys = keysOf(movements);
  const orders = movements.flatMap(({ orderIdFromPlatform }) => orderIdFromPlatform ?? []);
  const { rows } = await sql<{ claim_id: number }>`
    select subject_id as claim_id from effect
      where store_id = ${storeId} and subject_kind = 'claim' and purpose_key = any(${keys}::text[])
    union select claim.claim_id from claim
      join store_order on store_order.store_id = claim.store_id and store_order.order_id = claim.order_id
      where claim.store_id = ${storeId} and store_order.id_from_platform = any(${[...new Set(orders)]}::text[])`.execute(
    db,
  );
  return rows.map((row) => row.claim_id);
}

/** Effects without a claim that made these movements: an unused payment that was refunded. Covers are read by themselves. */
const claimlessEffects = (db: Db, storeId: number, movements: readonly PlatformMovement[]): Promise<EffectRow[]> =>
  db
    .selectFrom('effect')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('subject_kind', 'in', ['order', 'store'])
    .where('kind', '<>', COVER_REFUND)
    .where(sql<boolean>`purpose_key = any(${keysOf(movements)}::text[])`)
    .execute();

const COVER_REFUND: EffectKind = 'coverRefund';

/** Ids of the orders whose cover was refunded, or was to be, since an instant or by one of these movements. */
async function coversRefunded(
  db: Db,
  storeId: number,
  which: { since: Date } | { movements: readonly PlatformMovement[] },
): Promise<number[]> {
  const isMeant =
    'since' in which
      ? sql<boolean>`(done_on >= ${which.since} or state = 'failed')`
      : sql<boolean>`purpose_key = any(${keysOf(which.movements)}::text[])`;
  const rows = await db
    .selectFrom('effect')
    .select('subject_id')
    .where('store_id', '=', storeId)
    .where('kind', '=', COVER_REFUND)
    .where(isMeant)
    .execute();
  return rows.map((row) => row.subject_id);
}

/** One transaction: a step and its entry are read together. */
async function readCovers(
  db: Db,
  storeId: number,
  orderIds: readonly number[],
): Promise<Pick<Ours, 'effects' | 'entries'>> {
  await sql`set transaction isolation level repeatable read, read only`.execute(db);
  const effects = await db
    .selectFrom('effect')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', 'order')
    .where('subject_id', 'in', [...orderIds])
    .where('kind', '=', COVER_REFUND)
    .orderBy('effect_id')
    .execute();
  const entries = await entriesOfClaims(db, storeId, orderIds, 'order');
  return {
    effects: effects.map(effectOf),
    entries: entries.flatMap((entry) => (entry.kind === COVER_REFUND ? [{ ...entry, claimId: null }] : [])),
  };
}

type Ours = Pick<World, 'claims' | 'ofShippingClaims' | 'orders' | 'effects' | 'entries' | 'billing'> & {
  payments: PaymentRow[];
};

/** What we hold of everything that happened since an instant or that partners showed, page by page. */
export async function readOurs(
  database: Database,
  storeId: number,
  since: Date,
  shown: {
    movements: readonly PlatformMovement[];
    paymentIdsFromPlatform: readonly string[];
    claimIds: readonly number[];
  },
): Promise<Ours> {
  const ids = new Set(await database.inStore(storeId, (db) => claimsSince(db, storeId, since)));
  for (const id of shown.claimIds) ids.add(id);
  const shippingIds = new Set(await database.inStore(storeId, (db) => shippingClaimsSince(db, storeId, since)));
  const coverOrderIds = new Set(await database.inStore(storeId, (db) => coversRefunded(db, storeId, { since })));
  const effects: Ours['effects'][number][] = [];
  for (const movements of pagesOf(shown.movements, KEYS_AT_ONCE)) {
    for (const id of await database.inStore(storeId, (db) => shippingClaimsOfMovements(db, storeId, movements)))
      shippingIds.add(id);
    for (const id of await database.inStore(storeId, (db) => claimsOfMovements(db, storeId, movements))) ids.add(id);
    for (const id of await database.inStore(storeId, (db) => coversRefunded(db, storeId, { movements })))
      coverOrderIds.add(id);
    const rows = await database.inStore(storeId, (db) => claimlessEffects(db, storeId, movements));
    effects.push(...rows.map(effectOf));
  }
  const payments = new Map<number, PaymentRow>();
  for (const page of pagesOf(shown.paymentIdsFromPlatform, KEYS_AT_ONCE))
    for (const row of await database.inStore(storeId, (db) => paymentsKnownAs(db, storeId, page)))
      payments.set(row.payment_id, row);
  for (const row of payments.values()) {
    const claimId = claimOfPayment(row);
    if (claimId !== null) ids.add(claimId);
  }
  const claims: Ours['claims'][number][] = [];
  const entries: Ours['entries'][number][] = [];
  const orderIds = new Set<number>();
  for (const page of pagesOf([...ids], CLAIMS_AT_ONCE)) {
    // One transaction: a step and its entry are read together.
    const read = await database.readStore(storeId, (db) => readPage(db, storeId, page));
    claims.push(...read.claims);
    for (const id of read.orderIds) orderIds.add(id);
    effects.push(...read.effects);
    entries.push(...read.entries);
    for (const row of read.payments) payments.set(row.payment_id, row);
  }
  for (const page of pagesOf([...coverOrderIds], CLAIMS_AT_ONCE)) {
    const read = await database.readStore(storeId, (db) => readCovers(db, storeId, page));
    effects.push(...read.effects);
    entries.push(...read.entries);
    for (const id of page) orderIds.add(id);
  }
  const ofShippingClaims: JournalEntry[] = [];
  for (const page of pagesOf([...shippingIds], CLAIMS_AT_ONCE)) {
    const read = await database.readStore(storeId, (db) => readShippingPage(db, storeId, page));
    ofShippingClaims.push(...read.ofShippingClaims);
    for (const id of read.orderIds) orderIds.add(id);
    effects.push(...read.effects);
    entries.push(...read.entries);
  }
  const orders: Ours['orders'][number][] = [];
  for (const page of pagesOf([...orderIds], CLAIMS_AT_ONCE))
    orders.push(...(await database.readStore(storeId, (db) => readOrders(db, storeId, page))));
  const billing = await billingInView(database, storeId, since, shippingIds);
  return { claims, ofShippingClaims, orders, effects, entries, billing, payments: [...payments.values()] };
}

/** Ids of the claims of shipping protection that changed, were worked on or have a failed step since an instant. */
async function shippingClaimsSince(db: Db, storeId: number, since: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select shipping_claim_id as id from shipping_claim where store_id = ${storeId} and updated_on >= ${since}
    union select subject_id from effect
      where store_id = ${storeId} and subject_kind = 'shippingClaim' and (done_on >= ${since} or state = 'failed')`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Ids of those whose steps made these movements. */
async function shippingClaimsOfMovements(
  db: Db,
  storeId: number,
  movements: readonly PlatformMovement[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('effect')
    .select('subject_id')
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', 'shippingClaim')
    .where(sql<boolean>`purpose_key = any(${keysOf(movements)}::text[])`)
    .execute();
  return rows.map((row) => row.subject_id);
}

/** One transaction: a step and its entry are read together. */
async function readShippingPage(
  db: Db,
  storeId: number,
  ids: readonly number[],
): Promise<Pick<Ours, 'ofShippingClaims' | 'effects' | 'entries'> & { orderIds: number[] }> {
  await sql`set transaction isolation level repeatable read, read only`.execute(db);
  const claims = await db
    .selectFrom('shipping_claim')
    .select('document')
    .where('store_id', '=', storeId)
    .where('shipping_claim_id', 'in', [...ids])
    .execute();
  const effects = await db
    .selectFrom('effect')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', 'shippingClaim')
    .where('subject_id', 'in', [...ids])
    .orderBy('effect_id')
    .execute();
  return {
    ofShippingClaims: claims.flatMap(({ document }) => settlementsOf(document)),
    orderIds: claims.map(({ document }) => document.orderId),
    effects: effects.map(effectOf),
    entries: (await entriesOfClaims(db, storeId, ids, 'shippingClaim')).map((entry) => ({ ...entry, claimId: null })),
  };
}

type Page = Omit<Ours, 'orders' | 'ofShippingClaims' | 'billing'> & { orderIds: number[] };

async function readPage(db: Db, storeId: number, claimIds: readonly number[]): Promise<Page> {
  await sql`set transaction isolation level repeatable read, read only`.execute(db);
  const claims = await db
    .selectFrom('claim')
    .select('document')
    .where('store_id', '=', storeId)
    .where('claim_id', 'in', [...claimIds])
    .orderBy('claim_id')
    .execute();
  const effects = await db
    .selectFrom('effect')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', 'claim')
    .where('subject_id', 'in', [...claimIds])
    .orderBy('effect_id')
    .execute();
  return {
    claims: claims.map(({ document }) => claimFacts(document)),
    orderIds: claims.map(({ document }) => document.orderId),
    effects: effects.map(effectOf),
    entries: (await entriesOfClaims(db, storeId, claimIds)).map(({ subject, ...entry }) => ({
      ...entry,
      claimId: claimOfSubject(subject),
    })),
    payments: await paymentsOfClaims(db, storeId, claimIds),
  };
}

/** What all claims of these orders paid out. */
async function readOrders(db: Db, storeId: number, orderIds: readonly number[]): Promise<Ours['orders']> {
  await sql`set transaction isolation level repeatable read, read only`.execute(db);
  const orders = await db
    .selectFrom('store_order')
    .select(['order_id', 'document', 'shipping_claims', 'cover_refund'])
    .where('store_id', '=', storeId)
    .where('order_id', 'in', [...orderIds])
    .execute();
  const claims = await db
    .selectFrom('claim')
    .select(['claim_id', 'order_id', 'document'])
    .where('store_id', '=', storeId)
    .where('order_id', 'in', [...orderIds])
    .execute();
  const steps = await db
    .selectFrom('effect')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', 'claim')
    .where(sql<boolean>`subject_id = any(${claims.map(({ claim_id }) => claim_id)}::bigint[])`)
    .where('state', 'in', NOT_GIVEN)
    .execute();
  const claimsOf = Map.groupBy(claims, (claim) => claim.order_id);
  const stepsOf = Map.groupBy(steps, (step) => step.subject_id);
  const facts: Ours['orders'][number][] = [];
  for (const order of orders) {
    const ofOrder = claimsOf.get(order.order_id) ?? [];
    const documents = ofOrder.map(({ document }) => document);
    const ofClaims = ofOrder.flatMap(({ claim_id }) => stepsOf.get(claim_id) ?? []).map(stepOf);
    facts.push(orderFacts(await inChain(db, storeId, order, documents), documents, ofClaims));
  }
  return facts;
}

const effectOf = (row: EffectRow): EffectFacts => effectFacts(stepOf(row));

const stepOf = (row: EffectRow): Step => ({
  subject: subjectOf(row),
  kind: row.kind,
  purposeKey: row.purpose_key,
  payload: row.payload,
  summary: row.summary,
  state: row.state,
  result: row.result,
  doneOn: row.done_on?.toISOString() ?? null,
  settledBy: row.settled_by,
  settledReason: row.settled_reason,
});

const paymentsOfClaims = (db: Db, storeId: number, claimIds: readonly number[]): Promise<PaymentRow[]> =>
  db
    .selectFrom('customer_payment')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', 'claim')
    .where('subject_id', 'in', [...claimIds])
    .where('attached_on', 'is not', null)
    .execute();

const paymentsKnownAs = (db: Db, storeId: number, idsFromPlatform: readonly string[]): Promise<PaymentRow[]> =>
  db
    .selectFrom('customer_payment')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id_from_platform', 'in', [...idsFromPlatform])
    .execute();

const pagesOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
