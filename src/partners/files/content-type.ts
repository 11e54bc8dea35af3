import { fileTypeFromBuffer } from 'file-type';

// What a shopper may attach. SVG and HTML can carry scripts and are never served from our origin.
const ALLOWED: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/heic',
  'image/avif',
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'application/pdf',
]);

/** The type the bytes themselves show, or null when it is unknown or not one we take. */
export async function sniffContentType(bytes: Uint8Array): Promise<string | null> {
  const found = await fileTypeFromBuffer(bytes);
  return found && ALLOWED.has(found.mime) ? found.mime : null;
}
