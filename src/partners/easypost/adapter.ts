import { DAY_MS } from '#core/dates.ts';
import type { Address } from '#core/address.ts';
import {
  NoRatesError,
  PartnerError,
  type BoughtLabel,
  type CallContext,
  type LabelRate,
  type Labels,
} from '#partners/ports.ts';
import { createEasyPostClient, type EasyPostClient } from './client.ts';
import { boughtSince, costOf, findLabel, trackPackage, voidedSince, isBought, refundOf } from './labels.ts';
import { readWebhook } from './webhook.ts';
import { WireRates, WireShipment, WireShipmentPage, type WireRate } from './wire.ts';

// How far back a shipment whose reference lookup fails is searched for by listing.
const LIST_DAYS = 7;
const LIST_PAGES = 10;

/** Return labels from EasyPost. `baseUrl` includes the version; failures are PartnerErrors. */
export function createEasyPostLabels(options: {
  apiKey: string;
  webhookSecret: string;
  baseUrl?: string;
  fetch?: typeof fetch | undefined;
}): Labels {
  const client = createEasyPostClient({
    apiKey: options.apiKey,
    baseUrl: options.baseUrl ?? 'https://api.easypost.com/v2',
    fetch: options.fetch,
  });
  return {
    id: 'easypost',
    provider: 'Easy_Post',
    quote: (request, context) => quote(client, request, context),
    buy: (shipmentId, rateId, context) => buy(client, shipmentId, rateId, context),
    async findByReference(reference, context) {
      const shipment = await findShipment(client, reference, context);
      if (!shipment) return null;
      const bought = isBought(shipment) ? await boughtLabelOf(client, shipment, context) : null;
      // Carriers that were out of reach left it without rates for good.
      const isUnrated = bought === null && shipment.rates.length === 0;
      const { rates } = isUnrated ? await rateAgain(client, shipment, context) : shipment;
      return { shipmentIdFromProvider: shipment.id, rates: rates.map(rateOf), bought };
    },
    refundLabel: (shipmentId, context) => refundLabel(client, shipmentId, context),
    find: (shipmentId, context) => findLabel(client, shipmentId, context),
    track: (trackingCode, context) => trackPackage(client, trackingCode, context),
    boughtSince: (since, cursor, context) => boughtSince(client, since, cursor, context),
    voidedSince: (since, cursor, context) => voidedSince(client, since, cursor, context),
    readCall: (rawBody, headers) => readWebhook(rawBody, headers['x-hmac-signature'], options.webhookSecret),
  };
}

async function quote(client: EasyPostClient, request: Parameters<Labels['quote']>[0], context: CallContext) {
  const shipment = await client.call({
    method: 'POST',
    path: '/shipments',
    body: {
      shipment: {
        reference: request.reference,
        // For a return EasyPost wants the addresses of the original parcel, merchant to shopper,
        // and turns them round itself when it makes the label. Our port speaks of the way this
        // parcel travels, shopper to merchant, so the two change places here.
        is_return: true,
        from_address: wireAddress(request.to),
        to_address: wireAddress(request.from),
        parcel: { weight: wireOunces(request.parcel.weightOunces) },
        options: { label_format: 'PDF' },
      },
    },
    answer: WireShipment,
    context,
  });
  if (shipment.rates.length === 0) {
    const reasons = shipment.messages.map(({ carrier, message }) =>
      [carrier, typeof message === 'string' ? message : JSON.stringify(message)].filter(Boolean).join(': '),
    );
    throw new NoRatesError('EasyPost', reasons);
  }
  return { shipmentIdFromProvider: shipment.id, rates: shipment.rates.map(rateOf) };
}

const rateAgain = (client: EasyPostClient, { id }: WireShipment, context: CallContext): Promise<WireRates> =>
  client.call({
    method: 'POST',
    path: `/shipments/${encodeURIComponent(id)}/rerate`,
    body: {},
    answer: WireRates,
    context,
  });

async function buy(client: EasyPostClient, shipmentId: string, rateId: string, context: CallContext) {
  const bought = await orElse(
    () =>
      client.call({
        method: 'POST',
        path: `/shipments/${encodeURIComponent(shipmentId)}/buy`,
        body: { rate: { id: rateId } },
        answer: WireShipment,
        context,
      }),
    // EasyPost refuses to buy twice; then the label of the first purchase is the result.
    async () => {
      const shipment = await getShipment(client, shipmentId, context);
      return isBought(shipment) ? shipment : null;
    },
  );
  return boughtLabelOf(client, bought, context);
}

async function refundLabel(client: EasyPostClient, shipmentId: string, context: CallContext) {
  const shipment = await orElse(
    () =>
      client.call({
        method: 'POST',
        path: `/shipments/${encodeURIComponent(shipmentId)}/refund`,
        body: {},
        answer: WireShipment,
        context,
      }),
    async () => {
      const current = await getShipment(client, shipmentId, context);
      return current.refund_status ? current : null;
    },
  );
  const status = refundOf(shipment);
  if (status === null) throw new PartnerError('EasyPost', 'retry', 'the refund asked for is not there yet');
  return status;
}

/** The answer to a refused call, if an earlier attempt already did what it asked for. */
async function orElse<T>(call: () => Promise<T>, alreadyDone: () => Promise<T | null>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PartnerError) || error.kind !== 'refused') throw error;
    const done = await alreadyDone();
    if (done === null) throw error;
    return done;
  }
}

