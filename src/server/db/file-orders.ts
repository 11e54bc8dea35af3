import { sql, type Selectable } from 'kysely';
import type { Claim } from '#core/claims/claim.ts';
import { claimWithNewIds, shippingClaimWithNewIds, workWithNewIds } from '#core/claims/new-ids.ts';
import { aboutClaim, aboutOrder, aboutShippingClaim, type Subject } from '#core/effects/subject.ts';
import { newIds, type NewIds } from '#core/orders/file-order.ts';
import { fileOrderId, isFromFile, isSameOrder, platformIdOf } from '#core/orders/order-origin.ts';
import type { IneligibleLines } from '#core/orders/ineligible-lines.ts';
import { normalizeOrderNo } from '#core/orders/lookup.ts';
import type { Order } from '#core/orders/order.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import { saveMoved } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { keepHeld, saveMovedShippingClaim, shippingClaimsOfOrder } from '#server/db/shipping-claims.ts';
import type { Tables } from '#server/db/tables.ts';

/** An order that is known already, as far as telling it apart needs. */
export type KnownOrder = Pick<Selectable<Tables['store_order']>, 'order_id' | 'id_from_platform' | 'order_no_key'>;

const ORDERS_LOCK = 7_301;

/** One writer of a store's orders at a time, until the transaction ends: two could each find an order missing and add it. */
export async function lockOrders(db: Db, storeId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(ORDERS_LOCK)}, ${storeId})`.execute(db);
}

/** Known records that may be of these orders, by id or by number; isRecordOf tells which are. */
export async function knownOrders(db: Db, storeId: number, orders: readonly Order[]): Promise<KnownOrder[]> {
  const ids = orders.flatMap(({ idFromPlatform }) => {
    const id = platformIdOf(idFromPlatform);
    return id === null ? [idFromPlatform] : [id, fileOrderId('', id)];
  });
  const numbers = orders.map((order) => normalizeOrderNo(order.orderNo));
  return db
    .selectFrom('store_order')
    .select(['order_id', 'id_from_platform', 'order_no_key'])
    .where('store_id', '=', storeId)
    .where((where) => where.or([where('id_from_platform', 'in', ids), where('order_no_key', 'in', numbers)]))
    .orderBy('order_id')
    .execute();
}

export const isRecordOf = (known: KnownOrder, order: Order): boolean =>
  isSameOrder(
    { idFromPlatform: known.id_from_platform, orderNoKey: known.order_no_key },
    { idFromPlatform: order.idFromPlatform, orderNoKey: normalizeOrderNo(order.orderNo) },
  );

/** Replaces what a file said about these orders before; the claims move along. Call under lockOrders. */
export async function replaceFileOrders(db: Db, storeId: number, orders: readonly Order[]): Promise<void> {
  if (orders.length === 0) return;
  const known = await knownOrders(db, storeId, orders);
  const left = new Set(known.filter((one) => isFromFile(one.id_from_platform)));
  for (const order of orders) {
    const own = known.find((one) => one.id_from_platform === order.idFromPlatform);
    for (const one of left) {
      if (one === own || !isRecordOf(one, order)) continue;
      left.delete(one);
      await replaceOne(db, storeId, one.order_id, order, own?.order_id);
    }
  }
}

type TablesWith<Column extends string> = {
  [Table in keyof Tables]: Column extends keyof Tables[Table] ? Table : never;
}[keyof Tables];

/** From the row of a file to that of the order, which may be the same row. */
type Move = { storeId: number; fileId: number; orderId: number; ids: NewIds };

/** How the rows of each table that names an order follow it. */
const OF_AN_ORDER: Readonly<
  Record<Exclude<TablesWith<'order_id'>, 'store_order'>, (db: Db, move: Move) => Promise<unknown>>
> = {
  claim: moveClaims,
  shipping_claim: moveShippingClaims,
  warranty_term: moveTerms,
  filing_reminder: moveReminders,
  registration: (db, move) => moveRows(db, 'registration', move),
  media: (db, move) => moveRows(db, 'media', move),
  customer_payment: (db, move) => moveRows(db, 'customer_payment', move),
};

/** Whether what is about an order follows it. What was booked or billed is never changed. */
const ABOUT_AN_ORDER: Readonly<Record<TablesWith<'subject_kind'>, boolean>> = {
  effect: true,
  media: true,
  customer_payment: true,
  task: true,
  alert: true,
  journal_entry: false,
  journal_posting: false,
  billing_line: false,
};

/** `ownId`: the row of the order in addition to the file's row, if it came from both. */
async function replaceOne(db: Db, storeId: number, fileId: number, order: Order, ownId: number | undefined) {
  const orderId = ownId ?? fileId;
  // Locks claims before their order, like deciding on them does; then those created while we waited.
  await claimsOf(db, storeId, fileId);
  await heldShippingClaims(db, storeId, fileId);
  const rows = await db
    .updateTable('store_order')
    .set({ claims_version: sql`claims_version + 1` })
    .where('store_id', '=', storeId)
    .where('order_id', 'in', [fileId, orderId])
    .returning(['order_id', 'document', 'ineligible_lines', 'claims_version'])
    .execute();
  const [file, own] = [fileId, orderId].map((id) => rows.find((row) => row.order_id === id));
  if (!file || !own) throw new Error(`order ${fileId} or ${orderId} is gone`);
  const move: Move = { storeId, fileId, orderId, ids: newIds(file.document, order) };
  for (const moveTable of Object.values(OF_AN_ORDER)) await moveTable(db, move);
  const shippingClaims = await shippingClaimsOfOrder(db, storeId, orderId);
  await keepHeld(
    db,
    storeId,
    orderId,
    own.claims_version,
    shippingClaims.map(({ document }) => document),
  );
  await moveWork(db, storeId, aboutOrder(fileId), move.ids);
  for (const [table, isMoved] of Object.entries(ABOUT_AN_ORDER))
    if (isMoved)
      await sql`update ${sql.table(table)} set subject_id = ${orderId}
        where store_id = ${storeId} and subject_kind = 'order' and subject_id = ${fileId}`.execute(db);
  await moveIneligible(db, move, file.ineligible_lines);
  const row = { storeId, orderId: fileId };
  if (ownId === undefined) await giveTo(db, row, order.idFromPlatform);
  else await remove(db, row);
}

/** Claims of an order, held until the transaction ends. */
async function claimsOf(db: Db, storeId: number, orderId: number): Promise<Claim[]> {
  const rows = await db
    .selectFrom('claim')
    .select('document')
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .orderBy('claim_id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.document);
}

/** The same of its claims of shipping protection. */
async function heldShippingClaims(db: Db, storeId: number, orderId: number): Promise<ShippingClaim[]> {
  const rows = await db
    .selectFrom('shipping_claim')
    .select('document')
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .orderBy('shipping_claim_id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.document);
}

/** Not a change to the claims that anyone has to look at again: their versions stay. */
async function moveClaims(db: Db, { storeId, fileId, orderId, ids }: Move): Promise<void> {
  for (const claim of await claimsOf(db, storeId, fileId)) {
    await saveMoved(db, storeId, claimWithNewIds(claim, orderId, ids));
    await moveWork(db, storeId, aboutClaim(claim), ids);
  }
}

async function moveShippingClaims(db: Db, { storeId, fileId, orderId, ids }: Move): Promise<void> {
  for (const claim of await heldShippingClaims(db, storeId, fileId)) {
    await saveMovedShippingClaim(db, storeId, shippingClaimWithNewIds(claim, orderId, ids));
    await moveWork(db, storeId, aboutShippingClaim(claim), ids);
  }
}

/** What is not done yet names the new ids. */
async function moveWork(db: Db, storeId: number, subject: Subject, ids: NewIds): Promise<void> {
  const undone = await db
    .selectFrom('effect')
    .select(['effect_id', 'payload'])
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('state', '<>', 'done')
    .execute();
  for (const { effect_id, payload } of undone) {
    await db
      .updateTable('effect')
      .set({ payload: JSON.stringify(workWithNewIds(payload, ids)) })
      .where('store_id', '=', storeId)
      .where('effect_id', '=', effect_id)
      .execute();
  }
}

/** Rows that name nothing else of the order. */
const moveRows = (db: Db, table: TablesWith<'order_id'>, { storeId, fileId, orderId }: Move): Promise<unknown> =>
  sql`update ${sql.table(table)} set order_id = ${orderId}
    where store_id = ${storeId} and order_id = ${fileId} and order_id <> ${orderId}`.execute(db);

/** Who asked on both records gets one email. */
async function moveReminders(db: Db, { storeId, fileId, orderId }: Move): Promise<void> {
  const reminders = await db
    .deleteFrom('filing_reminder')
    .where('store_id', '=', storeId)
    .where('order_id', '=', fileId)
    .returningAll()
    .execute();
  if (reminders.length > 0)
    await db
      .insertInto('filing_reminder')
      .values(reminders.map((reminder) => ({ ...reminder, order_id: orderId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Staff's marks on lines carry over to the new lines, in addition to marks made there. */
async function moveIneligible(db: Db, { storeId, orderId, ids }: Move, ineligible: IneligibleLines): Promise<void> {
  const moved = Object.entries(ineligible).flatMap(([id, mark]) => {
    const line = ids.lines.get(id);
    return line === undefined ? [] : [[line, mark] as const];
  });
  if (moved.length === 0) return;
  await db
    .updateTable('store_order')
    .set({ ineligible_lines: sql`${JSON.stringify(Object.fromEntries(moved))}::jsonb || ineligible_lines` })
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .execute();
}

/** What was promised of single items stays promised; a term that the new lines have already counts. */
async function moveTerms(db: Db, { storeId, fileId, orderId, ids }: Move): Promise<void> {
  const terms = await db
    .deleteFrom('warranty_term')
    .where('store_id', '=', storeId)
    .where('order_id', '=', fileId)
    .returning(['line_id_from_platform', 'covered_until'])
    .execute();
  const moved = terms.flatMap((term) => {
    const line = ids.lines.get(term.line_id_from_platform);
    return line === undefined ? [] : [{ ...term, store_id: storeId, order_id: orderId, line_id_from_platform: line }];
  });
  if (moved.length > 0)
    await db
      .insertInto('warranty_term')
      .values(moved)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

type OrderKey = { storeId: number; orderId: number };

/** Older than anything: what is written over it next is always newer. */
async function giveTo(db: Db, { storeId, orderId }: OrderKey, idFromPlatform: string): Promise<void> {
  await db
    .updateTable('store_order')
    .set({ id_from_platform: idFromPlatform, updated_on: new Date(0) })
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .execute();
}

async function remove(db: Db, { storeId, orderId }: OrderKey): Promise<void> {
  await db.deleteFrom('store_order').where('store_id', '=', storeId).where('order_id', '=', orderId).execute();
}
