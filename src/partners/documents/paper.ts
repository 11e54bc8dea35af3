import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { LANGUAGES, type Language } from '#core/texts/languages.ts';
import { ASCENT, fontFor, linesOf, type Style } from './lines.ts';
import { printable } from './printable.ts';

export const MARGIN = 48;
// CLDR's paper sizes: these print on Letter, the rest of the world on A4.
const LETTER_COUNTRIES: ReadonlySet<string> = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

const require = createRequire(import.meta.url);
const FONTS = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};
/** Fonts of languages whose letters DejaVu lacks; read for their documents alone. */
const MORE_FONTS: Partial<Record<Language, () => Record<'regular' | 'bold', string>>> = {
  ja: () => ({
    regular: require.resolve('@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf'),
  }),
};

export type Paper = 'LETTER' | 'A4';

/** What is printed on in a country. */
export const paperOf = (countryCode: string): Paper =>
  LETTER_COUNTRIES.has(countryCode.toUpperCase()) ? 'LETTER' : 'A4';

/** An empty document with our fonts, and its bytes once it is ended. */
export function newDocument(words: { title: string; author: string }, size: Paper, language: Language = 'en') {
  const document = new PDFDocument({
    size,
    margin: MARGIN,
    bufferPages: true,
    lang: language,
    info: { Title: printable(words.title, language), Author: printable(words.author, language) },
  });
  document.registerFont('regular', FONTS.regular).registerFont('bold', FONTS.bold);
  const more = MORE_FONTS[language]?.();
  if (more)
    document.registerFont(fontFor('regular', true), more.regular).registerFont(fontFor('bold', true), more.bold);
  return { document, bytes: collect(document), pen: penFor(document, language) };
}

/** Where a text goes: `x` from the side where lines begin, in points; `y` left out, below what was written last. */
type Place = Style & { x?: number; y?: number; width?: number; align?: 'start' | 'end'; most?: number };

/** Writes in the direction of the language. */
export type Pen = {
  /** Wraps the text, begins a new page where one is full, and leaves `document.y` below it. */
  write(text: string, place: Place): void;
  heightOf(text: string, style: Style & { width: number; most?: number }): number;
  isRtl: boolean;
  /** How far from the left edge something of a width lies. */
  leftOf(x: number, width: number): number;
};

function penFor(document: PDFKit.PDFDocument, language: Language): Pen {
  const isRtl = LANGUAGES[language].dir === 'rtl';
  const leftOf = (x: number, width: number): number => (isRtl ? document.page.width - x - width : x);
  const shown = (text: string, most = Infinity): string => printable(text, language).slice(0, most);
  const heightOfLine = ({ weight = 'regular', size }: Style): number =>
    document.font(weight).fontSize(size).currentLineHeight(true);
  return {
    isRtl,
    leftOf,
    heightOf: (text, { width, most, ...style }) =>
      linesOf(document, shown(text, most), style, width).length * heightOfLine(style),
    write(text, { x = MARGIN, y = document.y, width = widthOf(document), align = 'start', most, ...style }) {
      const lineHeight = heightOfLine(style);
      let top = y;
      for (const { runs, width: its } of linesOf(document, shown(text, most), style, width)) {
        if (top + lineHeight > document.page.height - document.page.margins.bottom) {
          document.addPage();
          top = MARGIN;
        }
        const isAtRight = (align === 'end') !== isRtl;
        let left = leftOf(x, width) + (isAtRight ? width - its : 0);
        for (const run of runs) {
          document
            .font(run.font)
            .fontSize(style.size)
            .fillColor(style.color ?? 'black');
          // One base line for all fonts of a line; the features keep a run whole, which letters that join need.
          document.text(run.text, left, top + ASCENT * style.size, {
            lineBreak: false,
            features: [],
            baseline: 'alphabetic',
          });
          left += run.width;
        }
        top += lineHeight;
      }
      document.y = top;
    },
  };
}

export const widthOf = (document: PDFKit.PDFDocument): number => document.page.width - 2 * MARGIN;

/** A thin line across the page, below what was written last. */
export function drawRule(
  document: PDFKit.PDFDocument,
  { above, below, color }: Record<'above' | 'below', number> & { color: string },
): void {
  const y = document.y + above;
  document
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + widthOf(document), y)
    .lineWidth(0.5)
    .strokeColor(color)
    .stroke();
  document.y = y + below;
}

function collect(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  document.on('end', () => resolve(Buffer.concat(chunks)));
  document.on('error', reject);
  return promise;
}
