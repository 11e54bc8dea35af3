import { sql, type Selectable } from 'kysely';
import type { CurrencyCode, Minor } from '#core/money.ts';
import type { Subject } from '#core/effects/subject.ts';
import type { BillingKind, BillingLine, ShareRate } from '#core/protection/billing-lines.ts';
import type { OrderId } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type BillingLineRow = Selectable<Tables['billing_line']>;

/** What can have lines. */
export type Billable = Subject & { kind: 'order' | 'shippingClaim' };

/** What lines are about, beside their amounts. */
export type BillingSubject = {
  subject: Billable;
  reference: string;
  currencyCode: CurrencyCode;
  coverLineIds: readonly string[];
  shareBasisPoints: number | null;
};

/** The lines of a subject, the oldest first. */
export const billingLinesOf = (db: Db, storeId: number, { kind, id }: Billable): Promise<BillingLineRow[]> =>
  db
    .selectFrom('billing_line')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('line_id')
    .execute();

/** Which lines counted as the cover of an order when it was billed last; no row where it never was. */
export const selectCoverLines = (db: Db, storeId: number, orderId: OrderId) =>
  db
    .selectFrom('billing_line')
    .select('cover_line_ids')
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', 'order')
    .where('subject_id', '=', orderId)
    .orderBy('line_id', 'desc')
    .limit(1);

/** Those of some orders, by their ids at the platform, that were billed. */
export async function billedOrders(db: Db, storeId: number, idsFromPlatform: readonly string[]): Promise<Set<string>> {
  if (idsFromPlatform.length === 0) return new Set();
  const rows = await db
    .selectFrom('store_order')
    .select('id_from_platform')
    .where('store_id', '=', storeId)
    .where('id_from_platform', 'in', [...idsFromPlatform])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('billing_line')
          .whereRef('billing_line.store_id', '=', 'store_order.store_id')
          .where('subject_kind', '=', 'order')
          .whereRef('subject_id', '=', 'store_order.order_id'),
      ),
    )
    .execute();
  return new Set(rows.map((row) => row.id_from_platform));
}

/** Adds lines in the transaction of what they record; one that is there already is left as it is. */
export async function addBillingLines(
  db: Db,
  storeId: number,
  { subject, reference, currencyCode, coverLineIds, shareBasisPoints }: BillingSubject,
  lines: readonly BillingLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await db
    .insertInto('billing_line')
    .values(
      lines.map(({ kind, amount, purposeKey }) => ({
        store_id: storeId,
        purpose_key: purposeKey,
        kind,
        subject_kind: subject.kind,
        subject_id: subject.id,
        reference,
        currency_code: currencyCode,
        amount,
        cover_line_ids: [...coverLineIds],
        share_basis_points: shareBasisPoints,
      })),
    )
    .onConflict((conflict) => conflict.columns(['store_id', 'purpose_key']).doNothing())
    .execute();
}

/** Every rate a store had, the newest first. */
export const sharesOf = (db: Db, storeId: number): Promise<Selectable<Tables['revenue_share']>[]> =>
  db.selectFrom('revenue_share').selectAll().where('store_id', '=', storeId).orderBy('share_id', 'desc').execute();

export const shareRates = async (db: Db, storeId: number): Promise<ShareRate[]> =>
  (await sharesOf(db, storeId)).map((row) => ({ basisPoints: row.basis_points, from: row.set_on.toISOString() }));

/** The rate from now on; orders that were bought before keep theirs. */
export const setShare = (db: Db, storeId: number, basisPoints: number, by: string): Promise<unknown> =>
  db.insertInto('revenue_share').values({ store_id: storeId, basis_points: basisPoints, set_by: by }).execute();

/** A month in the time zone of the store: "2026-11". */
type Month = { month: string; timeZone: string };

const isInMonth = ({ month, timeZone }: Month) => {
  const start = sql`(${`${month}-01`}::date)`;
  return sql<boolean>`recorded_on >= ${start}::timestamp at time zone ${timeZone}
    and recorded_on < (${start} + interval '1 month') at time zone ${timeZone}`;
};

/** The lines of a month, the newest first, older than `before`. */
export const billingLinesIn = (
  db: Db,
  storeId: number,
  month: Month,
  { before, take }: { before: number | undefined; take: number },
): Promise<BillingLineRow[]> =>
  db
    .selectFrom('billing_line')
    .selectAll()
    .where('store_id', '=', storeId)
    .where(isInMonth(month))
    .$if(before !== undefined, (query) => query.where('line_id', '<', before ?? 0))
    .orderBy('line_id', 'desc')
    .limit(take)
    .execute();

export type BillingTotal = { kind: BillingKind; currencyCode: CurrencyCode; count: number; amount: Minor };

/** What the lines of a month come to. */
export const billingTotalsIn = (db: Db, storeId: number, month: Month): Promise<BillingTotal[]> =>
  db
    .selectFrom('billing_line')
    .select([
      'kind',
      'currency_code as currencyCode',
      sql<number>`count(*)::integer`.as('count'),
      sql<number>`sum(amount)::bigint`.as('amount'),
    ])
    .where('store_id', '=', storeId)
    .where(isInMonth(month))
    .groupBy(['kind', 'currency_code'])
    .orderBy('currency_code')
    .execute();
