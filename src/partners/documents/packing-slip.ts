import bwipjs from 'bwip-js/node';
import type { Address } from '#core/address.ts';
import { MARGIN, newDocument, paperOf, widthOf } from './paper.ts';
import { printable } from './printable.ts';

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
};

/** The slip a shopper puts into the parcel, as a PDF: A4, or Letter where that is the paper. */
export async function renderPackingSlip(slip: PackingSlip): Promise<Uint8Array> {
  const [barcode, qrCode] = await Promise.all([barcodePng(slip.claimExternalId), qrPng(slip.portalUrl)]);
  const { document, bytes } = newDocument(
    { title: `Packing slip ${slip.claimExternalId}`, author: slip.storeName },
    paperOf(slip.from.countryCode),
  );
  drawHead(document, slip, barcode, qrCode);
  drawAddresses(document, slip);
  drawTable(document, slip.lines);
  drawInstructions(document, slip.instructions);
  numberPages(document, slip.claimExternalId);
  document.end();
  return bytes;
}

const QR_SIZE = 96;
// A longer name is a mistake; a row must not be taller than a page.
const MAX_NAME = 400;
const barcodePng = (claimExternalId: string): Promise<Buffer> =>
  bwipjs.toBuffer({ bcid: 'code128', text: claimExternalId, scale: 4, height: 12, backgroundcolor: 'FFFFFF' });
const qrPng = (url: string): Promise<Buffer> =>
  bwipjs.toBuffer({ bcid: 'qrcode', text: url, scale: 6, backgroundcolor: 'FFFFFF' });

const bottomOf = (document: PDFKit.PDFDocument): number => document.page.height - MARGIN - 20;

function drawHead(document: PDFKit.PDFDocument, slip: PackingSlip, barcode: Buffer, qrCode: Buffer): void {
  const textWidth = widthOf(document) - QR_SIZE - 24;
  document.image(qrCode, MARGIN + widthOf(document) - QR_SIZE, MARGIN, { width: QR_SIZE, height: QR_SIZE });
  document
    .font('bold')
    .fontSize(18)
    .text(printable(slip.storeName).slice(0, 120), MARGIN, MARGIN, { width: textWidth });
  document.font('regular').fontSize(11).text('Return packing slip', { width: textWidth });
  document.moveDown(0.6);
  const top = document.y;
  document.image(barcode, MARGIN, top, { fit: [240, 44] });
  document
    .font('bold')
    .fontSize(12)
    .text(slip.claimExternalId, MARGIN, top + 48, { width: textWidth });
  document.y = Math.max(document.y, MARGIN + QR_SIZE) + 18;
}

function drawAddresses(document: PDFKit.PDFDocument, slip: PackingSlip): void {
  const top = document.y;
  const columnWidth = (widthOf(document) - 24) / 2;
  const bottoms = [
    { title: 'From', address: slip.from, x: MARGIN },
    { title: 'To', address: slip.to, x: MARGIN + columnWidth + 24 },
  ].map(({ title, address, x }) => {
    document.font('bold').fontSize(9).text(title, x, top, { width: columnWidth });
    document.font('regular').fontSize(10).text(addressLines(address).join('\n'), { width: columnWidth });
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
  ]
    .map(printable)
    .filter((line) => line !== '');
}

function drawTable(document: PDFKit.PDFDocument, lines: readonly PackingSlipLine[]): void {
  const width = widthOf(document);
  const columns = {
    item: { x: MARGIN, width: width - 190 },
    sku: { x: MARGIN + width - 180, width: 130 },
    quantity: { x: MARGIN + width - 40, width: 40 },
  };
  const head = (): void => {
    const y = document.y;
    document.font('bold').fontSize(9);
    document.text('Item', columns.item.x, y, { width: columns.item.width });
    document.text('SKU', columns.sku.x, y, { width: columns.sku.width });
    document.text('Qty', columns.quantity.x, y, { width: columns.quantity.width, align: 'right' });
    rule(document);
  };
  head();
  for (const line of lines) {
    const name = printable(line.name).slice(0, MAX_NAME);
    const variant = printable(line.variantTitle).slice(0, MAX_NAME);
    const sku = printable(line.sku).slice(0, MAX_NAME);
    const nameHeight = document.font('regular').fontSize(10).heightOfString(name, { width: columns.item.width });
    const skuHeight = document.heightOfString(sku, { width: columns.sku.width });
    const variantHeight =
      variant === '' ? 0 : document.fontSize(9).heightOfString(variant, { width: columns.item.width });
    const rowHeight = Math.max(nameHeight + variantHeight, skuHeight);
    if (document.y + rowHeight > bottomOf(document)) {
      document.addPage();
      document.y = MARGIN;
      head();
    }
    const y = document.y;
    document.fontSize(10).fillColor('black').text(name, columns.item.x, y, { width: columns.item.width });
    if (variant !== '') {
      document
        .fontSize(9)
        .fillColor('#444444')
        .text(variant, columns.item.x, y + nameHeight, { width: columns.item.width });
    }
    document.fontSize(10).fillColor('black').text(sku, columns.sku.x, y, { width: columns.sku.width });
    document.text(String(line.quantity), columns.quantity.x, y, { width: columns.quantity.width, align: 'right' });
    document.y = y + rowHeight;
    rule(document);
  }
}

function rule(document: PDFKit.PDFDocument): void {
  const y = document.y + 3;
  document
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + widthOf(document), y)
    .lineWidth(0.5)
    .strokeColor('#999999')
    .stroke();
  document.y = y + 5;
}

function drawInstructions(document: PDFKit.PDFDocument, instructions: string): void {
  const text = printable(instructions);
  if (text === '') return;
  document.font('regular').fontSize(10);
  const height = Math.min(document.heightOfString(text, { width: widthOf(document) }), 120);
  if (document.y + 30 + height > bottomOf(document)) document.addPage();
  document
    .moveDown()
    .font('bold')
    .fontSize(10)
    .text('How to send it back', MARGIN, document.y, { width: widthOf(document) });
  document
    .moveDown(0.3)
    .font('regular')
    .text(text, { width: widthOf(document) });
}

function numberPages(document: PDFKit.PDFDocument, claimExternalId: string): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page);
    // Text below the bottom margin would otherwise begin a page of its own.
    document.page.margins.bottom = 0;
    document.font('regular').fontSize(8).fillColor('#444444');
    document.text(`${claimExternalId}  ${page - start + 1} / ${count}`, MARGIN, document.page.height - MARGIN + 12, {
      width: widthOf(document),
      align: 'right',
      lineBreak: false,
    });
  }
}
