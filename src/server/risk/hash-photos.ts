import { hashPhoto, PHOTO_SIDE, type PhotoHash } from '#core/claims/photo-hash.ts';
import { hashLater, photosToHash, saveHash } from '#server/db/media.ts';
import type { ServerDeps } from '#server/deps.ts';
import { MOST_PIXELS } from '#server/thumbnails.ts';
import { mediaKey } from '#server/uploads.ts';

const AT_ONCE = 4;
const MINUTES_AFTER_FAILURE = 60;

/**
 * Gives uploaded photos their likeness, the oldest first; one whose file cannot be loaded waits for an hour, and holds up
 * no other. Returns how many it worked on.
 */
export async function hashPhotos({
  database,
  files,
  log,
}: Pick<ServerDeps, 'database' | 'files' | 'log'>): Promise<number> {
  const waiting = await database.asOwner((db) => photosToHash(db, AT_ONCE));
  // One after another: each takes all of a core.
  for (const { store_id, media_id } of waiting) {
    const file = await files.get(mediaKey(store_id, media_id)).catch((error: unknown) => {
      log.error({ err: error, storeId: store_id, mediaId: media_id }, 'a photo could not be loaded');
      return 'failed' as const;
    });
    if (file === 'failed') {
      await database.inStore(store_id, (db) => hashLater(db, store_id, media_id, MINUTES_AFTER_FAILURE));
      continue;
    }
    const hash = file && (await likenessOf(file.content));
    if (!hash) log.info({ storeId: store_id, mediaId: media_id }, 'a photo cannot be compared with others');
    await database.inStore(store_id, (db) => saveHash(db, store_id, media_id, hash));
  }
  return waiting.length;
}

/** Null for a picture that cannot be read, as those of some phones. */
export async function likenessOf(content: Uint8Array): Promise<PhotoHash | null> {
  // Loaded for the first photo, not at the start.
  const { default: sharp } = await import('sharp');
  try {
    const grey = await sharp(content, { limitInputPixels: MOST_PIXELS })
      .rotate()
      .flatten()
      .greyscale()
      .resize(PHOTO_SIDE, PHOTO_SIDE, { fit: 'fill', kernel: 'mitchell' })
      .raw()
      .toBuffer();
    return hashPhoto(grey);
  } catch {
    return null;
  }
}
