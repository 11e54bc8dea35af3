import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Field names are EasyPost's: these objects go onto the wire as they are. */
export type Address = {
  id: string;
  object: 'Address';
  created_at: string;
  updated_at: string;
  name: string | null;
  company: string | null;
  street1: string | null;
  street2: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
  phone: string | null;
  email: string | null;
  mode: 'test';
  carrier_facility: string | null;
  residential: boolean | null;
  federal_tax_id: string | null;
  state_tax_id: string | null;
  verifications: Record<string, { success: boolean; errors: unknown[]; details: Record<string, unknown> | null }>;
};

export type Rate = {
  id: string;
  object: 'Rate';
  created_at: string;
  updated_at: string;
  mode: 'test';
  service: string;
  carrier: string;
  rate: string;
  currency: string;
  retail_rate: string;
  retail_currency: string;
  list_rate: string;
  list_currency: string;
  billing_type: 'easypost';
  delivery_days: number;
  delivery_date: string | null;
  delivery_date_guaranteed: boolean;
  est_delivery_days: number;
  shipment_id: string;
  carrier_account_id: string;
};

export const TRACKER_STATUSES = [
  'unknown',
  'pre_transit',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'available_for_pickup',
  'return_to_sender',
  'failure',
  'cancelled',
  'error',
] as const;
export type TrackerStatus = (typeof TRACKER_STATUSES)[number];

export type TrackingLocation = {
  object: 'TrackingLocation';
  city: string | null;
  state: string | null;
  country: string | null;
  zip: string | null;
};

export type TrackingDetail = {
  object: 'TrackingDetail';
  message: string;
  description: string;
  status: TrackerStatus;
  status_detail: string;
  datetime: string;
  source: string;
  carrier_code: string;
  tracking_location: TrackingLocation;
};

export type Fee = { object: 'Fee'; type: string; amount: string; charged: boolean; refunded: boolean };

export type Tracker = {
  id: string;
  object: 'Tracker';
  mode: 'test';
  tracking_code: string;
  status: TrackerStatus;
  status_detail: string;
  created_at: string;
  updated_at: string;
  signed_by: string | null;
  weight: number | null;
  est_delivery_date: string | null;
  shipment_id: string | null;
  carrier: string;
  tracking_details: TrackingDetail[];
  fees: Fee[];
  carrier_detail: Record<string, unknown> | null;
  public_url: string;
};

export type PostageLabel = {
  object: 'PostageLabel';
  id: string;
  created_at: string;
  updated_at: string;
  date_advance: number;
  integrated_form: string;
  label_date: string;
  label_resolution: number;
  label_size: string;
  label_type: string;
  label_file_type: string;
  label_url: string;
  label_pdf_url: string | null;
  label_zpl_url: string | null;
  label_epl2_url: string | null;
  label_file: null;
};

export type Form = {
  object: 'Form';
  id: string;
  created_at: string;
  updated_at: string;
  mode: 'test';
  form_type: string;
  form_url: string;
  submitted_electronically: boolean | null;
};

export type Shipment = {
  created_at: string;
  is_return: boolean;
  messages: { carrier: string; carrier_account_id: string; type: string; message: string }[];
  mode: 'test';
  options: Record<string, unknown>;
  reference: string | null;
  status: TrackerStatus;
  tracking_code: string | null;
  updated_at: string;
  batch_id: null;
  batch_status: null;
  batch_message: null;
  customs_info: Record<string, unknown> | null;
  from_address: Address;
  insurance: string | null;
  order_id: null;
  parcel: Record<string, unknown> & { weight: number };
  postage_label: PostageLabel | null;
  rates: Rate[];
  refund_status: 'submitted' | 'refunded' | 'rejected' | 'not_applicable' | null;
  scan_form: null;
  selected_rate: Rate | null;
  /** The tracker's id: the wire carries the tracker itself. */
  tracker: string | null;
  to_address: Address;
  usps_zone: number;
  return_address: Address;
  buyer_address: Address;
  forms: Form[];
  fees: Fee[];
  id: string;
  object: 'Shipment';
};

export type Refund = {
  id: string;
  object: 'Refund';
  created_at: string;
  updated_at: string;
  tracking_code: string;
  confirmation_number: string | null;
  status: 'submitted' | 'refunded' | 'rejected';
  carrier: string;
  shipment_id: string;
};

/** An event that still has to reach the address: kept, so that a restart goes on. */
export type Delivery = { event: string; body: string; attempts: number };

export type State = {
  /** Newest last; EasyPost lists newest first. */
  shipments: Shipment[];
  trackers: Tracker[];
  refunds: Refund[];
  deliveries: Delivery[];
};

const empty = (): State => ({ shipments: [], trackers: [], refunds: [], deliveries: [] });

/** The state in a file when one is named, so that a restarted demo still knows its parcels. */
export function openState(stateFile: string | undefined): { state: State; save: () => void } {
  const state = empty();
  if (stateFile !== undefined && existsSync(stateFile))
    // What an earlier version kept lacks what has come since.
    Object.assign(state, JSON.parse(readFileSync(stateFile, 'utf8')));
  return {
    state,
    save() {
      if (stateFile === undefined) return;
      // Written aside and moved into place: a process killed in between leaves the old state whole.
      writeFileSync(`${stateFile}.part`, JSON.stringify(state));
      renameSync(`${stateFile}.part`, stateFile);
    },
  };
}
