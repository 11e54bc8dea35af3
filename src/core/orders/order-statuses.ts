import { z } from 'zod';

/** What a store platform says of the fulfillments of an order, with what it is called (C3.10, R3.08). Orders keep `partial` for those fulfilled in part. */
export const FULFILLMENT_STATUSES = {
  unfulfilled: 'Unfulfilled',
  partially_fulfilled: 'Partially fulfilled',
  fulfilled: 'Fulfilled',
  in_progress: 'In progress',
  on_hold: 'On hold',
  open: 'Open',
  scheduled: 'Scheduled',
  pending_fulfillment: 'Pending fulfillment',
  restocked: 'Restocked',
  request_declined: 'Request declined',
} as const;

/** What a store platform says of the payment of an order, with what it is called (C3.10, R3.08). */
export const FINANCIAL_STATUSES = {
  authorized: 'Authorized',
  pending: 'Pending',
  paid: 'Paid',
  partially_paid: 'Partially paid',
  partially_refunded: 'Partially refunded',
  refunded: 'Refunded',
  expired: 'Expired',
  voided: 'Voided',
} as const;

/** The last thing known of a parcel on its way to the shopper, with what it is called (C3.10). */
export const FULFILLMENT_EVENTS = {
  attempted_delivery: 'Attempted delivery',
  carrier_picked_up: 'Picked up by carrier',
  confirmed: 'Confirmed',
  delayed: 'Delayed',
  delivered: 'Delivered',
  failure: 'Failure',
  in_transit: 'In transit',
  label_printed: 'Label printed',
  label_purchased: 'Label purchased',
  out_for_delivery: 'Out for delivery',
  picked_up: 'Picked up',
  ready_for_pickup: 'Ready for pickup',
} as const;
export const FulfillmentEvent = z.enum(Object.keys(FULFILLMENT_EVENTS) as (keyof typeof FULFILLMENT_EVENTS)[]);
export type FulfillmentEvent = z.infer<typeof FulfillmentEvent>;

export const isFulfillmentEvent = (code: string): code is FulfillmentEvent => Object.hasOwn(FULFILLMENT_EVENTS, code);

/** A status as a platform or a file writes it ("Partially refunded", "PAID") as a code. */
export const statusCode = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, '_');
