import { randomInt } from 'node:crypto';
import { ApiError, notFound, required } from './errors.ts';
import { newId, ratesFor } from './rates.ts';
import type { Address, Rate, Refund, Shipment, State } from './state.ts';
import { newTracker } from './trackers.ts';

type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** EasyPost writes whole seconds. */
export const nowText = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');

/** A new, rated shipment from the body's `shipment`; the state is the caller's to save. */
export function createShipment(state: State, body: unknown): Shipment {
  const given = isFields(body) ? body['shipment'] : undefined;
  if (!isFields(given)) throw required('shipment');
  for (const field of ['to_address', 'from_address', 'parcel']) if (!isFields(given[field])) throw required(field);
  const now = nowText();
  const id = newId('shp');
  const from = newAddress(given['from_address'], now);
  const to = newAddress(given['to_address'], now);
  const parcel = newParcel(given['parcel'], now);
  const shipment: Shipment = {
    created_at: now,
    is_return: given['is_return'] === true,
    mode: 'test',
    options: {
      ...(isFields(given['options']) ? given['options'] : {}),
      currency: 'USD',
      payment: { type: 'SENDER' },
      date_advance: 0,
    },
    reference: textOf(given['reference']),
    status: 'unknown',
    tracking_code: null,
    updated_at: now,
    batch_id: null,
    batch_status: null,
    batch_message: null,
    customs_info: newCustomsInfo(given['customs_info'], now),
    from_address: from,
    insurance: null,
    order_id: null,
    parcel,
    postage_label: null,
    ...ratesFor({ id, from, to, ounces: parcel.weight, now }),
    refund_status: null,
    scan_form: null,
    selected_rate: null,
    tracker: null,
    to_address: to,
    usps_zone: 4,
    return_address: from,
    buyer_address: to,
    forms: [],
    fees: [],
    id,
    object: 'Shipment',
  };
  state.shipments.push(shipment);
  return shipment;
}

/** A shipment by its id, or by its reference: EasyPost takes one for the other, the newest first. */
export function findShipment(state: State, idOrReference: string): Shipment {
  const shipment = state.shipments.findLast(({ id, reference }) => id === idOrReference || reference === idOrReference);
  if (!shipment) throw notFound();
  return shipment;
}

/** Asks the carriers once more. */
export function rateAgain(shipment: Shipment): Rate[] {
  const { id, from_address: from, to_address: to, parcel } = shipment;
  Object.assign(shipment, ratesFor({ id, from, to, ounces: parcel.weight, now: nowText() }));
  return shipment.rates;
}

/** Buys the label at one of the shipment's rates; a second purchase is refused. */
export function buyShipment(state: State, shipment: Shipment, rate: Rate | undefined, filesUrl: string): void {
  if (shipment.postage_label) {
    throw new ApiError(422, 'SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment.');
  }
  if (!rate) throw new ApiError(422, 'SHIPMENT.POSTAGE.RATE_NOT_FOUND', 'The rate is not one of this shipment.');
  const now = nowText();
  const trackingCode = newTrackingCode(rate.carrier);
  const tracker = newTracker({ trackingCode, carrier: rate.carrier, shipmentId: shipment.id, now });
  tracker.public_url = `${filesUrl}/track/${trackingCode}`;
  state.trackers.push(tracker);
  const fileType = shipment.options['label_format'] === 'PDF' ? 'pdf' : 'png';
  shipment.tracking_code = trackingCode;
  shipment.tracker = tracker.id;
  shipment.selected_rate = { ...rate, created_at: now, updated_at: now };
  shipment.insurance = '50.00';
  shipment.updated_at = now;
  shipment.to_address = verified(shipment.to_address, now);
  shipment.buyer_address = shipment.to_address;
  shipment.postage_label = {
    object: 'PostageLabel',
    id: newId('pl'),
    created_at: now,
    updated_at: now,
    date_advance: 0,
    integrated_form: 'none',
    label_date: now,
    label_resolution: 300,
    label_size: '4x6',
    label_type: 'default',
    label_file_type: fileType === 'pdf' ? 'application/pdf' : 'image/png',
    label_url: labelFile(filesUrl, shipment.id, fileType),
    label_pdf_url: null,
    label_zpl_url: null,
    label_epl2_url: null,
    label_file: null,
  };
  shipment.fees = [fee('LabelFee', '0.00000'), fee('PostageFee', `${rate.rate}000`), fee('InsuranceFee', '0.50000')];
}

