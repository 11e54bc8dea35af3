import { inflateSync } from 'node:zlib';
import { PDFRawStream, type PDFDocument } from 'pdf-lib';

/** The Unicode values of the letters on the pages, from the fonts' own tables. */
export function lettersIn(document: PDFDocument): Set<string> {
  const letters = new Set<string>();
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    const text = contentOf(object);
    if (!text.includes('beginbfrange')) continue;
    for (const [, code = ''] of text.matchAll(/<([0-9a-f]{4})>(?=[ \]])/gi))
      letters.add(String.fromCharCode(Number.parseInt(code, 16)));
  }
  return letters;
}

function contentOf(stream: PDFRawStream): string {
  try {
    return inflateSync(stream.getContents()).toString('latin1');
  } catch {
    return '';
  }
}
