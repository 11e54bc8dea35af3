import bwipjs from 'bwip-js/node';
import type { Writer } from '#core/texts/writer.ts';
import { drawRule, MARGIN, newDocument, paperOf, widthOf, type Pen } from './paper.ts';

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
  /** In whose language it is. */
  writer: Pick<Writer, 'language' | 'write'>;
};

const QR_SIZE = 110;
const LABEL_WIDTH = 120;
const MOST_TEXT = 300;
const GRAY = '#555555';

/** The certificate of a registration, as a PDF in the language of its owner. */
export async function renderCertificate(certificate: CertificateDocument): Promise<Uint8Array> {
  const { storeName, externalId, url, countryCode, writer } = certificate;
  const qrCode = await bwipjs.toBuffer({ bcid: 'qrcode', text: url, scale: 6, backgroundcolor: 'FFFFFF' });
  const title = writer.write({ id: 'certificate.heading', values: { externalId } });
  const { document, bytes, pen } = newDocument({ title, author: storeName }, paperOf(countryCode), writer.language);
  drawHead({ document, pen, certificate }, qrCode);
  drawFacts({ document, pen, certificate });
  drawProducts({ document, pen, certificate });
  drawFoot({ document, pen, certificate });
  document.end();
  return bytes;
}

type On = { document: PDFKit.PDFDocument; pen: Pen; certificate: CertificateDocument };

function drawHead({ document, pen, certificate: { storeName, color, writer } }: On, qrCode: Buffer): void {
  document.rect(0, 0, document.page.width, 8).fill(color);
  const width = widthOf(document) - QR_SIZE - 24;
  const qrLeft = pen.leftOf(MARGIN + widthOf(document) - QR_SIZE, QR_SIZE);
  document.image(qrCode, qrLeft, MARGIN, { width: QR_SIZE, height: QR_SIZE });
  pen.write(storeName, { y: MARGIN, width, size: 11, most: MOST_TEXT });
  document.y += 5;
  pen.write(writer.write({ id: 'certificate.paper.heading' }), { width, weight: 'bold', size: 24 });
  document.y = Math.max(document.y, MARGIN + QR_SIZE) + 20;
}

function drawFacts({ document, pen, certificate: its }: On): void {
  const facts = (
    [
      ['certificate.paper.number', its.externalId],
      ['certificate.owner', its.ownerName],
      ['certificate.registered', its.registeredOn],
      ['certificate.purchased', its.purchasedOn],
    ] as const
  ).filter(([, value]) => value !== '');
  for (const [label, value] of facts) {
    const { y } = document;
    pen.write(its.writer.write({ id: label }), { y, width: LABEL_WIDTH - 10, size: 10, color: GRAY });
    const below = document.y;
    pen.write(value, {
      x: MARGIN + LABEL_WIDTH,
      y,
      width: widthOf(document) - LABEL_WIDTH,
      weight: 'bold',
      size: 10,
      most: MOST_TEXT,
    });
    document.y = Math.max(document.y, below) + 4;
  }
  document.y += 12;
}

function drawProducts({ document, pen, certificate: { products, writer } }: On): void {
  for (const { name, variantTitle, quantity, serialNumber, coverage } of products) {
    drawRule(document, RULE);
    const title = [name, variantTitle].filter((part) => part !== '').join(', ');
    const units = quantity > 1 ? ` × ${quantity}` : '';
    pen.write(`${title.slice(0, MOST_TEXT)}${units}`, { weight: 'bold', size: 13 });
    if (serialNumber !== null)
      pen.write(writer.write({ id: 'certificate.serial', values: { serial: serialNumber } }), { size: 10 });
    pen.write(coverage, { size: 10 });
    document.y += 7;
  }
  drawRule(document, RULE);
}

const RULE = { above: 2, below: 8, color: '#bbbbbb' } as const;

function drawFoot({ document, pen, certificate: { policyUrl, writer } }: On): void {
  document.y += 12;
  pen.write(writer.write({ id: 'certificate.paper.scan' }), { size: 9, color: GRAY });
  if (policyUrl !== '')
    pen.write(`${writer.write({ id: 'items.warrantyPolicy' })}: ${policyUrl}`, { size: 9, color: GRAY });
}
