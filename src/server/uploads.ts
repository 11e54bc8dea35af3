import { randomUUID } from 'node:crypto';
import { MEDIA_TYPES } from '#core/claims/media-types.ts';
import { Refusal } from '#core/refusal.ts';
import { sniffMediaType } from '#server/customer/media-type.ts';
import { expectMedia, mediaById, readyMedia } from '#server/db/media.ts';
import type { ServerDeps } from '#server/deps.ts';

const SHOWN_SECONDS = 3600;

type Deps = Pick<ServerDeps, 'database' | 'files' | 'config'>;
export type Announced = { filename: string; contentType: string; size: number };

export const mediaKey = (storeId: number, mediaId: string): string => `media/${storeId}/${mediaId}`;

/** Every key a file of these may lie under. */
export const mediaKeys = (storeId: number, mediaId: string): string[] => [mediaKey(storeId, mediaId)];

const wrongType = (): Refusal => new Refusal('notAllowed', 'UPLOAD_TYPE', 'Please choose a photo, a video or a PDF.');

/**
 * Where a browser may put a photo, video or PDF of an order, at most so many of them.
 * Refuses UPLOAD_TYPE, UPLOAD_TOO_LARGE and UPLOAD_TOO_MANY.
 */
export async function announceUpload(
  { database, files, config }: Deps,
  { storeId, orderId, most }: { storeId: number; orderId: number; most: number },
  file: Announced,
): Promise<{ mediaId: string; url: string; method: 'PUT'; headers: Record<string, string> }> {
  if (!MEDIA_TYPES.has(file.contentType)) throw wrongType();
  if (file.size > config.UPLOAD_MAX_BYTES)
    throw new Refusal(
      'notAllowed',
      'UPLOAD_TOO_LARGE',
      `A file can have at most ${Math.floor(config.UPLOAD_MAX_BYTES / 1_000_000)} MB.`,
    );
  const mediaId = randomUUID();
  await database.inStore(storeId, async (db) => {
    const { count } = await db
      .selectFrom('media')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('store_id', '=', storeId)
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    if (count >= most)
      throw new Refusal('notAllowed', 'UPLOAD_TOO_MANY', 'This order already has the maximum number of files.');
    await expectMedia(db, {
      store_id: storeId,
      media_id: mediaId,
      order_id: orderId,
      filename: file.filename,
      content_type: file.contentType,
      size: file.size,
    });
  });
  return { mediaId, ...(await files.signUpload(mediaKey(storeId, mediaId), file.contentType, file.size)) };
}

/** Checks what was put there by its bytes. `orderId` null takes that of any order. Refuses UPLOAD_BROKEN and UPLOAD_TYPE. */
export async function finishUpload(
  { database, files }: Pick<Deps, 'database' | 'files'>,
  { storeId, orderId }: { storeId: number; orderId: number | null },
  mediaId: string,
): Promise<{ mediaId: string; filename: string; contentType: string; url: string }> {
  const media = await database.inStore(storeId, (db) => mediaById(db, storeId, mediaId));
  if (!media || (orderId !== null && media.order_id !== orderId))
    throw new Refusal('notFound', 'UPLOAD_BROKEN', 'Error Uploading File: unknown');
  const key = mediaKey(storeId, media.media_id);
  const shown = async (contentType: string) => ({
    mediaId: media.media_id,
    filename: media.filename,
    contentType,
    url: await files.signDownload(key, SHOWN_SECONDS),
  });
  if (media.state === 'ready') return shown(media.content_type);
  const file = await files.get(key);
  const isWhole = file !== null && file.content.byteLength === media.size;
  if (!isWhole) throw new Refusal('conflict', 'UPLOAD_BROKEN', `Error Uploading File: ${media.filename}`);
  // What a browser says a file is, is what its name ends in; only the bytes tell.
  const contentType = await sniffMediaType(file.content);
  if (contentType === null) {
    await files.remove(key);
    throw wrongType();
  }
  if (contentType !== media.content_type) await files.put(key, file.content, contentType);
  await database.inStore(storeId, (db) =>
    readyMedia(db, storeId, media.media_id, contentType, file.content.byteLength),
  );
  return shown(contentType);
}
