import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { printable } from './printable.ts';

export const MARGIN = 48;
// CLDR's paper sizes: these print on Letter, the rest of the world on A4.
const LETTER_COUNTRIES: ReadonlySet<string> = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

const require = createRequire(import.meta.url);
const FONTS = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};

export type Paper = 'LETTER' | 'A4';

/** What is printed on in a country. */
export const paperOf = (countryCode: string): Paper =>
  LETTER_COUNTRIES.has(countryCode.toUpperCase()) ? 'LETTER' : 'A4';

/** An empty document with our fonts, and its bytes once it is ended. */
export function newDocument(words: { title: string; author: string }, size: Paper) {
  const document = new PDFDocument({
    size,
    margin: MARGIN,
    bufferPages: true,
    info: { Title: printable(words.title), Author: printable(words.author) },
  });
  document.registerFont('regular', FONTS.regular).registerFont('bold', FONTS.bold);
  return { document, bytes: collect(document) };
}

export const widthOf = (document: PDFKit.PDFDocument): number => document.page.width - 2 * MARGIN;

function collect(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  document.on('end', () => resolve(Buffer.concat(chunks)));
  document.on('error', reject);
  return promise;
}
