import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { MEDIA_TYPES, mediaKind } from '#core/claims/media-types.ts';
import { orderNotFound } from '#core/orders/lookup.ts';
import { Refusal } from '#core/refusal.ts';
import type { Files } from '#partners/ports.ts';
import { sniffMediaType } from '#server/customer/media-type.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { removeLater } from '#server/db/file-removals.ts';
import { beginCheck, endCheck, expectMedia, mediaById, readyMedia, type MediaRow } from '#server/db/media.ts';
import type { ServerDeps } from '#server/deps.ts';
import { THUMBNAIL_TYPE, thumbnailOf } from '#server/thumbnails.ts';

const SHOWN_SECONDS = 3600;

type Deps = Pick<ServerDeps, 'database' | 'files' | 'config'>;
export type Announced = { filename: string; contentType: string; size: number };

export const mediaKey = (storeId: number, mediaId: string): string => `media/${storeId}/${mediaId}`;

/** A photo made small. Photos that cannot be read have none. */
export const thumbnailKey = (storeId: number, mediaId: string): string => `${mediaKey(storeId, mediaId)}.small`;

/** Where a browser puts the bytes. Anyone with the address may write there until it expires, so nobody is shown them. */
export const arrivalKey = (storeId: number, mediaId: string): string => `uploads/${storeId}/${mediaId}`;

/** Every key a file of these may lie under. */
export const mediaKeys = (storeId: number, mediaId: string): string[] => [
  mediaKey(storeId, mediaId),
  thumbnailKey(storeId, mediaId),
  arrivalKey(storeId, mediaId),
];

/** Files of one order that no claim has yet. */
const MOST_UNCLAIMED = 30;
/** Longer than an upload address works. */
export const ADDRESS_MINUTES = 20;
/** A check takes a moment; after this long, the process that did it has died. */
const CHECK_SECONDS = 60;
const CHECK_LOOKS = 50;
const CHECK_LOOK_MS = 200;
/** Each check holds a whole file in memory. */
const CHECKS_AT_ONCE = 4;

/** What uploads of a kind may be, and what is said of others. */
export type UploadKind = { types: ReadonlySet<string>; wrongType: () => Refusal };
const MEDIA: UploadKind = {
  types: MEDIA_TYPES,
  wrongType: () => new Refusal('notAllowed', 'UPLOAD_TYPE', 'Please choose a photo, a video or a PDF.'),
};

/**
 * Where a browser may put a photo, video or PDF of an order, at most so many of them.
 * Refuses UPLOAD_TYPE, UPLOAD_TOO_LARGE and UPLOAD_TOO_MANY.
 */
