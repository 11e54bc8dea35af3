import { createHmac, timingSafeEqual } from 'node:crypto';
import { TrackerStatus } from '#core/claims/claim.ts';
import { PartnerError, type TrackerUpdate } from '#partners/ports.ts';
import { WireEvent, WireTracker } from './wire.ts';

const PREFIX = 'hmac-sha256-hex=';

/**
 * The tracker change in a signed webhook; 'other' for events of other kinds; null when the
 * signature over the raw bytes is wrong. Throws PartnerError when a signed tracker cannot be read.
 */
export function readWebhook(
  rawBody: Uint8Array,
  signature: string | undefined,
  webhookSecret: string,
): TrackerUpdate | 'other' | null {
  if (!isSignedBy(rawBody, signature, webhookSecret)) return null;
  const event = WireEvent.safeParse(parseJson(rawBody));
  if (!event.success || event.data.result?.object !== 'Tracker') return 'other';
  const tracker = WireTracker.safeParse(event.data.result);
  if (!tracker.success) {
    throw new PartnerError(
      'EasyPost',
      'refused',
      `tracker event ${event.data.id} cannot be read: ${tracker.error.message}`,
    );
  }
  return trackerUpdateOf(event.data.id, tracker.data);
}

function isSignedBy(rawBody: Uint8Array, signature: string | undefined, webhookSecret: string): boolean {
  // EasyPost normalises the secret; the body must stay bytes, since parsing 15.0 and writing 15 breaks it.
  const expected = createHmac('sha256', webhookSecret.normalize('NFKD')).update(rawBody).digest();
  if (!signature?.startsWith(PREFIX)) return false;
  const given = Buffer.from(signature.slice(PREFIX.length), 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function trackerUpdateOf(eventId: string, tracker: WireTracker): TrackerUpdate {
  return {
    eventId,
    trackingCode: tracker.tracking_code,
    shipmentIdFromProvider: tracker.shipment_id ?? null,
    status: statusOf(tracker.status),
    updatedOn: tracker.updated_at,
    estimatedDeliveryOn: tracker.est_delivery_date ?? null,
    events: tracker.tracking_details.map((detail) => ({
      date: detail.datetime,
      message: detail.message ?? '',
      status: statusOf(detail.status),
      location: [detail.tracking_location?.city, detail.tracking_location?.state, detail.tracking_location?.country]
        .filter(Boolean)
        .join(', '),
    })),
  };
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
