import { sql, type Selectable } from 'kysely';
import type { Address } from '#core/address.ts';
import type { LabelRate } from '#partners/ports.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type ShipmentQuote = {
  shipmentIdFromProvider: string;
  claimId: number;
  from: Address;
  to: Address;
  weightOunces: number;
  rates: readonly LabelRate[];
};

/** Keeps what the carriers asked, so that only what was quoted for a claim can be bought for it; drops its older ones. */
export async function keepQuote(db: Db, storeId: number, quote: ShipmentQuote): Promise<void> {
  await db
    .deleteFrom('shipment_quote')
    .where('store_id', '=', storeId)
    .where('claim_id', '=', quote.claimId)
    .where('created_on', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  await db
    .insertInto('shipment_quote')
    .values({
      store_id: storeId,
      shipment_id_from_provider: quote.shipmentIdFromProvider,
      claim_id: quote.claimId,
      from_address: JSON.stringify(quote.from),
      to_address: JSON.stringify(quote.to),
      weight_ounces: quote.weightOunces,
      rates: JSON.stringify(quote.rates),
    })
    .execute();
}

/** What was quoted for this claim under the provider's id. */
export async function quoteOf(
  db: Db,
  storeId: number,
  claimId: number,
  shipmentIdFromProvider: string,
): Promise<ShipmentQuote | undefined> {
  const row = await db
    .selectFrom('shipment_quote')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('claim_id', '=', claimId)
    .where('shipment_id_from_provider', '=', shipmentIdFromProvider)
    .executeTakeFirst();
  return row && asQuote(row);
}

const asQuote = (row: Selectable<Tables['shipment_quote']>): ShipmentQuote => ({
  shipmentIdFromProvider: row.shipment_id_from_provider,
  claimId: row.claim_id,
  from: row.from_address,
  to: row.to_address,
  weightOunces: row.weight_ounces,
  rates: row.rates,
});
