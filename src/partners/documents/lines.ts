import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';
import { JAPANESE } from './printable.ts';

export type Weight = 'regular' | 'bold';
/** `size` in points, `color` as #rrggbb. */
export type Style = { weight?: Weight; size: number; color?: string };

/** A part of a line in one font and direction, from left to right. */
type Run = { text: string; font: string; width: number };
type Line = { runs: readonly Run[]; width: number };

/** DejaVu's height above the base line, by the size of the letters. */
export const ASCENT = 0.928;

/** The name of a font; `isMore`: of the one that has the letters DejaVu lacks. */
export const fontFor = (weight: Weight, isMore: boolean): string => (isMore ? `${weight}-more` : weight);

// Its types describe its other build.
const bidiFactory = createRequire(import.meta.url)('bidi-js') as () => Bidi;
const bidi = bidiFactory();
const RTL_LETTER = /[\u0590-\u08ff]/;
// Marks of direction decide the order and are not drawn.
const UNDRAWN = /[\u200e\u200f\u2066-\u2069]/g;
// A line never begins with the closing signs and small letters of Japanese, nor ends with an opening one.
const PIECE = new RegExp(
  `[（「『【〔]*${JAPANESE.source}[、。，．・：；！？）」』】〕ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]*\\s*|(?:(?!${JAPANESE.source})\\S)+\\s*|\\s+`,
  'gu',
);

/** The lines of a text within a width, in points; each as it is drawn, whatever the direction of its parts. */
export function linesOf(document: PDFKit.PDFDocument, text: string, style: Style, width: number): Line[] {
  return text.split('\n').flatMap((paragraph) => {
    const { levels } = bidi.getEmbeddingLevels(paragraph);
    const draw = (start: number, end: number): Line => drawn(document, { text: paragraph, levels, start, end }, style);
    return cut(paragraph, width, (start, end) => draw(start, end).width).map(({ start, end }) => draw(start, end));
  });
}

type Stretch = { start: number; end: number };

/** Where lines begin and end: between words, or within one that is wider than a line. */
function cut(text: string, width: number, widthOf: (start: number, end: number) => number): Stretch[] {
  const lines: Stretch[] = [];
  let line: Stretch = { start: 0, end: 0 };
  for (const { index, 0: piece } of text.matchAll(PIECE)) {
    const end = index + piece.length;
    const whole = index + piece.trimEnd().length;
    if (line.end > line.start && widthOf(line.start, whole) > width) {
      lines.push(line);
      line = { start: index, end: index };
    }
    while (widthOf(line.start, whole) > width && whole - line.start > 1) {
      const most = longest(line.start, whole, (at) => widthOf(line.start, at) <= width);
      lines.push({ start: line.start, end: most });
      line = { start: most, end: most };
    }
    line = { start: line.start, end };
  }
  return [...lines, line];
}

/** The last place at which it fits; at least one letter further than `start`. */
function longest(start: number, end: number, fits: (at: number) => boolean): number {
  let [least, most] = [start + 1, end];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}

type Of = Stretch & { text: string; levels: Uint8Array };

function drawn(
  document: PDFKit.PDFDocument,
  { text, levels, start, end }: Of,
  { weight = 'regular', size }: Style,
): Line {
  const stop = start + text.slice(start, end).trimEnd().length;
  const parts: { text: string; level: number; font: string }[] = [];
  for (let at = start; at < stop; at += 1) {
    const letter = text.charAt(at);
    const level = levels[at] ?? 0;
    const font = fontFor(weight, JAPANESE.test(letter));
    const last = parts.at(-1);
    if (last?.level === level && last.font === font) last.text += letter;
    else parts.push({ text: letter, level, font });
  }
  const runs = inOrder(parts).map(({ text: logical, level, font }): Run => {
    const its = level % 2 === 1 ? mirrored(logical) : logical.replaceAll(UNDRAWN, '');
    return {
      text: its,
      font,
      width: its === '' ? 0 : document.font(font).fontSize(size).widthOfString(its, { features: [] }),
    };
  });
  return { runs: runs.filter(({ width }) => width > 0), width: runs.reduce((sum, { width }) => sum + width, 0) };
}

/** From left to right: what is of a level or a higher one is turned around, from the highest level down (UAX 9, L2). */
function inOrder<Part extends { level: number }>(parts: readonly Part[]): readonly Part[] {
  const order = [...parts];
  for (let level = Math.max(0, ...parts.map((part) => part.level)); level > 0; level -= 1) {
    for (let from = 0; from < order.length; from += 1) {
      let to = from;
      while ((order[to]?.level ?? -1) >= level) to += 1;
      order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = Math.max(from, to - 1);
    }
  }
  return order;
}

/** A part that is read from right to left, as the font is given it: letters stay in their order, which it turns around itself. */
function mirrored(text: string): string {
  const signs = Array.from(text.replaceAll(UNDRAWN, ''), (sign) => bidi.getMirroredCharacter(sign) ?? sign);
  return RTL_LETTER.test(text) ? signs.join('') : signs.reverse().join('');
}
