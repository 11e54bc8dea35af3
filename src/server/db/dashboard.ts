import { sql, type RawBuilder } from 'kysely';
import type { ReturnShipment } from '#core/claims/shipment-shapes.ts';
import type { RepairDue } from '#core/claims/repair-due.ts';
import { WAITS_FOR_STAFF, WAITS_UNTIL_FINALIZED } from '#core/claims/status.ts';
import { isWithin, stepDay, type Asked } from '#server/db/analytics/span.ts';
import { isRepairDue } from '#server/db/repairs-due.ts';
import type { Db } from '#server/db/connect.ts';

export type KindCount = {
  claim_type: string;
  rollup: string;
  count: number;
  errors: number;
  waiting: number;
  stuck: number;
};

/** Claims whose customers don't know yet that they are denied. */
export const isDenialToFinalize: RawBuilder<boolean> = sql<boolean>`(rollup = ${WAITS_UNTIL_FINALIZED}
  and finalized_on is null)`;

/** What staff are to bring on, as `waitsForStaff` has it of one claim. */
const isWaiting: RawBuilder<boolean> = sql<boolean>`((status_code, status_detail) in (${sql.join(
  WAITS_FOR_STAFF.map(([code, detail]) => sql`(${code}, ${detail})`),
)}) or ${isDenialToFinalize})`;

/** Claims of the store by type and rollup; of them those with errors, that wait for staff, and stuck by `now`. */
export const countByKind = (db: Db, storeId: number, now: string): Promise<KindCount[]> =>
  db
    .selectFrom('claim')
    .select(['claim_type', 'rollup'])
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`count(*) filter (where has_error)`.as('errors'),
      sql<number>`count(*) filter (where ${isWaiting})`.as('waiting'),
      sql<number>`count(*) filter (where stuck_from < ${now}::timestamptz)`.as('stuck'),
    ])
    .where('store_id', '=', storeId)
    .groupBy(['claim_type', 'rollup'])
    .execute();

/** Registrations made since an instant, and those with a claim. */
export async function countRegistrations(db: Db, storeId: number, since: string) {
  const counted = await db
    .selectFrom('registration')
    .select([
      sql<number>`(count(*) filter (where created_on >= ${since}::timestamptz))::integer`.as('made'),
      sql<number>`(count(*) filter (where has_claim))::integer`.as('claimed'),
    ])
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow();
  return { since, ...counted };
}

export type RepairCount = { due: RepairDue; count: number; since: string };

/** Claims by what is due next of their repairs, and since when the oldest has been. */
export const countRepairsDue = async (db: Db, storeId: number): Promise<RepairCount[]> => {
  const { rows } = await sql<RepairCount>`
    select one ->> 'due' as due, count(distinct claim_id)::integer as count, min(one ->> 'since') as since
    from claim, jsonb_array_elements(glance -> 'repairs') as one
    where store_id = ${storeId} and ${isRepairDue()}
    group by 1`.execute(db);
  return rows;
};

export type WaitingRow = {
  claim_id: number;
  external_id: string;
  claim_type: string;
  customer_name: string;
  created_on: Date;
  status_code: string;
  status_detail: string;
  requested_total: number;
  currency_code: string;
  glance: unknown;
};

/** Claims of some types that wait for staff, the oldest first. */
export const oldestWaiting = (db: Db, storeId: number, types: readonly string[], take: number): Promise<WaitingRow[]> =>
  db
    .selectFrom('claim')
    .select(['claim_id', 'external_id', 'claim_type', 'customer_name', 'created_on', 'status_code', 'status_detail'])
    .select(['requested_total', 'currency_code', 'glance'])
    .where('store_id', '=', storeId)
    .where('claim_type', '=', sql<string>`any(${[...types]})`)
    .where('rollup', 'in', [...new Set([...WAITS_FOR_STAFF.map(([code]) => code), WAITS_UNTIL_FINALIZED])])
    .where(isWaiting)
    .orderBy('created_on')
    .orderBy('claim_id')
    .limit(take)
    .execute();

export type StuckRow = {
  claim_id: number;
  external_id: string;
  claim_type: string;
  customer_name: string;
  shipments: ReturnShipment[];
};

/** Claims of some types with a shipment stuck by `now`, longest first. */
export const longestStuck = (
  db: Db,
  storeId: number,
  types: readonly string[],
  now: string,
  take: number,
): Promise<StuckRow[]> =>
  db
    .selectFrom('claim')
    .select(['claim_id', 'external_id', 'claim_type', 'customer_name'])
    .select(sql<ReturnShipment[]>`document -> 'shipments'`.as('shipments'))
    .where('store_id', '=', storeId)
    .where('claim_type', '=', sql<string>`any(${[...types]})`)
    .where('stuck_from', '<', sql<Date>`${now}::timestamptz`)
    .orderBy('stuck_from')
    .orderBy('claim_id')
    .limit(take)
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
