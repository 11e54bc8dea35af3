import Stripe from 'stripe';
import { z } from 'zod';
import type { PartnerCall } from '#partners/ports.ts';

const TOLERANCE_SECONDS = 300;

// Signed by Stripe, yet of the API version of the endpoint: only what never changed is read.
const Event = z.object({
  id: z.string(),
  type: z.string().default('payment'),
  data: z.object({
    object: z.union([
      z.object({ object: z.literal('payment_intent'), id: z.string() }).transform(({ id }) => id),
      z.object({ payment_intent: z.string() }).transform(({ payment_intent }) => payment_intent),
    ]),
  }),
});

/** The call of a signed event, of a payment where it names one; null when the signature over the raw bytes is wrong or more than five minutes off. */
export function readWebhook(
  rawBody: Uint8Array,
  signature: string | undefined,
  webhookSecret: string,
): PartnerCall | null {
  if (signature === undefined) return null;
  try {
    const event = Stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, TOLERANCE_SECONDS);
    return isFromLater(signature) ? null : callOf(event, signature);
  } catch (error) {
    // Read only once the signature is found right; whatever else goes wrong is about the signature.
    return error instanceof SyntaxError && !isFromLater(signature) ? callOf(undefined, signature) : null;
  }
}

/** The library refuses what is too old alone; a time to come would keep a signature good for as long. */
const isFromLater = (signature: string): boolean =>
  Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? Number.NaN) > Date.now() / 1000 + TOLERANCE_SECONDS;

function callOf(event: unknown, signature: string): PartnerCall {
  const { data } = Event.safeParse(event);
  if (!data) return { id: signature, topic: 'unknown', subject: null, proof: null };
  return { id: data.id, topic: data.type, subject: { kind: 'payment', idFromPlatform: data.data.object }, proof: null };
}

/** The payment an event is about; null for events about something else. */
export const paymentIdOf = (event: unknown): string | null => Event.safeParse(event).data?.data.object ?? null;
