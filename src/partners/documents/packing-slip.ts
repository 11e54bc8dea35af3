import bwipjs from 'bwip-js/node';
import type { Address } from '#core/address.ts';
import type { Writer } from '#core/texts/writer.ts';
import { drawRule, MARGIN, newDocument, paperOf, widthOf, type Pen } from './paper.ts';

export type PackingSlipLine = { name: string; variantTitle: string; sku: string; quantity: number };

export type PackingSlip = {
  storeName: string;
  claimExternalId: string;
  /** Where the QR code leads: the claim in the shopper's portal. */
  portalUrl: string;
  /** The shopper, who prints the slip; the country decides the paper. */
  from: Address;
  to: Address;
  lines: readonly PackingSlipLine[];
  instructions: string;
  /** In whose language it is. */
  writer: Pick<Writer, 'language' | 'write'>;
};

/** The slip a shopper puts into the parcel, as a PDF in their language: A4, or Letter where that is the paper. */
export async function renderPackingSlip(slip: PackingSlip): Promise<Uint8Array> {
  const [barcode, qrCode] = await Promise.all([barcodePng(slip.claimExternalId), qrPng(slip.portalUrl)]);
  const { write, language } = slip.writer;
  const title = write({ id: 'slip.title', values: { claimNumber: slip.claimExternalId } });
  const { document, bytes, pen } = newDocument(
    { title, author: slip.storeName },
    paperOf(slip.from.countryCode),
    language,
  );
  drawHead({ document, pen, slip }, barcode, qrCode);
  drawAddresses({ document, pen, slip });
  drawTable({ document, pen, slip });
  drawInstructions({ document, pen, slip });
  numberPages({ document, pen, slip });
  document.end();
  return bytes;
}

type On = { document: PDFKit.PDFDocument; pen: Pen; slip: PackingSlip };

const QR_SIZE = 96;
const BARCODE = { width: 240, height: 44 };
// A longer name is a mistake; a row must not be taller than a page.
const MAX_NAME = 400;
const barcodePng = (claimExternalId: string): Promise<Buffer> =>
  bwipjs.toBuffer({ bcid: 'code128', text: claimExternalId, scale: 4, height: 12, backgroundcolor: 'FFFFFF' });
const qrPng = (url: string): Promise<Buffer> =>
  bwipjs.toBuffer({ bcid: 'qrcode', text: url, scale: 6, backgroundcolor: 'FFFFFF' });

const bottomOf = (document: PDFKit.PDFDocument): number => document.page.height - MARGIN - 20;

function drawHead({ document, pen, slip }: On, barcode: Buffer, qrCode: Buffer): void {
  const width = widthOf(document) - QR_SIZE - 24;
  const qrLeft = pen.leftOf(MARGIN + widthOf(document) - QR_SIZE, QR_SIZE);
  document.image(qrCode, qrLeft, MARGIN, { width: QR_SIZE, height: QR_SIZE });
  pen.write(slip.storeName, { y: MARGIN, width, weight: 'bold', size: 18, most: 120 });
  pen.write(slip.writer.write({ id: 'slip.heading' }), { width, size: 11 });
  const top = document.y + 8;
  document.image(barcode, pen.leftOf(MARGIN, BARCODE.width), top, {
    fit: [BARCODE.width, BARCODE.height],
    ...(pen.isRtl ? { align: 'right' } : {}),
  });
  pen.write(slip.claimExternalId, { y: top + 48, width, weight: 'bold', size: 12 });
  document.y = Math.max(document.y, MARGIN + QR_SIZE) + 18;
}

function drawAddresses({ document, pen, slip }: On): void {
  const top = document.y;
  const width = (widthOf(document) - 24) / 2;
  const bottoms = (
    [
      { title: 'slip.from', address: slip.from, x: MARGIN },
      { title: 'slip.to', address: slip.to, x: MARGIN + width + 24 },
    ] as const
  ).map(({ title, address, x }) => {
    pen.write(slip.writer.write({ id: title }), { x, y: top, width, weight: 'bold', size: 9 });
    for (const line of addressLines(address)) pen.write(line, { x, width, size: 10 });
    return document.y;
  });
  document.y = Math.max(...bottoms) + 18;
}

/** The lines of an address as they are written on an envelope, without empty ones. */
function addressLines(address: Address): string[] {
  return [
    `${address.firstName} ${address.lastName}`,
    address.company ?? '',
    address.line1,
    address.line2,
    `${address.city} ${address.stateOrProvinceCode} ${address.postalCode}`,
    address.countryCode,
  ].filter((line) => line.trim() !== '');
}

function drawTable({ document, pen, slip }: On): void {
  const { write } = slip.writer;
  const width = widthOf(document);
  const columns = {
    item: { x: MARGIN, width: width - 210 },
    sku: { x: MARGIN + width - 200, width: 130 },
    quantity: { x: MARGIN + width - 60, width: 60, align: 'end' },
  } as const;
  const head = (): void => {
    const { y } = document;
    const style = { y, weight: 'bold', size: 9 } as const;
    pen.write(write({ id: 'slip.sku' }), { ...columns.sku, ...style });
    pen.write(write({ id: 'slip.quantity' }), { ...columns.quantity, ...style });
    pen.write(write({ id: 'slip.item' }), { ...columns.item, ...style });
    drawRule(document, RULE);
  };
  head();
  for (const { name, variantTitle, sku, quantity } of slip.lines) {
    const item = { width: columns.item.width, most: MAX_NAME };
    const nameHeight = pen.heightOf(name, { ...item, size: 10 });
    const variantHeight = variantTitle === '' ? 0 : pen.heightOf(variantTitle, { ...item, size: 9 });
    const skuHeight = pen.heightOf(sku, { width: columns.sku.width, size: 10, most: MAX_NAME });
    const rowHeight = Math.max(nameHeight + variantHeight, skuHeight);
    if (document.y + rowHeight > bottomOf(document)) {
      document.addPage();
      document.y = MARGIN;
      head();
    }
    const { y } = document;
    pen.write(name, { ...columns.item, y, size: 10, most: MAX_NAME });
    if (variantTitle !== '') pen.write(variantTitle, { ...columns.item, size: 9, color: '#444444', most: MAX_NAME });
    pen.write(sku, { ...columns.sku, y, size: 10, most: MAX_NAME });
    pen.write(String(quantity), { ...columns.quantity, y, size: 10 });
    document.y = y + rowHeight;
    drawRule(document, RULE);
  }
}

const RULE = { above: 3, below: 5, color: '#999999' } as const;

function drawInstructions({ document, pen, slip: { instructions, writer } }: On): void {
  if (instructions.trim() === '') return;
  const height = Math.min(pen.heightOf(instructions, { size: 10, width: widthOf(document) }), 120);
  if (document.y + 30 + height > bottomOf(document)) {
    document.addPage();
    document.y = MARGIN;
  }
  document.y += 12;
  pen.write(writer.write({ id: 'slip.how' }), { weight: 'bold', size: 10 });
  document.y += 4;
  pen.write(instructions, { size: 10 });
}

function numberPages({ document, pen, slip: { claimExternalId } }: On): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page);
    // Text below the bottom margin would otherwise begin a page of its own.
    document.page.margins.bottom = 0;
    const y = document.page.height - MARGIN + 12;
    const text = `${claimExternalId}  ${page - start + 1} / ${count}`;
    pen.write(text, { y, align: 'end', size: 8, color: '#444444' });
  }
}
