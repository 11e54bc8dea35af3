import { sql } from 'kysely';
import type { ReturnShipment } from '#core/claims/claim.ts';
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

/** Shipments of claims whose goods are not back yet, of those no news came of since `quietSince`, and of those that failed. */
export const shipmentsUnderWay = (db: Db, storeId: number, quietSince: string): Promise<UnderWayRow[]> =>
  db
    .selectFrom('claim')
    .select(['claim_id', 'external_id', 'claim_type', 'customer_name'])
    .select(sql<ReturnShipment[]>`document -> 'shipments'`.as('shipments'))
    .where('store_id', '=', storeId)
    .where('rollup', 'in', ['In_Transit', 'Awaiting_Return'])
    .where(
      sql<boolean>`jsonb_path_exists(document, '$.shipments[*] ? (@.canceledOn == null && (@.trackerStatus == "failure" || @.trackerStatus == "return_to_sender" || @.trackerStatus == "error" || @.createdOn < $since))', jsonb_build_object('since', ${quietSince}::text))`,
    )
    .execute();

export type WeekCount = { week: string; claim_type: string; count: number };

/** Claims by the UTC week (its Monday) they were made in. */
export const claimsByWeek = (db: Db, storeId: number, from: string): Promise<WeekCount[]> =>
  db
    .selectFrom('claim')
    .select([
      sql<string>`to_char(date_trunc('week', created_on at time zone 'UTC'), 'YYYY-MM-DD')`.as('week'),
      'claim_type',
      sql<number>`count(*)`.as('count'),
    ])
    .where('store_id', '=', storeId)
    .where('created_on', '>=', new Date(from))
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

/** Minor units that left by account, currency and UTC week, from the journal. */
export async function moneyOutByWeek(db: Db, storeId: number, from: string): Promise<WeekMoney[]> {
  const { rows } = await sql<WeekMoney>`
    select to_char(date_trunc('week', entry.booked_on at time zone 'UTC'), 'YYYY-MM-DD') as week,
      posting.account, posting.currency_code, (-sum(posting.amount))::bigint as amount
    from journal_entry entry
    join journal_posting posting using (store_id, entry_id)
    where entry.store_id = ${storeId} and entry.booked_on >= ${new Date(from)}
      and posting.account = any(${[...OUT_ACCOUNTS]}) and posting.amount < 0
    group by 1, 2, 3`.execute(db);
  return rows;
}
