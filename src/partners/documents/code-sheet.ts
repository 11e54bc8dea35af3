import { setImmediate as breathe } from 'node:timers/promises';
import bwipjs from 'bwip-js/node';
import { newDocument, paperOf } from './paper.ts';
import { printable } from './printable.ts';

export type CodeSheet = {
  title: string;
  author: string;
  /** Where it is printed; the country decides the paper. */
  countryCode: string;
  codes: readonly { url: string; name: string; detail: string }[];
};

const COLUMNS = 4;
const ROWS = 7;
const EDGE = 24;
const PADDING = 8;
const CODE_SIZE = 74;
/** Light modules around a code, without which readers don't find it. */
const QUIET = 4;
const MOST_TEXT = 60;

/** Codes to cut out or to print on labels, 28 on a page. The server answers others between two codes. */
export async function renderCodeSheet({ title, author, countryCode, codes }: CodeSheet): Promise<Uint8Array> {
  const { document, bytes } = newDocument({ title, author }, paperOf(countryCode));
  const width = (document.page.width - 2 * EDGE) / COLUMNS;
  const height = (document.page.height - 2 * EDGE) / ROWS;
  document.page.margins.bottom = 0;
  let drawn = { url: '', dark: NOTHING };
  for (const [index, { url, name, detail }] of codes.entries()) {
    const place = index % (COLUMNS * ROWS);
    if (index > 0 && place === 0) {
      document.addPage();
      document.page.margins.bottom = 0;
    }
    if (drawn.url !== url) {
      await breathe();
      drawn = { url, dark: darkOf(url) };
    }
    const x = EDGE + (place % COLUMNS) * width;
    const y = EDGE + Math.floor(place / COLUMNS) * height;
    drawCode(document, drawn.dark, x + (width - CODE_SIZE) / 2, y + PADDING);
    const text = { width: width - 2 * PADDING, align: 'center', height: 10, lineBreak: true, ellipsis: true } as const;
    document.fillColor('black').font('bold').fontSize(7);
    document.text(shortened(name), x + PADDING, y + PADDING + CODE_SIZE + 2, text);
    document.font('regular').fontSize(7);
    document.text(shortened(detail), x + PADDING, y + PADDING + CODE_SIZE + 12, text);
  }
  document.end();
  return bytes;
}

const shortened = (text: string): string => printable(text).slice(0, MOST_TEXT);

/** Runs of dark modules, by row, and how many modules are on a side. */
type Dark = { side: number; runs: readonly { row: number; from: number; length: number }[] };

const NOTHING: Dark = { side: 0, runs: [] };

function darkOf(url: string): Dark {
  const [code] = bwipjs.raw({ bcid: 'qrcode', text: url });
  if (!code || !('pixs' in code)) throw new Error('a QR code is made of modules');
  const { pixs, pixx: side } = code;
  const runs: { row: number; from: number; length: number }[] = [];
  for (const [at, pixel] of pixs.entries()) {
    if (pixel !== 1) continue;
    const row = Math.floor(at / side);
    const from = at % side;
    const before = runs.at(-1);
    if (before?.row === row && before.from + before.length === from) before.length += 1;
    else runs.push({ row, from, length: 1 });
  }
  return { side, runs };
}

/** As shapes, which printers draw sharply at any size. */
function drawCode(document: PDFKit.PDFDocument, { side, runs }: Dark, left: number, top: number): void {
  const module = CODE_SIZE / (side + 2 * QUIET);
  const at = (modules: number): number => (modules + QUIET) * module;
  for (const { row, from, length } of runs) document.rect(left + at(from), top + at(row), length * module, module);
  document.fill('black');
}

/** One code as a picture for a page or a file. */
export const codeSvg = (url: string): string =>
  bwipjs.toSVG({ bcid: 'qrcode', text: url, scale: 4, padding: 4, backgroundcolor: 'FFFFFF' });
