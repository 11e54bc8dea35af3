/** What a shopper may attach, by content type. SVG and HTML can carry scripts and are never served from our origin. */
export const MEDIA_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/avif',
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'video/3gpp',
]);
