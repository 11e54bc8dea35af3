import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { RegistrationRow } from '#server/db/registrations.ts';

export type KnownSerial = { product: string; key: string; serial: string };

/** Lists serial numbers as known. Answers those that were not, by product and key. */
export async function listSerials(
  db: Db,
  storeId: number,
  serials: readonly KnownSerial[],
): Promise<ReadonlySet<string>> {
  if (serials.length === 0) return new Set();
  const { rows } = await sql<{ product: string; key: string }>`
    insert into serial_number as kept (store_id, product_id_from_platform, serial_key, serial, is_known)
    select ${storeId}, product, key, serial, true from unnest(
      ${serials.map(({ product }) => product)}::text[],
      ${serials.map(({ key }) => key)}::text[],
      ${serials.map(({ serial }) => serial)}::text[]
    ) as listed (product, key, serial)
    on conflict (store_id, product_id_from_platform, serial_key) do update set is_known = true where not kept.is_known
    returning product_id_from_platform as product, serial_key as key`.execute(db);
  return new Set(rows.map(({ product, key }) => serialId({ product, key })));
}

export const serialId = ({ product, key }: { product: string; key: string }): string => JSON.stringify([product, key]);

/** Known serial numbers of a product that nobody has registered, by their key and after one. */
export const freeSerialsOf = async (
  db: Db,
  storeId: number,
  { product, after }: { product: string; after: string },
  limit: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('serial_number')
    .select('serial')
    .where('store_id', '=', storeId)
    .where('product_id_from_platform', '=', product)
    .where('is_known', '=', true)
    .where('registration_id', 'is', null)
    .where('serial_key', '>', after)
    .orderBy('serial_key')
    .limit(limit)
    .execute();
  return rows.map(({ serial }) => serial);
};

/** The registration that has a serial number; null where nobody has registered it. */
export async function registrationOfSerial(
  db: Db,
  storeId: number,
  { product, key }: { product: string; key: string },
): Promise<number | null> {
  const row = await db
    .selectFrom('serial_number')
    .select('registration_id')
    .where('store_id', '=', storeId)
    .where('product_id_from_platform', '=', product)
    .where('serial_key', '=', key)
    .executeTakeFirst();
  return row?.registration_id ?? null;
}

/** Terms of units that were known before a registration took them, by the unit's key. */
export const termsOfSerials = (
  db: Db,
  storeId: number,
  registrationId: number,
): Promise<{ product: string; key: string; until: Date | null }[]> =>
  db
    .selectFrom('serial_number')
    .select(['product_id_from_platform as product', 'serial_key as key', 'covered_until as until'])
    .where('store_id', '=', storeId)
    .where('registration_id', '=', registrationId)
    .where('covered_until', 'is not', null)
    .execute();

/** The units with a serial number: several products may use the same numbers. */
export const unitsWithSerial = (
  db: Db,
  storeId: number,
  key: string,
): Promise<{ product: string; serial: string; isKnown: boolean; registrationId: number | null }[]> =>
  db
    .selectFrom('serial_number')
    .select([
      'product_id_from_platform as product',
      'serial',
      'is_known as isKnown',
      'registration_id as registrationId',
    ])
    .where('store_id', '=', storeId)
    .where('serial_key', '=', key)
    .orderBy('product_id_from_platform')
    .limit(MOST_UNITS)
    .execute();

/** Every registration of such a unit, canceled or not, the oldest first. */
export const registrationsWithSerial = (db: Db, storeId: number, key: string): Promise<RegistrationRow[]> =>
  db
    .selectFrom('registration')
    .selectAll()
    .where('store_id', '=', storeId)
    .where(sql<boolean>`${key} = any(string_to_array(serials, ' '))`)
    .orderBy('registration_id')
    .limit(MOST_UNITS)
    .execute();

const MOST_UNITS = 50;
