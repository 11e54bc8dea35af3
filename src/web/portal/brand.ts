import { contrast, mix, parseColor, READABLE, readableGround, WHITE, type Rgb } from '#core/contrast.ts';

type Colors = { brandColor: string; backgroundColor: string };
export type Brand = Colors & {
  name: string;
  /** A picture behind the page; empty for none. */
  backgroundUrl: string;
  /** Empty for the store's initial. */
  faviconUrl: string;
};

const INK: Rgb = [17, 19, 18];

const css = ([r, g, b]: Rgb): string => `rgb(${r} ${g} ${b})`;

/** The brand color darkened just enough to be read as text on the tinted page. */
function readableInk(brand: Rgb, ground: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const ink = mix(brand, [0, 0, 0], share);
    if (contrast(ink, ground) >= READABLE) return ink;
  }
  return INK;
}

/** The portal's colors as CSS variables, every pair of text and ground readable whatever the merchant chose. */
export function brandVariables({ brandColor, backgroundColor }: Colors): Readonly<Record<`--${string}`, string>> {
  const brand = parseColor(brandColor) ?? INK;
  const tint = mix(WHITE, brand, 0.07);
  return {
    '--brand': css(brand),
    '--on-brand': css(contrast(brand, WHITE) >= READABLE ? WHITE : contrast(brand, INK) >= READABLE ? INK : [0, 0, 0]),
    '--brand-ink': css(readableInk(brand, tint)),
    '--brand-tint': css(tint),
    '--page': css(readableGround(parseColor(backgroundColor) ?? WHITE)),
  };
}

/** The store's initial on its color, as a data URL. */
export function initialIcon({ name, ...colors }: Colors & { name: string }): string {
  const { '--brand': ground, '--on-brand': ink } = brandVariables(colors);
  const initial = String.fromCodePoint(name.trim().codePointAt(0) ?? 0x20)
    .toUpperCase()
    .replace(/[<>&"]/g, '');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${ground}"/>` +
    `<text x="32" y="45" font-family="system-ui,sans-serif" font-size="38" font-weight="700" text-anchor="middle" fill="${ink}">${initial}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Dresses the document in the merchant's colors, picture and icon. */
export function applyBrand(brand: Brand): void {
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(brandVariables(brand))) style.setProperty(name, value);
  style.setProperty(
    '--page-picture',
    brand.backgroundUrl === '' ? 'none' : `url(${JSON.stringify(brand.backgroundUrl)})`,
  );
  document
    .querySelector('link[rel="icon"]')
    ?.setAttribute('href', brand.faviconUrl === '' ? initialIcon(brand) : brand.faviconUrl);
}
