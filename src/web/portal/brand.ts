import { contrast, parseColor, READABLE, type Rgb } from '#core/contrast.ts';

export type Brand = { name: string; brandColor: string };

const WHITE: Rgb = [255, 255, 255];
const INK: Rgb = [17, 19, 18];

const mix = (a: Rgb, b: Rgb, share: number): Rgb => [
  Math.round(a[0] + (b[0] - a[0]) * share),
  Math.round(a[1] + (b[1] - a[1]) * share),
  Math.round(a[2] + (b[2] - a[2]) * share),
];
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
export function brandVariables(brandColor: string): Readonly<Record<`--${string}`, string>> {
  const brand = parseColor(brandColor) ?? INK;
  const tint = mix(WHITE, brand, 0.07);
  return {
    '--brand': css(brand),
    '--on-brand': css(contrast(brand, WHITE) >= READABLE ? WHITE : contrast(brand, INK) >= READABLE ? INK : [0, 0, 0]),
    '--brand-ink': css(readableInk(brand, tint)),
    '--brand-tint': css(tint),
  };
}

/** The store's initial on its color, as a data URL. */
export function faviconUrl({ name, brandColor }: Brand): string {
  const { '--brand': ground, '--on-brand': ink } = brandVariables(brandColor);
  const initial = String.fromCodePoint(name.trim().codePointAt(0) ?? 0x20)
    .toUpperCase()
    .replace(/[<>&"]/g, '');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${ground}"/>` +
    `<text x="32" y="45" font-family="system-ui,sans-serif" font-size="38" font-weight="700" text-anchor="middle" fill="${ink}">${initial}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Dresses the document in the merchant's colors and icon. */
export function applyBrand(brand: Brand): void {
  for (const [name, value] of Object.entries(brandVariables(brand.brandColor))) {
    document.documentElement.style.setProperty(name, value);
  }
  document.querySelector('link[rel="icon"]')?.setAttribute('href', faviconUrl(brand));
}
