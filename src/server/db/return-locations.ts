import { sql, type Selectable } from 'kysely';
import type { Address } from '#core/address.ts';
import type { StockPlace } from '#core/policy/policy.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type ReturnLocationRow = Selectable<Tables['return_location']>;

export type ReturnLocation = {
  name: string;
  customsSignerName?: string;
  fulfillmentLocationIdFromPlatform?: string | null;
  isQuickShipEnabled?: boolean;
  isDefault?: boolean;
  address: Address;
};

/** Where the store's goods go back to, the usual place first. */
export const returnLocations = (db: Db, storeId: number): Promise<ReturnLocationRow[]> =>
  db
    .selectFrom('return_location')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('is_default', 'desc')
    .orderBy('location_id')
    .execute();

/** Those that are a location of the platform too. */
export const stockPlacesOf = (
  rows: readonly Pick<ReturnLocationRow, 'address' | 'fulfillment_location_id_from_platform'>[],
): StockPlace[] =>
  rows.flatMap(({ address, fulfillment_location_id_from_platform: locationIdFromPlatform }) =>
    locationIdFromPlatform === null ? [] : [{ address, locationIdFromPlatform }],
  );

export const selectStockPlaces = (db: Db, storeId: number) =>
  db
    .selectFrom('return_location')
    .select(['address', 'fulfillment_location_id_from_platform'])
    .where('store_id', '=', storeId)
    .where('fulfillment_location_id_from_platform', 'is not', null)
    .orderBy('is_default', 'desc')
    .orderBy('location_id');

export async function insertReturnLocation(db: Db, storeId: number, location: ReturnLocation): Promise<number> {
  await makeRoom(db, storeId, location);
  const { location_id } = await db
    .insertInto('return_location')
    .values({ store_id: storeId, ...rowOf(location) })
    .returning('location_id')
    .executeTakeFirstOrThrow();
  return location_id;
}

/** False when the store has no such place. */
export async function updateReturnLocation(
  db: Db,
  storeId: number,
  locationId: number,
  location: ReturnLocation,
): Promise<boolean> {
  await makeRoom(db, storeId, location);
  const saved = await db
    .updateTable('return_location')
    .set(rowOf(location))
    .where('store_id', '=', storeId)
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  return saved.numUpdatedRows === 1n;
}

/** False when the store has no such place. */
export async function deleteReturnLocation(db: Db, storeId: number, locationId: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('return_location')
    .where('store_id', '=', storeId)
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  return gone.numDeletedRows === 1n;
}

/** Only one place is the usual one. */
async function makeRoom(db: Db, storeId: number, { isDefault = false }: ReturnLocation): Promise<void> {
  if (!isDefault) return;
  // Admins who choose another one at the same time wait, so that the last of them is right.
  await sql`select pg_advisory_xact_lock(hashtext('default return location'), ${storeId})`.execute(db);
  await db
    .updateTable('return_location')
    .set({ is_default: false })
    .where('store_id', '=', storeId)
    .where('is_default', '=', true)
    .execute();
}

const rowOf = (location: ReturnLocation) => ({
  name: location.name,
  customs_signer_name: location.customsSignerName ?? '',
  fulfillment_location_id_from_platform: location.fulfillmentLocationIdFromPlatform ?? null,
  is_quick_ship_enabled: location.isQuickShipEnabled ?? false,
  is_default: location.isDefault ?? false,
  address: JSON.stringify(location.address),
});
