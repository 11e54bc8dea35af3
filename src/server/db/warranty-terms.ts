import { sql } from 'kysely';
import type { OrderId } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';

/** The ends of warranties that were promised of lines of an order, as ISO instants. */
export const selectWarrantyTerms = (db: Db, storeId: number, orderId: OrderId) =>
  db
    .selectFrom('warranty_term')
    .select([
      'line_id_from_platform as lineId',
      sql<string>`to_char(covered_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('until'),
    ])
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .orderBy('line_id_from_platform');

/** Writes the end of the warranty of an order line; false where it is that already. */
export async function setWarrantyTerm(
  db: Db,
  storeId: number,
  { orderId, lineId }: { orderId: number; lineId: string },
  until: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into warranty_term as kept (store_id, order_id, line_id_from_platform, covered_until)
    values (${storeId}, ${orderId}, ${lineId}, ${until}::timestamptz)
    on conflict (store_id, order_id, line_id_from_platform) do update set covered_until = excluded.covered_until
    where kept.covered_until <> excluded.covered_until
    returning order_id`.execute(db);
  return rows.length > 0;
}

/** The same of a unit that nobody has registered yet. */
export async function setSerialTerm(
  db: Db,
  storeId: number,
  { product, key, serial }: { product: string; key: string; serial: string },
  until: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into serial_number as kept (store_id, product_id_from_platform, serial_key, serial, covered_until)
    values (${storeId}, ${product}, ${key}, ${serial}, ${until}::timestamptz)
    on conflict (store_id, product_id_from_platform, serial_key) do update set covered_until = excluded.covered_until
    where kept.covered_until is distinct from excluded.covered_until
    returning serial_key`.execute(db);
  return rows.length > 0;
}
