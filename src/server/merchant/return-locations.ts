import * as contract from '#contract/merchant/shipments.ts';
import { Refusal } from '#core/refusal.ts';
import type { Db } from '#server/db/connect.ts';
import {
  deleteReturnLocation,
  insertReturnLocation,
  returnLocations,
  updateReturnLocation,
  type ReturnLocationRow,
} from '#server/db/return-locations.ts';
import { refuseNamed } from '#server/db/rules-naming.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { locationAddress } from '#server/merchant/address-ids.ts';

/** The places goods go back to. */
export const returnLocationHandlers = ({ database }: Pick<ServerDeps, 'database'>): Handler[] => [
  handle(contract.listReturnLocations, (_input, { storeId }) =>
    database.readStore(storeId, async (db) => ({ locations: await shownLocations(db, storeId) })),
  ),

  handle(contract.createReturnLocation, ({ body }, { storeId }) =>
    database.inStore(storeId, async (db) => shown(db, storeId, await insertReturnLocation(db, storeId, body))),
  ),

  handle(contract.changeReturnLocation, ({ params, body }, { storeId }) =>
    database.inStore(storeId, async (db) => {
      if (!(await updateReturnLocation(db, storeId, params.returnLocationId, body))) throw notFound();
      return shown(db, storeId, params.returnLocationId);
    }),
  ),

  handle(contract.deleteReturnLocation, ({ params }, { storeId }) =>
    database.inStore(storeId, async (db) => {
      const id = params.returnLocationId;
      await refuseNamed(db, storeId, { of: 'returnLocation', id, what: 'return location', code: 'LOCATION_USED' });
      if (!(await deleteReturnLocation(db, storeId, id))) throw notFound();
      return {};
    }),
  ),
];

const notFound = (): Refusal => new Refusal('notFound', 'LOCATION_NOT_FOUND', "This return location doesn't exist.");

async function shownLocations(db: Db, storeId: number): Promise<contract.ReturnLocation[]> {
  const rows = await returnLocations(db, storeId);
  return rows.map((row, index) => showLocation(row, index === 0));
}

async function shown(db: Db, storeId: number, locationId: number): Promise<contract.ReturnLocation> {
  const found = (await shownLocations(db, storeId)).find((location) => location.id === locationId);
  if (!found) throw notFound();
  return found;
}

/** `isDefault`: the first of the list is, whether it was made so or is just the oldest. */
const showLocation = (row: ReturnLocationRow, isDefault: boolean): contract.ReturnLocation => ({
  id: row.location_id,
  name: row.name,
  customsSignerName: row.customs_signer_name,
  fulfillmentLocationIdFromPlatform: row.fulfillment_location_id_from_platform,
  isQuickShipEnabled: row.is_quick_ship_enabled,
  isDefault,
  address: { ...row.address, id: locationAddress(row.location_id) },
});
