import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

const inMinutes = (minutes: number) => sql<Date>`now() + ${minutes} * interval '1 minute'`;

/**
 * Has files removed once the transaction is through, or some minutes later: a key, or all below one that ends in a
 * slash.
 */
export async function removeLater(db: Db, storeId: number, keys: readonly string[], minutes = 0): Promise<void> {
  if (keys.length === 0) return;
  await db
    .insertInto('file_removal')
    .values(
      [...new Set(keys)].map((key) => ({
        store_id: storeId,
        key,
        asked_on: inMinutes(minutes),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'key']).doUpdateSet((row) => ({ asked_on: row.ref('excluded.asked_on') })),
    )
    .execute();
}

/** Keeps files that were to be removed later. */
export async function keepForGood(db: Db, storeId: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db
    .deleteFrom('file_removal')
    .where('store_id', '=', storeId)
    .where('key', 'in', [...keys])
    .execute();
}

export type FileRemoval = { store_id: number; key: string };

/** The oldest files to remove, of all stores. Owner only. */
export const oldestRemovals = (db: Db, limit: number): Promise<FileRemoval[]> =>
  db
    .selectFrom('file_removal')
    .select(['store_id', 'key'])
    .where('asked_on', '<=', sql<Date>`now()`)
    .orderBy('asked_on')
    .limit(limit)
    .execute();

export const removalDone = (db: Db, { store_id, key }: FileRemoval): Promise<unknown> =>
  db.deleteFrom('file_removal').where('store_id', '=', store_id).where('key', '=', key).execute();

/** Lets a file that could not be removed wait, so that others come first. */
export const removeAgainLater = (db: Db, { store_id, key }: FileRemoval, minutes: number): Promise<unknown> =>
  db
    .updateTable('file_removal')
    .set({ asked_on: inMinutes(minutes) })
    .where('store_id', '=', store_id)
    .where('key', '=', key)
    .execute();
