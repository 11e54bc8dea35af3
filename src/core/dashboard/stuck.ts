import type { ReturnShipment } from '#core/claims/claim.ts';
import { DAY_MS, isBefore } from '#core/dates.ts';

export const STUCK_REASONS = ['failed', 'notMoving', 'notHandedOver'] as const;
export type StuckReason = (typeof STUCK_REASONS)[number];

/** Days without news after which a parcel under way, or a label nobody used, is worth a look. */
export const NOT_MOVING_DAYS = 5;
export const NOT_HANDED_OVER_DAYS = 14;

/** Why a shipment is worth a look, and since when; null when it is as it should be. */
export function stuck(
  shipment: Pick<ReturnShipment, 'type' | 'createdOn' | 'canceledOn' | 'trackerStatus' | 'trackerUpdatedOn'>,
  now: string,
): { reason: StuckReason; since: string } | null {
  if (shipment.canceledOn !== null) return null;
  const since = shipment.trackerUpdatedOn ?? shipment.createdOn;
  const isOlderThan = (days: number): boolean =>
    isBefore(since, new Date(Date.parse(now) - days * DAY_MS).toISOString());
  switch (shipment.trackerStatus) {
    case 'failure':
    case 'return_to_sender':
    case 'error':
      return { reason: 'failed', since };
    case 'in_transit':
    case 'out_for_delivery':
    case 'available_for_pickup':
      return isOlderThan(NOT_MOVING_DAYS) ? { reason: 'notMoving', since } : null;
    case 'unknown':
    case 'pre_transit':
      // A packing slip says nothing until the parcel is there.
      return shipment.type === 'Label' && isOlderThan(NOT_HANDED_OVER_DAYS) ? { reason: 'notHandedOver', since } : null;
    case 'delivered':
    case 'cancelled':
      return null;
  }
}
