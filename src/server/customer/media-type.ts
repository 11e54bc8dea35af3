import { MEDIA_TYPES } from '#core/claims/media-types.ts';

/** The type the bytes themselves show, or null when it is unknown or not one we take. */
export async function sniffMediaType(bytes: Uint8Array): Promise<string | null> {
  // Loaded for the first upload, not at the start.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  return found && MEDIA_TYPES.has(found.mime) ? found.mime : null;
}
