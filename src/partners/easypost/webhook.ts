import { createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { TrackerStatus, type TrackerDetail } from '#core/claims/shipment-shapes.ts';
import { PartnerError, type CallSubject, type PartnerCall, type TrackerUpdate } from '#partners/ports.ts';
import { WireEvent, WireRefund, WireTracker } from './wire.ts';

const PREFIX = 'hmac-sha256-hex=';

/**
 * The call of a signed webhook, of a tracker or a refund; null when the signature over the raw bytes is wrong.
 * Throws PartnerError when a signed tracker or refund cannot be read.
 */
export function readWebhook(
  rawBody: Uint8Array,
  signature: string | undefined,
  webhookSecret: string,
): PartnerCall | null {
  if (!isSignedBy(rawBody, signature, webhookSecret)) return null;
  const event = WireEvent.safeParse(parseJson(rawBody));
  if (!event.success) return { id: signature ?? '', topic: 'unknown', subject: null, proof: null };
  const { id, description, result } = event.data;
  return { id, topic: description, subject: subjectOf(id, result), proof: null };
}

function subjectOf(id: string, result: z.infer<typeof WireEvent>['result']): CallSubject | null {
  switch (result?.object) {
    case 'Tracker':
      return { kind: 'tracker', ...updateOf(readAs(WireTracker, id, result)) };
    case 'Refund': {
      const { shipment_id: shipmentIdFromProvider } = readAs(WireRefund, id, result);
      return shipmentIdFromProvider ? { kind: 'labelRefund', shipmentIdFromProvider } : null;
    }
    default:
      return null;
  }
}

function readAs<T>(shape: z.ZodType<T>, eventId: string, result: unknown): T {
  const parsed = shape.safeParse(result);
  if (parsed.success) return parsed.data;
  throw new PartnerError('EasyPost', 'refused', `event ${eventId} cannot be read: ${parsed.error.message}`);
}

function isSignedBy(rawBody: Uint8Array, signature: string | undefined, webhookSecret: string): boolean {
  // EasyPost normalises the secret; the body must stay bytes, since parsing 15.0 and writing 15 breaks it.
  const expected = createHmac('sha256', webhookSecret.normalize('NFKD')).update(rawBody).digest();
  if (!signature?.startsWith(PREFIX)) return false;
  const given = Buffer.from(signature.slice(PREFIX.length), 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Before a carrier has the parcel, EasyPost may give the moment the label was bought as the estimate. */
const HAS_NO_PARCEL: ReadonlySet<TrackerStatus> = new Set(['unknown', 'pre_transit']);

/** What a tracker says of its package. */
export function updateOf(tracker: WireTracker): TrackerUpdate {
  return {
    trackingCode: tracker.tracking_code,
    shipmentIdFromProvider: tracker.shipment_id ?? null,
    status: statusOf(tracker.status),
    updatedOn: tracker.updated_at,
    estimatedDeliveryOn: HAS_NO_PARCEL.has(statusOf(tracker.status)) ? null : (tracker.est_delivery_date ?? null),
    events: tracker.tracking_details.map((detail) => ({
      date: detail.datetime,
      message: detail.message ?? '',
      status: statusOf(detail.status),
      ...detailOf(detail.status_detail),
      location: {
        city: detail.tracking_location?.city ?? '',
        state: detail.tracking_location?.state ?? '',
        country: detail.tracking_location?.country ?? '',
        zip: detail.tracking_location?.zip ?? '',
      },
    })),
  };
}

/** EasyPost's details that say more than the status they come with. */
const DETAILS: Readonly<Record<string, TrackerDetail>> = {
  label_created: 'labelCreated',
  received_at_origin_facility: 'accepted',
  arrived_at_facility: 'atFacility',
  departed_facility: 'leftFacility',
  departed_origin_facility: 'leftFacility',
  received_at_destination_facility: 'nearby',
  transferred_to_destination_carrier: 'handedOver',
  address_correction: 'addressWrong',
  awaiting_information: 'informationNeeded',
  damaged: 'damaged',
  delayed: 'delayed',
  delivery_exception: 'delayed',
  transit_exception: 'delayed',
  weather_delay: 'weather',
  held: 'held',
  lost: 'lost',
  missorted: 'missorted',
  refused: 'refused',
};

function detailOf(statusDetail: string | null | undefined): { detail?: TrackerDetail } {
  const detail = DETAILS[statusDetail ?? ''];
  return detail === undefined ? {} : { detail };
}

/** A status EasyPost invents later must not stop its updates: it is unknown to us, not an error. */
function statusOf(status: string | null | undefined): TrackerStatus {
  const parsed = TrackerStatus.safeParse(status);
  return parsed.success ? parsed.data : 'unknown';
}

function parseJson(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(rawBody));
  } catch {
    return undefined;
  }
}
