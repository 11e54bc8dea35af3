import { newId } from './rates.ts';
import type { Address, Tracker, TrackerStatus, TrackingDetail, TrackingLocation } from './state.ts';

type Step = { message: string; statusDetail: string };

const STEPS: Record<TrackerStatus, Step> = {
  unknown: { message: 'No scan yet', statusDetail: 'unknown' },
  pre_transit: { message: 'Shipping Label Created', statusDetail: 'status_update' },
  in_transit: { message: 'Arrived at regional facility', statusDetail: 'arrived_at_facility' },
  out_for_delivery: { message: 'Out for Delivery', statusDetail: 'out_for_delivery' },
  delivered: { message: 'Delivered, Front Desk/Reception', statusDetail: 'arrived_at_destination' },
  available_for_pickup: { message: 'Available for Pickup', statusDetail: 'available_at_destination' },
  return_to_sender: { message: 'Return to Sender Processed', statusDetail: 'return' },
  failure: { message: 'Undeliverable as Addressed', statusDetail: 'address_correction' },
  cancelled: { message: 'Shipment cancelled', statusDetail: 'status_update' },
  error: { message: 'Carrier reports an error', statusDetail: 'error' },
};

/** A package's route follows from its from and to addresses. */
export type Route = { origin: Address | null; destination: Address | null };

export function newTracker(given: {
  trackingCode: string;
  carrier: string;
  shipmentId: string | null;
  now: string;
}): Tracker {
  const id = newId('trk');
  return {
    id,
    object: 'Tracker',
    mode: 'test',
    tracking_code: given.trackingCode,
    status: 'unknown',
    status_detail: 'unknown',
    created_at: given.now,
    updated_at: given.now,
    signed_by: null,
    weight: null,
    est_delivery_date: null,
    shipment_id: given.shipmentId,
    carrier: given.carrier,
    tracking_details: [],
    fees: [],
    carrier_detail: null,
    public_url: '',
  };
}

/** Moves the parcel on, as the carrier's scan would. */
export function advance(tracker: Tracker, status: TrackerStatus, route: Route, now: string): void {
  if (status === 'pre_transit') {
    tracker.tracking_details.push(
      detailOf(tracker, 'pre_transit', nowhere(), now, `Pre-Shipment Info Sent to ${tracker.carrier}`),
    );
  }
  const hasArrived = status === 'delivered' || status === 'available_for_pickup' || status === 'out_for_delivery';
  const place = hasArrived ? route.destination : route.origin;
  tracker.tracking_details.push(detailOf(tracker, status, locationOf(place), now));
  tracker.status = status;
  tracker.status_detail = STEPS[status].statusDetail;
  tracker.updated_at = now;
  tracker.est_delivery_date = now;
  tracker.signed_by = status === 'delivered' ? 'RECEIVING' : tracker.signed_by;
  tracker.carrier_detail = {
    object: 'CarrierDetail',
    service: 'First-Class Package Service',
    container_type: null,
    est_delivery_date_local: null,
    est_delivery_time_local: null,
    origin_location: oneLine(route.origin),
    origin_tracking_location: locationOf(route.origin),
    destination_location: oneLine(route.destination),
    destination_tracking_location: null,
    guaranteed_delivery_date: null,
    alternate_identifier: null,
    initial_delivery_attempt: null,
  };
}

/** Codes EasyPost's test mode gives a fixed status to. */
export const TEST_CODES: Record<string, TrackerStatus> = {
  EZ1000000001: 'pre_transit',
  EZ2000000002: 'in_transit',
  EZ3000000003: 'out_for_delivery',
  EZ4000000004: 'delivered',
  EZ5000000005: 'return_to_sender',
  EZ6000000006: 'failure',
  EZ7000000007: 'unknown',
};

function detailOf(
  tracker: Tracker,
  status: TrackerStatus,
  location: TrackingLocation,
  now: string,
  message = STEPS[status].message,
): TrackingDetail {
  return {
    object: 'TrackingDetail',
    message,
    description: '',
    status,
    status_detail: STEPS[status].statusDetail,
    datetime: now,
    source: tracker.carrier,
    carrier_code: '',
    tracking_location: location,
  };
}

const nowhere = (): TrackingLocation => ({
  object: 'TrackingLocation',
  city: null,
  state: null,
  country: null,
  zip: null,
});

function locationOf(address: Address | null): TrackingLocation {
  if (!address) return nowhere();
  return {
    object: 'TrackingLocation',
    city: address.city?.toUpperCase() ?? null,
    state: address.state,
    country: null,
    zip: address.zip,
  };
}

const oneLine = (address: Address | null): string =>
  address ? `${(address.city ?? '').toUpperCase()} ${address.state ?? ''}, ${address.zip ?? ''}` : '';
