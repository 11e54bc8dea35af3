import { dayAfter, dayIn } from '#core/analytics/period.ts';
import { addDays, endOfDayIn, latestInstant } from '#core/dates.ts';
import { isStillToBeSent, wasSent } from '#core/orders/parcels.ts';
import type { Order } from '#core/orders/order.ts';

/** Days after the goods arrived, by law. */
export const WITHDRAWAL_DAYS = 14;

/** The last day of a period as people read it, and the instant at which it ends in the store's time zone. */
export type LastDay = { day: string; instant: string };

type Around = { defaultDeliveryDays: number; timeZone: string };

/**
 * Until when the buyer of an order can withdraw from it; null while some of it is still to be sent. The days count from
 * the one after the last parcel arrived.
 */
export function withdrawalEnd(order: Order, { defaultDeliveryDays, timeZone }: Around): LastDay | null {
  const parcels = order.fulfillments.filter(wasSent);
  if (!isAllSent(order, parcels)) return null;
  const arrivals = parcels.map(({ createdOn, deliveredOn }) => deliveredOn ?? addDays(createdOn, defaultDeliveryDays));
  const arrivedOn = latestInstant(arrivals);
  return arrivedOn === null ? null : lastDayAfter(arrivedOn, timeZone);
}

/** By European rules a period that ends on a Saturday or Sunday ends with the working day after it. */
function lastDayAfter(arrivedOn: string, timeZone: string): LastDay {
  const last = dayAfter(dayIn(new Date(arrivedOn), timeZone), WITHDRAWAL_DAYS);
  const day = dayAfter(last, DAYS_TO_MONDAY[new Date(`${last}T00:00:00Z`).getUTCDay()] ?? 0);
  return { day, instant: endOfDayIn(day, timeZone) };
}

/** From each day of the week, which begins on Sunday. */
const DAYS_TO_MONDAY = [1, 0, 0, 0, 0, 0, 2];

/** The last day to refund a withdrawal, counted from its receipt. */
export function refundEnd(statedOn: string, timeZone: string): LastDay {
  const day = dayAfter(dayIn(new Date(statedOn), timeZone), WITHDRAWAL_DAYS);
  return { day, instant: endOfDayIn(day, timeZone) };
}

/** Units that were removed from the order, or returned, are not waited for. */
function isAllSent({ lines, fulfillmentStatus }: Order, parcels: Order['fulfillments']): boolean {
  if (isStillToBeSent({ fulfillmentStatus })) return false;
  const sent = Map.groupBy(
    parcels.flatMap((parcel) => parcel.lines),
    ({ lineIdFromPlatform }) => lineIdFromPlatform,
  );
  return lines.every(
    ({ idFromPlatform, currentQuantity, requiresShipping }) =>
      !requiresShipping ||
      (sent.get(idFromPlatform) ?? []).reduce((all, { quantity }) => all + quantity, 0) >= currentQuantity,
  );
}
