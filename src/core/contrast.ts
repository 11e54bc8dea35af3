export type Rgb = readonly [red: number, green: number, blue: number];

/** WCAG 2.2 AA for text, and for what is not text. */
export const READABLE = 4.5;
const DISCERNIBLE = 3;

export const WHITE: Rgb = [255, 255, 255];
/** Quiet text, as the portal writes it on the page. */
const MUTED: Rgb = [86, 93, 90];

export const mix = (a: Rgb, b: Rgb, share: number): Rgb => [
  Math.round(a[0] + (b[0] - a[0]) * share),
  Math.round(a[1] + (b[1] - a[1]) * share),
  Math.round(a[2] + (b[2] - a[2]) * share),
];

/** A color as `#` and six hexadecimal digits; null for what is none. */
export function parseColor(hex: string): Rgb | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  return match && [parseInt(match[1] ?? '', 16), parseInt(match[2] ?? '', 16), parseInt(match[3] ?? '', 16)];
}

const channel = (value: number): number => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);

/** Contrast ratio as WCAG defines it, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** What a color is too pale for on a white page. The ratio is never rounded up to what WCAG AA asks for. */
export type TooPale = { for: 'text' | 'shapes'; ratio: number; needed: number };

/** Whether a color falls below WCAG AA on white; null where it passes, or is no color. */
export function tooPaleOnWhite(hex: string): TooPale | null {
  const color = parseColor(hex);
  if (!color) return null;
  const exact = contrast(color, WHITE);
  if (exact >= READABLE) return null;
  const ratio = Math.floor(exact * 10) / 10;
  return exact < DISCERNIBLE ? { for: 'shapes', ratio, needed: DISCERNIBLE } : { for: 'text', ratio, needed: READABLE };
}

/** The contrast of quiet text on a page of a color, where it falls below WCAG AA; null where it can be read. */
export function tooDarkForText(hex: string): { ratio: number; needed: number } | null {
  const color = parseColor(hex);
  const exact = color ? contrast(MUTED, color) : READABLE;
  return exact >= READABLE ? null : { ratio: Math.floor(exact * 10) / 10, needed: READABLE };
}

/** A page's color, lightened just enough for quiet text to be read on it. */
export function readableGround(ground: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const lighter = mix(ground, WHITE, share);
    if (contrast(MUTED, lighter) >= READABLE) return lighter;
  }
  return WHITE;
}
