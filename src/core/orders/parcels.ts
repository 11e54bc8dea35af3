import { carrierOf, trackingLink } from '#core/claims/carriers.ts';
import type { Fulfillment, Order, Tracker } from '#core/orders/order.ts';

const NEVER_SENT = new Set(['cancelled', 'canceled', 'error', 'failure']);

/** Whether a fulfillment left the store, or will. */
export const wasSent = ({ status }: Pick<Fulfillment, 'status'>): boolean => !NEVER_SENT.has(status.toLowerCase());

const STILL_TO_BE_SENT = new Set([
  'unfulfilled',
  'partial',
  'partially_fulfilled',
  'in_progress',
  'on_hold',
  'open',
  'scheduled',
  'pending_fulfillment',
  'request_declined',
]);

/** Whether the platform says that some of an order, or all of it, is still to be sent; `on_hold` and the like are about the rest. */
export const isStillToBeSent = ({ fulfillmentStatus }: Pick<Order, 'fulfillmentStatus'>): boolean =>
  STILL_TO_BE_SENT.has(fulfillmentStatus.toLowerCase());

/** Where a package can be followed; a search of the web where the platform says nothing. */
export const trackersOf = ({ trackers, trackingCodes }: Fulfillment): Tracker[] =>
  (trackers ?? trackingCodes.map((code) => ({ code, carrier: '', url: '' }))).map(({ code, carrier, url }) => ({
    code,
    carrier: carrier === '' ? '' : carrierOf(carrier).name,
    url: trackingLink({ carrier, trackingCode: code, trackingUrl: url }),
  }));

type Units = { lineIdFromPlatform: string; quantity: number };

/** The packages of an order on their way to the shopper or with them, the oldest first. */
export const parcelsOf = ({ fulfillments, lines }: Order): Fulfillment[] => {
  const digital = new Set(lines.filter((line) => !line.requiresShipping).map((line) => line.idFromPlatform));
  return fulfillments.filter(
    (sent) =>
      wasSent(sent) && (sent.lines.length === 0 || sent.lines.some(({ lineIdFromPlatform: id }) => !digital.has(id))),
  );
};

/** What the store still has to send. */
export function unsentUnits({ canceledOn, fulfillments, lines }: Order): Units[] {
  if (canceledOn !== null) return [];
  const sent = fulfillments.filter(wasSent).flatMap((one) => one.lines);
  return lines
    .filter((line) => line.requiresShipping && !line.isProtection)
    .map((line) => ({
      lineIdFromPlatform: line.idFromPlatform,
      quantity: sent
        .filter((one) => one.lineIdFromPlatform === line.idFromPlatform)
        .reduce((left, one) => left - one.quantity, line.currentQuantity),
    }))
    .filter(({ quantity }) => quantity > 0);
}
