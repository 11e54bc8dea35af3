import bwipjs from 'bwip-js/node';
import { MARGIN, newDocument, paperOf, widthOf } from './paper.ts';
import { printable } from './printable.ts';

export type CertificateDocument = {
  storeName: string;
  externalId: string;
  /** Where the QR code leads: the registration in the shopper's portal. */
  url: string;
  ownerName: string;
  /** As people read them. */
  registeredOn: string;
  purchasedOn: string;
  products: readonly {
    name: string;
    variantTitle: string;
    quantity: number;
    serialNumber: string | null;
    coverage: string;
  }[];
  /** The brand's color, #rrggbb. */
  color: string;
  policyUrl: string;
  /** Where it is printed; the country decides the paper. */
  countryCode: string;
};

const QR_SIZE = 110;
const MOST_TEXT = 300;

/** The certificate of a registration, as a PDF. */
export async function renderCertificate(certificate: CertificateDocument): Promise<Uint8Array> {
  const { storeName, externalId, url, countryCode } = certificate;
  const qrCode = await bwipjs.toBuffer({ bcid: 'qrcode', text: url, scale: 6, backgroundcolor: 'FFFFFF' });
  const { document, bytes } = newDocument(
    { title: `Registration ${externalId}`, author: storeName },
    paperOf(countryCode),
  );
  drawHead(document, certificate, qrCode);
  drawFacts(document, certificate);
  drawProducts(document, certificate.products);
  drawFoot(document, certificate);
  document.end();
  return bytes;
}

function drawHead(document: PDFKit.PDFDocument, { storeName, color }: CertificateDocument, qrCode: Buffer): void {
  document.rect(0, 0, document.page.width, 8).fill(color);
  document.fillColor('black');
  const width = widthOf(document) - QR_SIZE - 24;
  document.image(qrCode, MARGIN + widthOf(document) - QR_SIZE, MARGIN, { width: QR_SIZE, height: QR_SIZE });
  document.font('regular').fontSize(11).text(printable(storeName).slice(0, MOST_TEXT), MARGIN, MARGIN, { width });
  document.moveDown(0.4).font('bold').fontSize(24).text('Product registration', { width });
  document.y = Math.max(document.y, MARGIN + QR_SIZE) + 20;
}

function drawFacts(document: PDFKit.PDFDocument, its: CertificateDocument): void {
  const facts = [
    ['Registration', its.externalId],
    ['Owner', its.ownerName],
    ['Registered', its.registeredOn],
    ['Purchased', its.purchasedOn],
  ].filter(([, value]) => value !== '');
  for (const [label = '', value = ''] of facts) {
    const { y } = document;
    document.font('regular').fontSize(10).fillColor('#555555').text(label, MARGIN, y, { width: 110 });
    document
      .font('bold')
      .fillColor('black')
      .text(printable(value).slice(0, MOST_TEXT), MARGIN + 120, y, { width: widthOf(document) - 120 });
    document.moveDown(0.3);
  }
  document.moveDown();
}

function drawProducts(document: PDFKit.PDFDocument, products: CertificateDocument['products']): void {
  for (const { name, variantTitle, quantity, serialNumber, coverage } of products) {
    rule(document);
    const title = [name, variantTitle].filter((part) => part !== '').join(', ');
    const units = quantity > 1 ? ` × ${quantity}` : '';
    document
      .font('bold')
      .fontSize(13)
      .fillColor('black')
      .text(`${printable(title).slice(0, MOST_TEXT)}${units}`, MARGIN, document.y, { width: widthOf(document) });
    document.font('regular').fontSize(10);
    if (serialNumber !== null) document.text(`Serial number ${printable(serialNumber)}`);
    document.text(printable(coverage)).moveDown(0.6);
  }
  rule(document);
}

function drawFoot(document: PDFKit.PDFDocument, { policyUrl }: CertificateDocument): void {
  document
    .moveDown()
    .font('regular')
    .fontSize(9)
    .fillColor('#555555')
    .text('Scan the code to see your registration or to claim on your warranty.', MARGIN, document.y, {
      width: widthOf(document),
    });
  if (policyUrl !== '') document.text(`Warranty terms: ${policyUrl}`, { width: widthOf(document) });
}

function rule(document: PDFKit.PDFDocument): void {
  const y = document.y + 2;
  document
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + widthOf(document), y)
    .lineWidth(0.5)
    .strokeColor('#bbbbbb')
    .stroke();
  document.y = y + 8;
}
