import type { QueryCreator, Selectable } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type MediaRow = Selectable<Tables['media']>;

export const expectMedia = (
  db: Db,
  row: { store_id: number; media_id: string; order_id: number; filename: string; content_type: string; size: number },
): Promise<unknown> =>
  db
    .insertInto('media')
    .values({ ...row, claim_id: null })
    .execute();

export const mediaById = (db: Db, storeId: number, mediaId: string): Promise<MediaRow | undefined> =>
  db.selectFrom('media').selectAll().where('store_id', '=', storeId).where('media_id', '=', mediaId).executeTakeFirst();

/** Records what the bytes turned out to be. */
export const readyMedia = (
  db: Db,
  storeId: number,
  mediaId: string,
  contentType: string,
  size: number,
): Promise<unknown> =>
  db
    .updateTable('media')
    .set({ state: 'ready', content_type: contentType, size })
    .where('store_id', '=', storeId)
    .where('media_id', '=', mediaId)
    .execute();

/** The uploads of this order that are complete and belong to no claim yet, of those asked for. */
export async function unclaimedMedia(
  db: Db,
  storeId: number,
  orderId: number,
  ids: readonly string[],
): Promise<MediaRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('media')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'ready')
    .where('claim_id', 'is', null)
    .where('media_id', 'in', [...ids])
    .execute();
}

export async function attachMedia(db: Db, storeId: number, claimId: number, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await mediaAttach(db, storeId, claimId, ids).execute();
}

/** The statement of attachMedia, for whoever makes it part of a larger one; none is fine too. */
export const mediaAttach = (db: QueryCreator<Tables>, storeId: number, claimId: number, ids: readonly string[]) =>
  db
    .updateTable('media')
    .set({ claim_id: claimId })
    .where('store_id', '=', storeId)
    .where((media) => media('media_id', '=', media.fn.any(media.val([...ids]))));
