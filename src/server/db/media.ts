import { sql, type QueryCreator, type Selectable } from 'kysely';
import type { Subject } from '#core/effects/subject.ts';
import type { PhotoHash } from '#core/claims/photo-hash.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type MediaRow = Selectable<Tables['media']>;

export const expectMedia = (
  db: Db,
  row: { store_id: number; media_id: string; order_id: number; filename: string; content_type: string; size: number },
): Promise<unknown> =>
  db
    .insertInto('media')
    .values({ ...row, subject_kind: 'order', subject_id: row.order_id })
    .execute();

export const mediaById = (db: Db, storeId: number, mediaId: string): Promise<MediaRow | undefined> =>
  db.selectFrom('media').selectAll().where('store_id', '=', storeId).where('media_id', '=', mediaId).executeTakeFirst();

/** Takes the check of a file that arrived; false when it is checked already, or by someone else right now. */
export async function beginCheck(db: Db, storeId: number, mediaId: string, seconds: number): Promise<boolean> {
  const begun = await db
    .updateTable('media')
    .set({ checked_until: sql`now() + ${seconds} * interval '1 second'` })
    .where('store_id', '=', storeId)
    .where('media_id', '=', mediaId)
    .where('state', '=', 'expected')
    .where((media) => media.or([media('checked_until', 'is', null), media('checked_until', '<=', sql<Date>`now()`)]))
    .executeTakeFirst();
  return begun.numUpdatedRows > 0n;
}

/** The check came to nothing; other bytes may still arrive. */
export const endCheck = (db: Db, storeId: number, mediaId: string): Promise<unknown> =>
  db
    .updateTable('media')
    .set({ checked_until: null })
    .where('store_id', '=', storeId)
    .where('media_id', '=', mediaId)
    .execute();

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
    .set({ state: 'ready', content_type: contentType, size, checked_until: null })
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
    .where('subject_kind', '=', 'order')
    .where('subject_id', '=', orderId)
    .where('state', '=', 'ready')
    .where('media_id', 'in', [...ids])
    .execute();
}

/** Uploads belong to something from now on. */
export async function attachMediaTo(
  db: Db,
  storeId: number,
  { kind, id }: Subject,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('media')
    .set({ subject_kind: kind, subject_id: id })
    .where('store_id', '=', storeId)
    .where('media_id', 'in', [...ids])
    .execute();
}

export async function attachMedia(db: Db, storeId: number, claimId: number, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await mediaAttach(db, storeId, claimId, ids).execute();
}

/** As attachMedia, for what staff photographed while inspecting: it says nothing about who sent the claim in. */
export async function attachInspectionMedia(
  db: Db,
  storeId: number,
  claimId: number,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await mediaAttach(db, storeId, claimId, ids).set({ is_of_inspection: true }).execute();
}

/** The statement of attachMedia, for use inside a larger one; an empty list is fine. */
export const mediaAttach = (db: QueryCreator<Tables>, storeId: number, claimId: number, ids: readonly string[]) =>
  db
    .updateTable('media')
    .set({ subject_kind: 'claim', subject_id: claimId })
    .where('store_id', '=', storeId)
    .where((media) => media('media_id', '=', media.fn.any(media.val([...ids]))));

/** Photos of all stores that the worker hasn't read yet. Owner only. */
export const photosToHash = (db: Db, limit: number): Promise<Pick<MediaRow, 'store_id' | 'media_id'>[]> =>
  db
    .selectFrom('media')
    .select(['store_id', 'media_id'])
    .where('state', '=', 'ready')
    .where('hashed_on', 'is', null)
    .where('content_type', 'like', 'image/%')
    .where((media) => media.or([media('hash_from', 'is', null), media('hash_from', '<=', sql<Date>`now()`)]))
    .orderBy('created_on')
    .limit(limit)
    .execute();

/** Lets a photo that could not be loaded wait, so that others come first. */
export const hashLater = (db: Db, storeId: number, mediaId: string, minutes: number): Promise<unknown> =>
  db
    .updateTable('media')
    .set({ hash_from: sql<Date>`now() + ${minutes} * interval '1 minute'` })
    .where('store_id', '=', storeId)
    .where('media_id', '=', mediaId)
    .execute();

/** Keeps what a photo looks like; null for one that cannot be read. */
export const saveHash = (db: Db, storeId: number, mediaId: string, hash: PhotoHash | null): Promise<unknown> =>
  db
    .updateTable('media')
    .set({
      hashed_on: sql`now()`,
      photo_hashes: hash && Buffer.from(hash.hashes),
      photo_words: hash && hash.words,
    })
    .where('store_id', '=', storeId)
    .where('media_id', '=', mediaId)
    .execute();

export type LikenessRow = Pick<MediaRow, 'media_id' | 'content_type' | 'hashed_on' | 'photo_hashes'>;

/** Photos and videos a claim was made or answered with, and what they look like. */
export const likenessesOfClaim = (db: Db, storeId: number, claimId: number): Promise<LikenessRow[]> =>
  db
    .selectFrom('media')
    .select(['media_id', 'content_type', 'hashed_on', 'photo_hashes'])
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', 'claim')
    .where('subject_id', '=', claimId)
    .where('is_of_inspection', '=', false)
    .execute();

/** The same of uploads that belong to no claim yet. */
export async function likenessesOf(db: Db, storeId: number, ids: readonly string[]): Promise<LikenessRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('media')
    .select(['media_id', 'content_type', 'hashed_on', 'photo_hashes'])
    .where('store_id', '=', storeId)
    .where('media_id', 'in', [...ids])
    .execute();
}

/** Photos other claims were made or answered with that have one of these words; whether they are the same is for the hashes to say. */
export async function photosLike(
  db: Db,
  words: readonly number[],
  butOfClaim: number,
): Promise<{ claimId: number; hashes: Uint8Array }[]> {
  const found = await sql<{ claim_id: number; photo_hashes: Uint8Array }>`
    select claim_id, photo_hashes from photos_like(${[...words]}::integer[], ${butOfClaim}::bigint)`.execute(db);
  return found.rows.map((row) => ({ claimId: row.claim_id, hashes: row.photo_hashes }));
}
