import type { RowOutcome } from '#core/imports/progress.ts';
import { isSerial, normalizeSerial } from '#core/registrations/serial-number.ts';
import { listSerials, serialId } from '#server/db/serial-numbers.ts';
import type { ProductRow, WriteRows } from '#server/import/product-row.ts';

/** Known serial numbers, all rows in one statement. */
export const writeSerials: WriteRows = async ({ database, store: { store_id: storeId } }, rows) => {
  const serials = rows.map(serialIn);
  // Of one that is there twice, the first is kept as it is written.
  const once = new Map(serials.toReversed().flatMap((one) => (one ? [[serialId(one), one]] : [])));
  const added = new Set(await database.inStore(storeId, (db) => listSerials(db, storeId, [...once.values()])));
  return serials.map((one): RowOutcome => {
    if (!one) return { refused: 'Serial number is empty or not one.' };
    // The same number again, further down the file, changes nothing.
    return added.delete(serialId(one)) ? 'written' : 'unchanged';
  });
};

function serialIn({ row, product }: ProductRow) {
  const serial = row.cell('Serial number');
  return isSerial(serial) ? { product: product.productIdFromPlatform, key: normalizeSerial(serial), serial } : null;
}
