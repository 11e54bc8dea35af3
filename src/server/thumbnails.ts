// A hundred megapixels are more than any phone makes, and far less than a picture made to fill the memory.
export const MOST_PIXELS = 100_000_000;
/** Shown at 64 pixels, on screens with up to three for one. */
const SIDE = 192;

export const THUMBNAIL_TYPE = 'image/webp';

/** A photo as lists and claims show it; null where it cannot be read, as with those of some phones. */
export async function thumbnailOf(photo: Uint8Array): Promise<Uint8Array | null> {
  // Loaded for the first photo, not at the start.
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(photo, { limitInputPixels: MOST_PIXELS })
      .rotate()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .webp({ quality: 75 })
      .toBuffer();
  } catch {
    return null;
  }
}