/** Adds the address of the label in another format. */
export function convertLabel(shipment: Shipment, format: string | null, filesUrl: string): void {
  const label = shipment.postage_label;
  if (!label) throw new ApiError(422, 'SHIPMENT.LABEL.NOT_FOUND', 'The shipment has no label yet.');
  label.updated_at = nowText();
  switch (format?.toUpperCase()) {
    case 'PDF':
      label.label_pdf_url = labelFile(filesUrl, shipment.id, 'pdf');
      return;
    case 'ZPL':
      label.label_zpl_url = labelFile(filesUrl, shipment.id, 'zpl');
      return;
    default:
      throw new ApiError(422, 'SHIPMENT.LABEL.FORMAT', `The label cannot be had as ${String(format)}.`);
  }
}

/** Asks for the postage back: a carrier decides on it in weeks, but not for a parcel it has scanned. */
export function refundShipment(state: State, shipment: Shipment): Refund {
  if (!shipment.postage_label)
    throw new ApiError(422, 'SHIPMENT.REFUND.UNAVAILABLE', 'No postage was bought for this shipment.');
  if (shipment.refund_status)
    throw new ApiError(422, 'SHIPMENT.REFUND.UNAVAILABLE', 'The shipment has already been refunded.');
  const now = nowText();
  const status = shipment.status === 'unknown' || shipment.status === 'pre_transit' ? 'submitted' : 'rejected';
  const refund: Refund = {
    id: newId('rfnd'),
    object: 'Refund',
    created_at: now,
    updated_at: now,
    tracking_code: shipment.tracking_code ?? '',
    confirmation_number: null,
    status,
    carrier: shipment.selected_rate?.carrier ?? '',
    shipment_id: shipment.id,
  };
  state.refunds.push(refund);
  shipment.refund_status = status;
  shipment.updated_at = now;
  return refund;
}

/** The carrier's answer to a refund that was asked for. */
export function decideRefund(state: State, trackingCode: unknown, status: 'refunded' | 'rejected'): Refund {
  const refund = state.refunds.findLast((one) => one.tracking_code === trackingCode);
  const shipment = state.shipments.find(({ id }) => id === refund?.shipment_id);
  if (!refund || !shipment) throw notFound();
  const now = nowText();
  refund.status = status;
  refund.confirmation_number = status === 'refunded' ? newId('conf') : null;
  refund.updated_at = now;
  shipment.refund_status = status;
  shipment.fees = shipment.fees.map((one) => ({ ...one, refunded: status === 'refunded' }));
  shipment.updated_at = now;
  return refund;
}

export function addForm(shipment: Shipment, body: unknown, filesUrl: string): void {
  const type = isFields(body) && isFields(body['form']) ? textOf(body['form']['type']) : null;
  if (type === null) throw required('form');
  if (!shipment.postage_label)
    throw new ApiError(422, 'SHIPMENT.FORM.NO_LABEL', 'Buy the label before asking for forms.');
  if (type !== 'label_qr_code' && type !== 'return_packing_slip') {
    throw new ApiError(422, 'FORM.TYPE.INVALID', `The form ${type} is not available to this account.`);
  }
  if (type === 'label_qr_code' && shipment.selected_rate?.carrier !== 'USPS') {
    throw new ApiError(422, 'FORM.TYPE.INVALID', 'label_qr_code is a form of USPS only.');
  }
  const now = nowText();
  shipment.forms.push({
    object: 'Form',
    id: newId('form'),
    created_at: now,
    updated_at: now,
    mode: 'test',
    form_type: type,
    form_url:
      type === 'label_qr_code'
        ? `${filesUrl}/files/${shipment.id}/qr.png`
        : `${filesUrl}/files/${shipment.id}/packing-slip.pdf`,
    submitted_electronically: null,
  });
  shipment.updated_at = now;
}

/** The shipment as it goes onto the wire, with its tracker inside. */
export function shipmentOnWire(state: State, shipment: Shipment): unknown {
  const tracker = state.trackers.find(({ id }) => id === shipment.tracker) ?? null;
  return structuredClone({ ...shipment, tracker });
}

