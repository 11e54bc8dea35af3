import { sql } from 'kysely';
import type { ReturnShipment } from '#core/claims/claim.ts';
import { isWithin, stepDay, type Asked } from '#server/db/analytics/span.ts';
import type { Db } from '#server/db/connect.ts';

export type KindCount = { claim_type: string; rollup: string; count: number; errors: number };

/** Claims of the store by type and rollup. */
export const countByKind = (db: Db, storeId: number): Promise<KindCount[]> =>
  db
    .selectFrom('claim')
    .select(['claim_type', 'rollup'])
    .select([sql<number>`count(*)`.as('count'), sql<number>`count(*) filter (where has_error)`.as('errors')])
    .where('store_id', '=', storeId)
    .groupBy(['claim_type', 'rollup'])
    .execute();

export type WaitingRow = {
  claim_id: number;
  external_id: string;
  claim_type: string;
  customer_name: string;
  created_on: Date;
  status_code: string;
  status_detail: string;
  count: number;
};

/** Claims in some statuses, the oldest first, each beside how many there are in all. */
export const oldestIn = (
  db: Db,
  storeId: number,
  statuses: readonly (readonly [code: string, detail: string])[],
  take: number,
): Promise<WaitingRow[]> =>
  db
    .selectFrom('claim')
    .select(['claim_id', 'external_id', 'claim_type', 'customer_name', 'created_on', 'status_code', 'status_detail'])
    .select(sql<number>`count(*) over ()`.as('count'))
    .where('store_id', '=', storeId)
    .where('rollup', 'in', [...new Set(statuses.map(([code]) => code))])
    .where(({ eb, or, and }) =>
      or(statuses.map(([code, detail]) => and([eb('status_code', '=', code), eb('status_detail', '=', detail)]))),
    )
    .orderBy('created_on')
    .orderBy('claim_id')
    .limit(take)
    .execute();

export type UnderWayRow = {
  claim_id: number;
  external_id: string;
  claim_type: string;
  customer_name: string;
  shipments: ReturnShipment[];
};

/** Shipments of claims whose goods may still be under way, also where the shopper owes an answer or has what they get already: of those no news came of since `quietSince`, and of those that failed. */
export const shipmentsUnderWay = (db: Db, storeId: number, quietSince: string): Promise<UnderWayRow[]> =>
  db
    .selectFrom('claim')
    .select(['claim_id', 'external_id', 'claim_type', 'customer_name'])
    .select(sql<ReturnShipment[]>`document -> 'shipments'`.as('shipments'))
    .where('store_id', '=', storeId)
    .where('rollup', 'in', ['Open', 'Awaiting_Return', 'In_Transit', 'Approved'])
    .where(
      sql<boolean>`jsonb_path_exists(document, '$.shipments[*] ? (@.canceledOn == null && (@.trackerStatus == "failure" || @.trackerStatus == "return_to_sender" || @.trackerStatus == "error" || @.createdOn < $since))', jsonb_build_object('since', ${quietSince}::text))`,
    )
    .execute();

export type WeekCount = { week: string; claim_type: string; count: number };

/** Claims by the week (its Monday) they were made in. */
export const claimsByWeek = (db: Db, asked: Asked): Promise<WeekCount[]> =>
  db
    .selectFrom('claim')
    .select([stepDay(asked, 'created_on').as('week'), 'claim_type', sql<number>`count(*)`.as('count')])
    .where('store_id', '=', asked.storeId)
    .where(isWithin(asked, 'created_on'))
    .groupBy(['week', 'claim_type'])
    .execute();

/** Where money leaves to; what is credited there is what left. */
export const OUT_ACCOUNTS = [
  'platform:refunds',
  'platform:storeCredit',
  'platform:giftCards',
  'payments:captured',
  'external',
] as const;
export type WeekMoney = { week: string; account: (typeof OUT_ACCOUNTS)[number]; currency_code: string; amount: number };

/** Minor units that left by account, currency and week, from the journal. */
export async function moneyOutByWeek(db: Db, asked: Asked): Promise<WeekMoney[]> {
  const { rows } = await sql<WeekMoney>`
    select ${stepDay(asked, 'entry.booked_on')} as week,
      posting.account, posting.currency_code, (-sum(posting.amount))::bigint as amount
    from journal_entry entry
    join journal_posting posting using (store_id, entry_id)
    where entry.store_id = ${asked.storeId} and ${isWithin(asked, 'entry.booked_on')}
      and posting.account = any(${[...OUT_ACCOUNTS]}) and posting.amount < 0
    group by 1, 2, 3`.execute(db);
  return rows;
}
