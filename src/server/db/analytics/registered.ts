import { sql } from 'kysely';
import type { RegisteredCount, RegistrationCount } from '#core/analytics/registrations.ts';
import { isWithin, stepDay, type Asked } from '#server/db/analytics/span.ts';
import type { Db } from '#server/db/connect.ts';

/** Registrations made in the period by step and channel. */
export async function registrationsMade(db: Db, asked: Asked): Promise<RegistrationCount[]> {
  const { rows } = await sql<RegistrationCount>`
    select ${stepDay(asked, 'created_on')} as "startsOn", channel, count(*) as count,
      count(*) filter (where has_claim) as "withClaim",
      count(*) filter (where document -> 'consent' <> 'null') as "withConsent"
    from registration where store_id = ${asked.storeId} and ${isWithin(asked, 'created_on')} and not is_canceled
    group by 1, 2`.execute(db);
  return rows;
}

/** The products registered most in the period, and the units of all of them. */
export async function productsRegistered(
  db: Db,
  asked: Asked,
  most: number,
): Promise<{ products: RegisteredCount[]; unitsRegistered: number }> {
  const { rows } = await sql<RegisteredCount & { all: number }>`
    with line as (
      select registration_id, has_claim, line.*
      from registration cross join lateral jsonb_to_recordset(document -> 'lines') as line (
        "productIdFromPlatform" text, name text, quantity integer)
      where store_id = ${asked.storeId} and ${isWithin(asked, 'created_on')} and not is_canceled)
    select max(name) as product, sum(quantity) as units, count(distinct registration_id) as registrations,
      count(distinct registration_id) filter (where has_claim) as "withClaim",
      (sum(sum(quantity)) over ())::bigint as "all"
    from line group by "productIdFromPlatform" order by registrations desc, product limit ${most}`.execute(db);
  const products = rows.map(({ product, units, registrations, withClaim }) => ({
    product,
    units,
    registrations,
    withClaim,
  }));
  return { products, unitsRegistered: rows[0]?.all ?? 0 };
}
