import { sql } from 'kysely';
import { OUT_ACCOUNTS, type Booked, type Decided, type Left } from '#core/analytics/money.ts';
import { isWithin, stepDay, type Asked } from '#server/db/analytics/span.ts';
import type { Db } from '#server/db/connect.ts';

/** What was booked in the period by step, account and currency. */
export async function bookedWithin(db: Db, asked: Asked): Promise<Booked[]> {
  const { rows } = await sql<Booked>`
    select ${stepDay(asked, 'entry.booked_on')} as "startsOn", posting.account,
      posting.currency_code as "currencyCode", sum(posting.amount)::bigint as amount
    from journal_entry entry join journal_posting posting using (store_id, entry_id)
    where entry.store_id = ${asked.storeId} and ${isWithin(asked, 'entry.booked_on')}
    group by 1, 2, 3`.execute(db);
  return rows;
}

/** What left in the period by step, account and currency. */
export async function leftWithin(db: Db, asked: Asked): Promise<Left[]> {
  const { rows } = await sql<Left>`
    select ${stepDay(asked, 'entry.booked_on')} as "startsOn", posting.account,
      posting.currency_code as "currencyCode", (-sum(posting.amount))::bigint as amount
    from journal_entry entry join journal_posting posting using (store_id, entry_id)
    where entry.store_id = ${asked.storeId} and ${isWithin(asked, 'entry.booked_on')}
      and posting.account = any(${[...OUT_ACCOUNTS]}) and posting.amount < 0
    group by 1, 2, 3`.execute(db);
  return rows;
}

/** Lines finalized in the period by requested and final method. A claim counts at the time of its last line. */
export async function decidedWithin(db: Db, asked: Asked): Promise<Decided[]> {
  const { start, end } = asked.span;
  const { rows } = await sql<Decided>`
    select line."requestedMethod", line.method, line."isShopNow", line.status = 'approved' as "isApproved",
      claim.currency_code as "currencyCode", count(*) as lines, sum(line.quantity) as units,
      coalesce(sum(line.amount) filter (where line.status = 'approved'), 0)::bigint as amount
    from claim cross join lateral jsonb_to_recordset(document -> 'lines') as line (
      "requestedMethod" text, method text, "isShopNow" boolean, status text, quantity integer, amount bigint,
      "finalizedOn" text, "canceledOn" text)
    where store_id = ${asked.storeId} and claim.created_on < ${end}::timestamptz
      and (claim.finalized_on >= ${start}::timestamptz or (claim.finalized_on is null and claim.rollup <> 'Closed'))
      and line."canceledOn" is null and line."finalizedOn"::timestamptz >= ${start}::timestamptz
      and line."finalizedOn"::timestamptz < ${end}::timestamptz
    group by 1, 2, 3, 4, 5`.execute(db);
  return rows;
}
