import { ApiError } from '#contract/client.ts';
import { MEDIA_TYPES } from '#core/claims/media-types.ts';
import { putFile } from '../ui/put-file.ts';
import { messageOf, portalCall } from './api.ts';
import type { DraftMedia } from './draft.ts';
import { leaveWhenExpired } from './session.ts';
import { t } from './texts.ts';

/** Of an order; without one, a file that proves the purchase of a product to register. */
export type UploadPlace = { slug: string; idFromPlatform: string | null };

const TYPES: ReadonlyMap<string, string> = new Map([
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['heic', 'image/heic'],
  ['heif', 'image/heif'],
  ['avif', 'image/avif'],
  ['mp4', 'video/mp4'],
  ['mov', 'video/quicktime'],
  ['webm', 'video/webm'],
  ['3gp', 'video/3gpp'],
  ['pdf', 'application/pdf'],
]);

/**
 * The content type of a file. Browsers on computers name none for photos of phones, and some apps say `image/jpg`; the
 * extension then tells. The server looks into the file itself.
 */
export function mediaTypeOf({ name, type }: Pick<File, 'name' | 'type'>): string {
  if (MEDIA_TYPES.has(type)) return type;
  const after = (text: string, mark: string): string => text.slice(text.lastIndexOf(mark) + 1).toLowerCase();
  return TYPES.get(after(name, '.')) ?? TYPES.get(after(type, '/')) ?? type;
}

/** Sends one file: asks where to, puts it there with progress (0 to 1), has its content checked. */
export async function sendFile(
  place: UploadPlace,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<DraftMedia> {
  try {
    const body = {
      filename: file.name.slice(-255),
      contentType: mediaTypeOf(file).slice(0, 100),
      size: file.size,
    };
    const { slug, idFromPlatform } = place;
    const start =
      idFromPlatform === null
        ? await portalCall('startProofUpload', { params: { slug }, body }, signal)
        : await portalCall('startUpload', { params: { slug, idFromPlatform }, body }, signal);
    await putFile(start, file, onProgress, signal);
    const { mediaId } = start;
    const { contentType, url } =
      idFromPlatform === null
        ? await portalCall('finishProofUpload', { params: { slug, mediaId } }, signal)
        : await portalCall('finishUpload', { params: { slug, idFromPlatform, mediaId } }, signal);
    return { mediaId, contentType, url, filename: file.name };
  } catch (error) {
    leaveWhenExpired(error);
    throw error;
  }
}

/** What the shopper reads about a broken upload: the sentence itself, and the server's reason where it has one. */
export function uploadFailure(filename: string, error: unknown): { message: string; reason: string | null } {
  const message = t('files.failed', { file: filename });
  const isSaid = error instanceof ApiError && error.isKnown && error.code !== 'UPLOAD_BROKEN';
  return { message, reason: isSaid ? messageOf(error) : null };
}
