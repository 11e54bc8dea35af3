import type { ReturnShipment } from '#core/claims/shipment-shapes.ts';
import type { Rollup } from '#core/claims/status.ts';
import { DAY_MS } from '#core/dates.ts';

export const STUCK_REASONS = ['failed', 'notMoving', 'notHandedOver'] as const;
export type StuckReason = (typeof STUCK_REASONS)[number];

/** Days without news after which a moving package or an unused label needs a look. */
export const NOT_MOVING_DAYS = 5;
export const NOT_HANDED_OVER_DAYS = 14;

type Watched = Pick<ReturnShipment, 'type' | 'createdOn' | 'canceledOn' | 'trackerStatus' | 'trackerUpdatedOn'>;
/** `since` is its last news; from `from` on, an instant, it is worth a look. */
type Watch = { reason: StuckReason; since: string; from: string };

/** Why a shipment is, or with no more news will be, worth a look; null when it is as it should be. */
function watchOf(shipment: Watched): Watch | null {
  if (shipment.canceledOn !== null) return null;
  const since = shipment.trackerUpdatedOn ?? shipment.createdOn;
  const after = (days: number): string => new Date(Date.parse(since) + days * DAY_MS).toISOString();
  switch (shipment.trackerStatus) {
    case 'failure':
    case 'return_to_sender':
    case 'error':
      return { reason: 'failed', since, from: after(0) };
    case 'in_transit':
    case 'out_for_delivery':
    case 'available_for_pickup':
      return { reason: 'notMoving', since, from: after(NOT_MOVING_DAYS) };
    case 'unknown':
    case 'pre_transit':
      // A packing slip says nothing until the parcel is there.
      return shipment.type === 'Label' ? { reason: 'notHandedOver', since, from: after(NOT_HANDED_OVER_DAYS) } : null;
    case 'delivered':
    case 'cancelled':
      return null;
  }
}

/** Why a shipment is worth a look, and since when; null when it is as it should be. */
export function stuck(shipment: Watched, now: string): { reason: StuckReason; since: string } | null {
  const watch = watchOf(shipment);
  if (!watch || (watch.reason !== 'failed' && Date.parse(watch.from) >= Date.parse(now))) return null;
  return { reason: watch.reason, since: watch.since };
}

/** Where goods may still be under way, also where the shopper owes an answer or has what they get already. */
const UNDER_WAY: ReadonlySet<string> = new Set<Rollup>(['Open', 'Awaiting_Return', 'In_Transit', 'Approved']);

/** From when on a shipment of the claim is worth a look if nothing more is heard of it; null when none will be. */
export function stuckFrom({ shipments }: { shipments: readonly Watched[] }, rollup: string): string | null {
  if (!UNDER_WAY.has(rollup)) return null;
  const instants = shipments.flatMap((shipment) => watchOf(shipment)?.from ?? []);
  return instants.toSorted()[0] ?? null;
}
