import bwipjs from 'bwip-js/node';
import PDFDocument from 'pdfkit';
import type { Address, Shipment } from './state.ts';

/** A 4x6 inch label. For a return the parcel travels from the original receiver back to the sender. */
export async function labelPdf(shipment: Shipment): Promise<Uint8Array> {
  const [from, to] = shipment.is_return
    ? [shipment.to_address, shipment.from_address]
    : [shipment.from_address, shipment.to_address];
  const document = new PDFDocument({
    size: [288, 432],
    margin: 18,
    info: { Title: `Label ${shipment.tracking_code ?? ''}` },
  });
  const bytes = collect(document);
  document
    .font('Helvetica-Bold')
    .fontSize(15)
    .text(`${shipment.selected_rate?.carrier ?? ''} ${shipment.selected_rate?.service ?? ''}`);
  document.fontSize(9).text('SANDBOX LABEL: NOT VALID FOR POSTAGE');
  document
    .moveDown()
    .font('Helvetica')
    .fontSize(9)
    .text(`FROM\n${linesOf(from).join('\n')}`);
  document
    .moveDown()
    .font('Helvetica-Bold')
    .fontSize(13)
    .text(`TO\n${linesOf(to).join('\n')}`);
  document.image(Buffer.from(await barcodePng(shipment)), 18, 300, { fit: [252, 110] });
  document.end();
  return bytes;
}

/** The tracking code as a Code 128 barcode with its digits below. */
export const barcodePng = (shipment: Shipment): Promise<Uint8Array> =>
  bwipjs.toBuffer({
    bcid: 'code128',
    text: shipment.tracking_code ?? '',
    scale: 3,
    height: 18,
    includetext: true,
    backgroundcolor: 'FFFFFF',
  });

/** What the counter scans to print the label. */
export const qrPng = (shipment: Shipment): Promise<Uint8Array> =>
  bwipjs.toBuffer({
    bcid: 'qrcode',
    text: `LABELBROKER:${shipment.tracking_code ?? ''}`,
    scale: 6,
    padding: 4,
    backgroundcolor: 'FFFFFF',
  });

export async function packingSlipPdf(shipment: Shipment): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'LETTER', margin: 54 });
  const bytes = collect(document);
  document.fontSize(16).text('Return packing slip');
  document.moveDown().fontSize(10).text(linesOf(shipment.from_address).join('\n'));
  document.image(Buffer.from(await barcodePng(shipment)), 54, 220, { fit: [300, 100] });
  document.end();
  return bytes;
}

/** The label in the printers' own language. */
export const labelZpl = (shipment: Shipment): Uint8Array =>
  Buffer.from(`^XA^FO40,40^BCN,160,Y,N,N^FD${shipment.tracking_code ?? ''}^FS^XZ`);

function linesOf(address: Address): string[] {
  const town = [address.city, address.state, address.zip].filter(Boolean).join(' ');
  return [address.name, address.company, address.street1, address.street2, town, address.country].filter(
    (line): line is string => Boolean(line),
  );
}

function collect(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  document.on('end', () => resolve(Buffer.concat(chunks)));
  document.on('error', reject);
  return promise;
}
