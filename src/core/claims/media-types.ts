/**
 * What may be attached to a claim, by content type: photos, videos, and receipts and certificates as PDF.
 * SVG and HTML can carry scripts and are never served from our origin.
 */
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
  'application/pdf',
]);

/** Of the types above, for the fields that take files; phones name some photos with types of their own. */
export const MEDIA_ACCEPTED = 'image/*,video/*,application/pdf';

/** What kind of preview a file gets, by its content type (C3.36). */
export const mediaKind = (contentType: string): 'image' | 'video' | 'pdf' | 'other' => {
  const [type = ''] = contentType.toLowerCase().split(';');
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('video/')) return 'video';
  return type.trim() === 'application/pdf' ? 'pdf' : 'other';
};
