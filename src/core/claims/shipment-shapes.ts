import { z } from 'zod';
import { LabelProvider } from '#core/claims/label-providers.ts';
import { Address } from '#core/address.ts';
import { Minor } from '#core/money.ts';

export const TrackerStatus = z.enum([
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
]);
export type TrackerStatus = z.infer<typeof TrackerStatus>;

export const TRACKER_LABELS: Readonly<Record<TrackerStatus, string>> = {
  unknown: 'Getting Ready To Ship',
  pre_transit: 'Getting Ready To Ship',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  available_for_pickup: 'Available for pickup',
  return_to_sender: 'Return to sender',
  failure: 'Failure',
  cancelled: 'Cancelled',
  error: 'Error',
};

/** What happens to a parcel on its way, beside its status. Each has its words in the portal. */
export const TrackerDetail = z.enum([
  'labelCreated',
  'accepted',
  'atFacility',
  'leftFacility',
  'nearby',
  'handedOver',
  'addressWrong',
  'informationNeeded',
  'damaged',
  'delayed',
  'weather',
  'held',
  'lost',
  'missorted',
  'refused',
]);
export type TrackerDetail = z.infer<typeof TrackerDetail>;

/** Where a carrier saw a parcel; empty parts are not known. */
const EventPlace = z.object({ city: z.string(), state: z.string(), country: z.string(), zip: z.string() });

/** A line of C3.21's `details`. */
export const ShipmentEvent = z.object({
  date: z.string(),
  message: z.string(),
  status: TrackerStatus,
  /** What happened, as exactly as the provider of labels says; absent where it says no more than the status. */
  detail: TrackerDetail.exactOptional(),
  // Kept as one text once: such a text is shown as it is.
  location: z.preprocess(
    (place) => (typeof place === 'string' ? { city: place, state: '', country: '', zip: '' } : place),
    EventPlace,
  ),
});
export type ShipmentEvent = z.infer<typeof ShipmentEvent>;

/** C3.20, C3.21. */
export const ReturnShipment = z.object({
  id: z.number().int(),
  type: z.enum(['Label', 'Packing_Slip']),
  createdOn: z.string(),
  provider: LabelProvider.nullable(),
  shipmentIdFromProvider: z.string().nullable(),
  carrier: z.string(),
  service: z.string(),
  cost: Minor,
  trackingCode: z.string(),
  trackingUrl: z.string(),
  trackerStatus: TrackerStatus,
  trackerUpdatedOn: z.string().nullable(),
  events: z.array(ShipmentEvent),
  /** Key of the PDF in Files, and of the QR code where the carrier takes one. */
  documentKey: z.string(),
  qrCodeUrl: z.string().nullable(),
  canceledOn: z.string().nullable(),
  /** The end of the send-by date; absent if the store sets no limit. */
  expiresOn: z.string().exactOptional(),
  /** The end of the UTC day that people read, where the store's own day ends at another time. */
  lastDay: z.string().exactOptional(),
  /** When the carrier means to deliver; absent until it says. */
  estimatedDeliveryOn: z.string().nullable().exactOptional(),
  /** The way it travels. */
  fromAddress: Address,
  toAddress: Address,
});
export type ReturnShipment = z.infer<typeof ReturnShipment>;

/** A package to the shopper, and the lines of the claim whose items are in it; absent on those from before that was kept. */
export const SentBack = ReturnShipment.extend({ lineIds: z.array(z.number().int()).exactOptional() });
export type SentBack = z.infer<typeof SentBack>;

/** The part of a claim about what comes back, and what goes back to the shopper. */
export const CLAIM_SHIPMENTS = {
  returnRequired: z.boolean(),
  shippingMethod: z.enum(['label', 'packingSlip', 'none']),
  shipments: z.array(ReturnShipment),
  /** Packages to the shopper, with items that were repaired or that they get back as they came; absent until one is sent. */
  sentBack: z.array(SentBack).exactOptional(),
};