function getShipment(client: EasyPostClient, idOrReference: string, context: CallContext): Promise<WireShipment> {
  return client.call({
    method: 'GET',
    path: `/shipments/${encodeURIComponent(idOrReference)}`,
    answer: WireShipment,
    context,
  });
}

/**
 * EasyPost documents the reference as usable in place of the id, but not how soon nor which of
 * two shipments it yields; when that finds nothing the recent shipments are read newest first.
 */
async function findShipment(client: EasyPostClient, reference: string, context: CallContext) {
  try {
    const shipment = await getShipment(client, reference, context);
    if (shipment.reference === reference) return shipment;
  } catch (error) {
    if (!(error instanceof PartnerError) || error.kind !== 'refused') throw error;
  }
  return findInRecent(client, reference, context);
}

async function findInRecent(client: EasyPostClient, reference: string, context: CallContext) {
  const since = new Date(Date.now() - LIST_DAYS * DAY_MS).toISOString();
  let unbought: WireShipment | null = null;
  let beforeId: string | undefined;
  for (let page = 0; page < LIST_PAGES; page += 1) {
    const query = new URLSearchParams({ page_size: '100', purchased: 'false', start_datetime: since });
    if (beforeId !== undefined) query.set('before_id', beforeId);
    const { shipments, has_more } = await client.call({
      method: 'GET',
      path: `/shipments?${query.toString()}`,
      answer: WireShipmentPage,
      context,
    });
    const matching = shipments.filter((shipment) => shipment.reference === reference);
    const bought = matching.find(isBought);
    if (bought) return bought;
    unbought ??= matching[0] ?? null;
    beforeId = shipments.at(-1)?.id;
    if (!has_more || beforeId === undefined) break;
  }
  return unbought;
}

async function boughtLabelOf(
  client: EasyPostClient,
  shipment: WireShipment,
  context: CallContext,
): Promise<BoughtLabel> {
  const { postage_label: label, selected_rate: rate, tracking_code: trackingCode } = shipment;
  if (!label || !rate || !trackingCode) {
    throw new PartnerError('EasyPost', 'retry', `shipment ${shipment.id} has no finished label yet`);
  }
  const pdfUrl =
    label.label_file_type === 'application/pdf' ? label.label_url : await pdfUrlOf(client, shipment, context);
  return {
    shipmentIdFromProvider: shipment.id,
    carrier: rate.carrier,
    service: rate.service,
    cost: costOf(rate),
    trackingCode,
    trackingUrl: shipment.tracker?.public_url ?? '',
    labelUrl: pdfUrl,
    labelPdf: await client.download(pdfUrl, context),
    qrCodeUrl: await qrCodeUrlOf(client, shipment, rate, context),
  };
}

async function pdfUrlOf(client: EasyPostClient, shipment: WireShipment, context: CallContext): Promise<string> {
  if (shipment.postage_label?.label_pdf_url) return shipment.postage_label.label_pdf_url;
  const converted = await client.call({
    method: 'GET',
    path: `/shipments/${encodeURIComponent(shipment.id)}/label?file_format=PDF`,
    answer: WireShipment,
    context,
  });
  const url = converted.postage_label?.label_pdf_url;
  if (!url) throw new PartnerError('EasyPost', 'retry', `the label of ${shipment.id} is not converted to PDF yet`);
  return url;
}

/** USPS Label Broker prints the label at the counter from a QR code; no other carrier takes this form. */
async function qrCodeUrlOf(client: EasyPostClient, shipment: WireShipment, rate: WireRate, context: CallContext) {
  if (rate.carrier !== 'USPS') return null;
  const existing = qrFormUrl(shipment);
  if (existing) return existing;
  try {
    const withForm = await client.call({
      method: 'POST',
      path: `/shipments/${encodeURIComponent(shipment.id)}/forms`,
      body: { form: { type: 'label_qr_code' } },
      answer: WireShipment,
      context,
    });
    return qrFormUrl(withForm);
  } catch (error) {
    // Some accounts and services have no QR code; the printed label still stands.
    if (error instanceof PartnerError && error.kind === 'refused') return null;
    throw error;
  }
}

const qrFormUrl = (shipment: WireShipment): string | null =>
  shipment.forms.find((form) => form.form_type === 'label_qr_code')?.form_url ?? null;

const rateOf = (rate: WireRate): LabelRate => ({
  id: rate.id,
  carrier: rate.carrier,
  service: rate.service,
  cost: costOf(rate),
  deliveryDays: rate.delivery_days ?? rate.est_delivery_days ?? null,
});

/** EasyPost reads ounces to one decimal and refuses zero; a carrier bills upwards. */
const wireOunces = (ounces: number): number => Math.max(0.1, Math.ceil(Number((ounces * 10).toFixed(6))) / 10);

function wireAddress(address: Address) {
  return {
    name: `${address.firstName} ${address.lastName}`.trim() || null,
    company: address.company?.trim() || null,
    street1: address.line1,
    street2: address.line2 || null,
    city: address.city,
    state: address.stateOrProvinceCode || null,
    zip: address.postalCode,
    country: address.countryCode,
    phone: address.phone || null,
  };
}
