import { z } from 'zod';

/** The fulfillments of an order (C3.10). */
export type FulfillmentStatus = 'unfulfilled' | 'fulfilled' | 'partial' | 'restocked';

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
