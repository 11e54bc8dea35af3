import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { PartnerError } from '#partners/ports.ts';
import { PARTNER } from './wire.ts';

const MAX_KEY_LENGTH = 200;
const MAX_REPLAYS = 25;

/** The failure in our words. Errors that are not Stripe's pass through. */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { statusCode: status, message, headers } = error;
  const isTemporary = status === undefined || status >= 500 || status === 429 || status === 409 || status === 408;
  const seconds = Number(headers?.['retry-after']);
  return new PartnerError(
    PARTNER,
    isTemporary ? 'retry' : 'refused',
    status === undefined ? `no answer: ${message}` : message,
    Number.isFinite(seconds) ? seconds * 1000 : undefined,
  );
}

/**
 * Does something under an idempotency key made of our purpose key. Stripe repeats its first answer to a key for a
 * day, failures too, and forgets it later: so after a refusal or a repeated failure `alreadyDone` looks at how things
 * are, and where nothing was done a repeated failure is followed by a try under a new key, made from the failed one's.
 */
export async function once<T>(
  purposeKey: string,
  attempt: (idempotencyKey: string) => Promise<T>,
  alreadyDone: () => Promise<T | null>,
): Promise<T> {
  let key = keyOf(purposeKey);
  for (let replays = 0; ; replays += 1) {
    try {
      return await attempt(key);
    } catch (error) {
      const failure = failureOf(error);
      const next = nextKey(key, error);
      const isRefused = failure instanceof PartnerError && failure.kind === 'refused';
      if (!isRefused && next === null) throw failure;
      const done = await alreadyDone();
      if (done !== null) return done;
      if (next === null || replays >= MAX_REPLAYS) throw failure;
      key = next;
    }
  }
}

/** The key after a failure Stripe only repeated; null when it was no repetition, or the issuer's word. */
function nextKey(key: string, error: unknown): string | null {
  if (!(error instanceof Stripe.errors.StripeError) || error instanceof Stripe.errors.StripeCardError) return null;
  if (error.headers?.['idempotent-replayed'] !== 'true') return null;
  return keyOf(`${key}:after:${error.headers['original-request'] ?? error.requestId ?? ''}`);
}

const keyOf = (text: string): string =>
  text.length <= MAX_KEY_LENGTH ? text : createHash('sha256').update(text).digest('hex');
