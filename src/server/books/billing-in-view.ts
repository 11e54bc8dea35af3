import { sql } from 'kysely';
import type { BillingFacts } from '#core/books/facts.ts';
import { orderBilled, shareRateOf, shippingClaimBilled, type ShareRate } from '#core/protection/billing-lines.ts';
import { billingLinesOf, shareRates } from '#server/db/billing-lines.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { shippingClaimById } from '#server/db/shipping-claims.ts';
import { orderToProtect } from '#server/protection/order-to-protect.ts';

/** Protected orders that changed since an instant, and these claims, each with its lines of the same moment. */
export async function billingInView(
  database: Database,
  storeId: number,
  since: Date,
  shippingClaimIds: ReadonlySet<number>,
): Promise<BillingFacts[]> {
  const { orderIds, rates } = await database.readStore(storeId, async (db) => ({
    orderIds: await ordersBilledSince(db, storeId, since),
    rates: await shareRates(db, storeId),
  }));
  const facts: BillingFacts[] = [];
  for (const id of orderIds)
    facts.push(...(await database.readStore(storeId, (db) => orderInView(db, storeId, id, rates))));
  for (const id of shippingClaimIds)
    facts.push(...(await database.readStore(storeId, (db) => claimInView(db, storeId, id))));
  return facts;
}

async function ordersBilledSince(db: Db, storeId: number, since: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct subject_id as id from billing_line join store_order on store_order.store_id = billing_line.store_id
      and store_order.order_id = billing_line.subject_id
    where billing_line.store_id = ${storeId} and subject_kind = 'order'
      and (recorded_on >= ${since} or store_order.updated_on >= ${since})`.execute(db);
  return rows.map(({ id }) => Number(id));
}

async function orderInView(
  db: Db,
  storeId: number,
  orderId: number,
  rates: readonly ShareRate[],
): Promise<BillingFacts[]> {
  const [at, lines] = await Promise.all([
    orderToProtect(db, storeId, orderId),
    billingLinesOf(db, storeId, { kind: 'order', id: orderId }),
  ]);
  if (!at) return [];
  const { order } = at;
  // The store may call other lines its cover since.
  const coverLineIds = lines.at(-1)?.cover_line_ids ?? at.coverLineIds;
  return [
    {
      reference: order.orderNo,
      currencyCode: order.currencyCode,
      billed: orderBilled({ order, coverLineIds }, shareRateOf(rates, order.createdOn)),
      lines,
    },
  ];
}

async function claimInView(db: Db, storeId: number, id: number): Promise<BillingFacts[]> {
  const row = await shippingClaimById(db, storeId, id);
  if (!row) return [];
  const { document: claim } = row;
  const { externalId: reference, currencyCode } = claim;
  const lines = await billingLinesOf(db, storeId, { kind: 'shippingClaim', id });
  return [{ reference, currencyCode, billed: shippingClaimBilled(claim), lines }];
}
