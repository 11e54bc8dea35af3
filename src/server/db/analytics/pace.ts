import { sql } from 'kysely';
import type { Duration, Durations, OperationsRows } from '#core/analytics/operations.ts';
import { isDenialToFinalize } from '#server/db/dashboard.ts';
import { isWithin, stepDay, type Asked } from '#server/db/analytics/span.ts';
import type { Db } from '#server/db/connect.ts';

const OPEN = ['Open', 'Awaiting_Return', 'In_Transit', 'At_Return_Location'];

/** Claims finalized in the period by step and kind. */
export async function finalizedWithin(db: Db, asked: Asked): Promise<OperationsRows['finalized']> {
  const { rows } = await sql<OperationsRows['finalized'][number]>`
    select ${stepDay(asked, 'finalized_on')} as "startsOn", claim_type as kind, count(*) as count
    from claim where store_id = ${asked.storeId} and ${isWithin(asked, 'finalized_on')}
    group by 1, 2`.execute(db);
  return rows;
}

/** How long claims finalized in the period took, in hours. Goods are back when the last parcel of the claim was delivered. */
export async function durationsWithin(db: Db, asked: Asked): Promise<Durations> {
  const { rows } = await sql<Duration & { step: keyof Durations }>`
    with done as (
      select claim.created_on, claim.finalized_on, back.received_on
      from claim left join lateral (
        select case when bool_and(parcel ->> 'trackerStatus' = 'delivered') then max(coalesce(
          (select min((event ->> 'date')::timestamptz) from jsonb_array_elements(parcel -> 'events') as event
            where event ->> 'status' = 'delivered' and event ->> 'date' ~ '^\\d{4}-\\d\\d-\\d\\dT'),
          (parcel ->> 'trackerUpdatedOn')::timestamptz)) end as received_on
        from jsonb_array_elements(document -> 'shipments') as parcel where parcel ->> 'canceledOn' is null
      ) as back on true
      where store_id = ${asked.storeId} and ${isWithin(asked, 'finalized_on')}
    ), took as (
      select step, extract(epoch from until - since) / 3600 as hours
      from done cross join lateral (values
        ('toReceived', created_on, received_on),
        ('receivedToFinalized', received_on, finalized_on),
        ('toFinalized', created_on, finalized_on)
      ) as span (step, since, until)
      where until >= since
    )
    select step, count(*) as count,
      percentile_cont(0.5) within group (order by hours)::float8 as median,
      percentile_cont(0.9) within group (order by hours)::float8 as p90
    from took group by step`.execute(db);
  const of = (step: keyof Durations): Duration => {
    const found = rows.find((row) => row.step === step);
    return { count: found?.count ?? 0, median: found?.median ?? null, p90: found?.p90 ?? null };
  };
  return {
    toReceived: of('toReceived'),
    receivedToFinalized: of('receivedToFinalized'),
    toFinalized: of('toFinalized'),
  };
}

/** Open claims, oldest first, and their number; a denial is open until its customer knows. */
export async function openClaims(db: Db, storeId: number, now: Date, most: number): Promise<OperationsRows['open']> {
  const { rows } = await sql<OperationsRows['open']['oldest'][number] & { count: number }>`
    select claim_id as "claimId", external_id as "externalId", claim_type as kind, customer_name as "customerName",
      status_code as "statusCode", status_detail as "statusDetail", count(*) over () as count,
      (extract(epoch from ${now}::timestamptz - created_on) / 3600)::float8 as "hoursOpen"
    from claim where store_id = ${storeId} and (rollup = any(${OPEN}) or ${isDenialToFinalize})
    order by created_on, claim_id limit ${most}`.execute(db);
  return { count: rows[0]?.count ?? 0, oldest: rows };
}

/** Failed effects that need attention, by kind. */
export async function failedEffects(db: Db, storeId: number, now: Date): Promise<OperationsRows['failed']> {
  const { rows } = await sql<OperationsRows['failed'][number]>`
    select kind, count(*) as count,
      (extract(epoch from ${now}::timestamptz - min(created_on)) / 3600)::float8 as "hoursOldest"
    from effect where store_id = ${storeId} and state = 'failed'
    group by kind order by count desc, kind`.execute(db);
  return rows;
}