const fee = (type: string, amount: string) => ({
  object: 'Fee' as const,
  type,
  amount,
  charged: true,
  refunded: false,
});
const labelFile = (filesUrl: string, id: string, kind: string): string => `${filesUrl}/files/${id}/label.${kind}`;

/** USPS codes are 22 digits beginning 94; a courier's are ten. */
function newTrackingCode(carrier: string): string {
  const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');
  return carrier === 'USPS' ? `94001${digits(17)}` : `1${digits(9)}`;
}

function newAddress(given: unknown, now: string): Address {
  const fields = isFields(given) ? given : {};
  const created = now.replace('Z', '+00:00');
  const take = (name: string): string | null => textOf(fields[name]);
  return {
    id: newId('adr'),
    object: 'Address',
    created_at: created,
    updated_at: created,
    name: take('name'),
    company: take('company'),
    street1: take('street1'),
    street2: take('street2'),
    city: take('city'),
    state: take('state'),
    zip: take('zip'),
    country: take('country'),
    phone: take('phone'),
    email: take('email'),
    mode: 'test',
    carrier_facility: null,
    residential: null,
    federal_tax_id: null,
    state_tax_id: null,
    verifications: {},
  };
}

/** Buying makes EasyPost check where the parcel goes, and write the address the postal way. */
function verified(address: Address, now: string): Address {
  const upper = (text: string | null): string | null => text?.toUpperCase() ?? null;
  return {
    ...address,
    updated_at: now.replace('Z', '+00:00'),
    name: upper(address.name),
    street1: upper(address.street1),
    street2: upper(address.street2) ?? '',
    city: upper(address.city),
    residential: false,
    verifications: {
      zip4: { success: true, errors: [], details: null },
      delivery: {
        success: true,
        errors: [],
        details: { latitude: 33.8436, longitude: -118.39177, time_zone: 'America/Los_Angeles' },
      },
    },
  };
}

function newParcel(given: unknown, now: string): Shipment['parcel'] {
  const fields = isFields(given) ? given : {};
  const weight = numberOf(fields['weight']);
  if (weight === null || weight <= 0) throw required('parcel.weight');
  return {
    id: newId('prcl'),
    object: 'Parcel',
    created_at: now,
    updated_at: now,
    length: numberOf(fields['length']),
    width: numberOf(fields['width']),
    height: numberOf(fields['height']),
    predefined_package: textOf(fields['predefined_package']),
    weight,
    mode: 'test',
  };
}

function newCustomsInfo(given: unknown, now: string): Record<string, unknown> | null {
  if (!isFields(given)) return null;
  const items = Array.isArray(given['customs_items']) ? given['customs_items'].filter(isFields) : [];
  return {
    id: newId('cstinfo'),
    object: 'CustomsInfo',
    created_at: now,
    updated_at: now,
    contents_explanation: textOf(given['contents_explanation']),
    contents_type: textOf(given['contents_type']),
    customs_certify: given['customs_certify'] === true,
    customs_signer: textOf(given['customs_signer']),
    eel_pfc: textOf(given['eel_pfc']),
    non_delivery_option: textOf(given['non_delivery_option']),
    restriction_comments: textOf(given['restriction_comments']),
    restriction_type: textOf(given['restriction_type']),
    mode: 'test',
    declaration: textOf(given['declaration']),
    customs_items: items.map((item) => newCustomsItem(item, now)),
  };
}

function newCustomsItem(item: Fields, now: string) {
  return {
    id: newId('cstitem'),
    object: 'CustomsItem',
    created_at: now,
    updated_at: now,
    description: textOf(item['description']),
    hs_tariff_number: textOf(item['hs_tariff_number']),
    origin_country: textOf(item['origin_country']),
    quantity: numberOf(item['quantity']),
    value: String(numberOf(item['value']) ?? textOf(item['value']) ?? ''),
    weight: numberOf(item['weight']),
    code: textOf(item['code']),
    mode: 'test',
    manufacturer: textOf(item['manufacturer']),
    currency: textOf(item['currency']),
    eccn: textOf(item['eccn']),
    printed_commodity_identifier: null,
  };
}
