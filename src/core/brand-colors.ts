import { contrast, mix, parseColor, READABLE, readableGround, WHITE, type Rgb } from '#core/contrast.ts';

export type BrandColors = { brandColor: string; backgroundColor: string };

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
export function brandVariables({ brandColor, backgroundColor }: BrandColors): Readonly<Record<`--${string}`, string>> {
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
