import Stripe from 'stripe';
import { z } from 'zod';
import type { PaymentEvent } from '#partners/ports.ts';

const TOLERANCE_SECONDS = 300;

// Signed by Stripe, yet of the API version of the endpoint: only what never changed is read.
const Event = z.object({
  id: z.string(),
  data: z.object({
    object: z.union([
      z.object({ object: z.literal('payment_intent'), id: z.string() }).transform(({ id }) => id),
      z.object({ payment_intent: z.string() }).transform(({ payment_intent }) => payment_intent),
    ]),
  }),
});

/**
 * The payment an event is about; 'other' for events about something else; null when the signature over the raw
 * bytes is wrong or older than five minutes.
 */
export function readWebhook(
  rawBody: Uint8Array,
  signature: string | undefined,
  webhookSecret: string,
): PaymentEvent | 'other' | null {
  if (signature === undefined) return null;
  let event: unknown;
  try {
    event = Stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, TOLERANCE_SECONDS);
  } catch (error) {
    // Read only once the signature is found right; whatever else goes wrong is about the signature.
    return error instanceof SyntaxError ? 'other' : null;
  }
  return paymentEventOf(event);
}

export function paymentEventOf(event: unknown): PaymentEvent | 'other' {
  const parsed = Event.safeParse(event);
  if (!parsed.success) return 'other';
  return { eventId: parsed.data.id, paymentIdFromPlatform: parsed.data.data.object };
}
