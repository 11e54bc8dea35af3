import { z } from 'zod';

/** A picture of the store's brand: what it is for, and the size and shape it gets. */
type Rules = {
  /** As sentences name it. */
  name: string;
  /** Width for one of height; null for any. */
  aspect: number | null;
  /** Kept no larger, in pixels. */
  most: Size;
  /** Smaller ones look blurred. */
  least: Size;
};
export type Size = { width: number; height: number };

/** At most so many times longer or higher than the shape asks for: what is left would be too small to see. */
const MOST_STRETCHED = 4;

export const BRAND_PICTURES = {
  logo: {
    name: 'logo',
    aspect: 2,
    most: { width: 400, height: 200 },
    least: { width: 60, height: 30 },
  },
  favicon: {
    name: 'favicon',
    aspect: 1,
    most: { width: 128, height: 128 },
    least: { width: 16, height: 16 },
  },
  background: {
    name: 'background',
    aspect: null,
    most: { width: 2400, height: 2400 },
    least: { width: 320, height: 320 },
  },
  modal: {
    name: 'picture',
    aspect: null,
    most: { width: 1200, height: 1200 },
    least: { width: 120, height: 60 },
  },
} as const satisfies Readonly<Record<string, Rules>>;

export type BrandPicture = keyof typeof BRAND_PICTURES;
export const BrandPicture = z.enum(['logo', 'favicon', 'background', 'modal']);

/** Drawn pictures (SVG) can carry scripts: browsers turn them into one of these before they send them. */
export const BRAND_PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const;
export const BRAND_PICTURE_BYTES = 5_000_000;

/** Why a picture of this size can't be used; null where it can. */
export function pictureProblem(kind: BrandPicture, { width, height }: Size): string | null {
  const { name, aspect, least }: Rules = BRAND_PICTURES[kind];
  const size = `This picture is ${width} by ${height} pixels`;
  if (aspect !== null && width / height > aspect * MOST_STRETCHED) return `${size}, which is too wide for a ${name}.`;
  if (aspect !== null && height / width > MOST_STRETCHED / aspect) return `${size}, which is too high for a ${name}.`;
  if (width < least.width && height < least.height)
    return `${size}. Choose one of at least ${least.width} by ${least.height}.`;
  return null;
}

/** The size a picture is kept at. One of another shape gets clear space around it, so that nothing of it is cut off. */
export function keptSize(kind: BrandPicture, { width, height }: Size): Size {
  const { aspect, most }: Rules = BRAND_PICTURES[kind];
  const whole =
    aspect === null
      ? { width, height }
      : { width: Math.max(width, height * aspect), height: Math.max(height, width / aspect) };
  const scale = Math.min(1, most.width / whole.width, most.height / whole.height);
  return { width: Math.max(1, Math.round(whole.width * scale)), height: Math.max(1, Math.round(whole.height * scale)) };
}

const NAME = '[0-9a-f]{64}\\.(?:png|webp)';
const ADDRESS = new RegExp(`^/pictures/[1-9]\\d{0,9}/${NAME}$`);
const PICTURE_NAME = new RegExp(`^${NAME}$`);

/** Where a picture is shown, on every host of this server. Its name is made of its content, so it never changes. */
export const pictureAddress = (storeId: number, name: string): string => `/pictures/${storeId}/${name}`;
export const isPictureAddress = (text: string): boolean => ADDRESS.test(text);
export const isPictureName = (text: string): boolean => PICTURE_NAME.test(text);