export async function announceUpload(
  { database, files, config }: Deps,
  { storeId, orderId, most }: { storeId: number; orderId: number; most: number },
  file: Announced,
): Promise<{ mediaId: string; url: string; method: 'PUT'; headers: Record<string, string> }> {
  if (!MEDIA.types.has(file.contentType)) throw MEDIA.wrongType();
  if (file.size > config.UPLOAD_MAX_BYTES)
    throw new Refusal(
      'notAllowed',
      'UPLOAD_TOO_LARGE',
      `A file can have at most ${Math.floor(config.UPLOAD_MAX_BYTES / 1_000_000)} MB.`,
    ).naming({ most: Math.floor(config.UPLOAD_MAX_BYTES / 1_000_000) });
  const mediaId = randomUUID();
  await database.inStore(storeId, async (db) => {
    await holdOrder(db, storeId, orderId);
    await forgetUnsent(db, storeId, orderId);
    const { all, unclaimed } = await db
      .selectFrom('media')
      .select([
        sql<number>`count(*)::integer`.as('all'),
        sql<number>`(count(*) filter (where subject_kind = 'order'))::integer`.as('unclaimed'),
      ])
      .where('store_id', '=', storeId)
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    if (all >= most || unclaimed >= MOST_UNCLAIMED)
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
  return { mediaId, ...(await files.signUpload(arrivalKey(storeId, mediaId), file.contentType, file.size)) };
}

/** One upload of an order is announced at a time, so that many at once cannot pass the limit. Refuses ORDER_NOT_FOUND. */
async function holdOrder(db: Db, storeId: number, orderId: number): Promise<void> {
  const order = await db
    .selectFrom('store_order')
    .select('erased_on')
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  if (!order || order.erased_on !== null) throw orderNotFound();
}

/** Files that were announced and can't arrive any more take no room. */
export async function forgetUnsent(db: Db, storeId: number, orderId: number): Promise<void> {
  const unsent = await db
    .deleteFrom('media')
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'expected')
    .where('created_on', '<=', sql<Date>`now() - ${ADDRESS_MINUTES} * interval '1 minute'`)
    .returning('media_id')
    .execute();
  await removeLater(
    db,
    storeId,
    unsent.flatMap(({ media_id }) => mediaKeys(storeId, media_id)),
  );
}

/** Checks what was put there by its bytes. `orderId` null takes that of any order. Refuses UPLOAD_BROKEN, and files of no type of its kind. */
export async function finishUpload(
  { database, files }: Pick<Deps, 'database' | 'files'>,
  { storeId, orderId }: { storeId: number; orderId: number | null },
  mediaId: string,
  kind: UploadKind = MEDIA,
): Promise<{ mediaId: string; filename: string; contentType: string; url: string }> {
  const media = await database.inStore(storeId, (db) => mediaById(db, storeId, mediaId));
  if (!media || (orderId !== null && media.order_id !== orderId))
    throw new Refusal('notFound', 'UPLOAD_BROKEN', 'Error Uploading File: unknown').naming({ file: '' });
  const key = mediaKey(storeId, media.media_id);
  const shown = async (contentType: string) => ({
    mediaId: media.media_id,
    filename: media.filename,
    contentType,
    url: await files.signDownload(key, SHOWN_SECONDS),
  });
  if (media.state === 'ready') return shown(media.content_type);
  if (!(await database.inStore(storeId, (db) => beginCheck(db, storeId, mediaId, CHECK_SECONDS))))
    return shown(await checkedByOthers(database, media));
  const contentType = await checking(() => seal(files, media, kind)).catch(async (error: unknown) => {
    await database.inStore(storeId, (db) => endCheck(db, storeId, media.media_id));
    throw error;
  });
  await database.inStore(storeId, async (db) => {
    await readyMedia(db, storeId, media.media_id, contentType, media.size);
    // The address may still be written to; what is put there then goes after it expired.
    await removeLater(db, storeId, [arrivalKey(storeId, mediaId)], ADDRESS_MINUTES);
  });
  await files.remove(arrivalKey(storeId, mediaId));
  return shown(contentType);
}

/** Moves the bytes to where nobody can write any more, once they are what they should be. Answers what they are. */
async function seal(
  files: Files,
  { store_id: storeId, media_id: mediaId, size, filename }: MediaRow,
  { types, wrongType }: UploadKind,
): Promise<string> {
  const arrived = await files.get(arrivalKey(storeId, mediaId));
  if (arrived?.content.byteLength !== size)
    throw new Refusal('conflict', 'UPLOAD_BROKEN', `Error Uploading File: ${filename}`).naming({ file: filename });
  // What a browser says a file is, is what its name ends in; only the bytes tell.
  const contentType = await sniffMediaType(arrived.content);
  if (contentType === null || !types.has(contentType)) {
    await files.remove(arrivalKey(storeId, mediaId));
    throw wrongType();
  }
  await files.put(mediaKey(storeId, mediaId), arrived.content, contentType);
  const small = mediaKind(contentType) === 'image' ? await thumbnailOf(arrived.content) : null;
  if (small) await files.put(thumbnailKey(storeId, mediaId), small, THUMBNAIL_TYPE);
  return contentType;
}

/** Waits for a check of the same file that was begun before. Refuses UPLOAD_BROKEN. */
async function checkedByOthers(
  database: Database,
  { store_id: storeId, media_id: mediaId, filename }: MediaRow,
): Promise<string> {
  for (let look = 0; look < CHECK_LOOKS; look += 1) {
    await sleep(CHECK_LOOK_MS);
    const media = await database.inStore(storeId, (db) => mediaById(db, storeId, mediaId));
    if (media?.state === 'ready') return media.content_type;
    if (!media?.checked_until) break;
  }
  throw new Refusal('conflict', 'UPLOAD_BROKEN', `Error Uploading File: ${filename}`).naming({ file: filename });
}

let checksUnderWay = 0;
const waitingChecks: (() => void)[] = [];

/** Does the work when few others are under way in this process. */
export async function checking<T>(work: () => Promise<T>): Promise<T> {
  if (checksUnderWay >= CHECKS_AT_ONCE) await new Promise<void>((next) => waitingChecks.push(next));
  else checksUnderWay += 1;
  try {
    return await work();
  } finally {
    const next = waitingChecks.shift();
    if (next) next();
    else checksUnderWay -= 1;
  }
}
