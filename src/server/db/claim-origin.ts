import { sql, type QueryCreator, type Selectable } from 'kysely';
import { EMAIL_DAYS, FAN_OUT_DAYS, ORIGIN_KEPT_DAYS } from '#core/claims/risk.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';
import type { ClaimOrigin } from '#server/risk/origin.ts';

export type OriginRow = Selectable<Tables['claim_origin']>;

/** The statement that saves a claim's origin, for use inside a larger one. */
export const originInsert = (
  db: QueryCreator<Tables>,
  storeId: number,
  claimId: number,
  { emailHash, provenBy, deviceFingerprint, ipAddress }: ClaimOrigin,
) =>
  db.insertInto('claim_origin').values({
    store_id: storeId,
    claim_id: claimId,
    email_hash: emailHash,
    proven_by: provenBy,
    device_fingerprint: deviceFingerprint,
    ip_address: ipAddress,
  });

export const originOf = (db: Db, storeId: number, claimId: number): Promise<OriginRow | undefined> =>
  db
    .selectFrom('claim_origin')
    .select(['store_id', 'claim_id', 'email_hash', 'proven_by', 'device_fingerprint', 'ip_address', 'created_on'])
    .where('store_id', '=', storeId)
    .where('claim_id', '=', claimId)
    .executeTakeFirst();

/** Takes away the devices and addresses of all stores' claims that were kept long enough. */
export const forgetOrigins = (db: Db): Promise<unknown> =>
  db
    .updateTable('claim_origin')
    .set({ device_fingerprint: null, ip_address: null })
    .where('created_on', '<=', sql<Date>`now() - ${ORIGIN_KEPT_DAYS} * interval '1 day'`)
    .where((eb) => eb.or([eb('device_fingerprint', 'is not', null), eb('ip_address', 'is not', null)]))
    .execute();

/** How often what a claim came from is met again: before and after it, in this store and in others. */
export type Met = {
  claimsInStore: number;
  claimsElsewhere: number;
  storesElsewhere: number;
  peopleOnDevice: number;
  peopleAtAddress: number;
};

/** `emailKey`: of the claim, by which claims of shipping protection are found. */
export async function metAgain(db: Db, origin: OriginRow, emailKey: string): Promise<Met> {
  const { store_id, claim_id, email_hash, device_fingerprint, ip_address, created_on } = origin;
  const at = created_on.toISOString();
  const around = (days: number) => sql`created_on between ${at}::timestamptz - ${days} * interval '1 day'
    and ${at}::timestamptz + ${days} * interval '1 day'`;
  const ofStore = sql`select count(distinct email_hash)::integer from claim_origin where store_id = ${store_id}`;
  const { rows } = await sql<Met>`select
    (select count(*)::integer from claim_origin
      where store_id = ${store_id} and email_hash = ${email_hash} and claim_id <> ${claim_id}
      and ${around(EMAIL_DAYS)})
    + (select count(*)::integer from shipping_claim
      where store_id = ${store_id} and email_key = ${emailKey} and email_key <> ''
      and ${around(EMAIL_DAYS)}) as "claimsInStore",
    coalesce(other.claims, 0)::integer as "claimsElsewhere",
    coalesce(other.stores, 0)::integer as "storesElsewhere",
    (${ofStore} and device_fingerprint = ${device_fingerprint}::text and email_hash <> ${email_hash}
      and ${around(FAN_OUT_DAYS)}) as "peopleOnDevice",
    (${ofStore} and ip_address = ${ip_address}::text and email_hash <> ${email_hash}
      and ${around(FAN_OUT_DAYS)}) as "peopleAtAddress"
    from claims_in_other_stores(${email_hash}, ${at}::timestamptz - ${EMAIL_DAYS} * interval '1 day') as other`.execute(
    db,
  );
  const [met] = rows;
  if (!met) throw new Error('a count always answers');
  return met;
}
