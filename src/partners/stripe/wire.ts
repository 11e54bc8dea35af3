import { z } from 'zod';
import { exponentOf } from '#core/currency.ts';
import type { Money } from '#core/money.ts';
import { PartnerError, type PaymentStatus, type ProviderPayment } from '#partners/ports.ts';

export const PARTNER = 'Stripe';

const Reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();

/** What we read of a PaymentIntent, with its latest charge expanded. */
const WirePayment = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  amount_capturable: z.number().int().default(0),
  currency: z.string(),
  customer: Reference,
  payment_method: Reference,
  setup_future_usage: z.string().nullish(),
  cancellation_reason: z.string().nullish(),
  description: z.string().nullish(),
  last_payment_error: z.object({ message: z.string().nullish() }).nullish(),
  metadata: z.record(z.string(), z.string()).default({}),
  latest_charge: z
    .union([
      z.string().transform(() => null),
      z.object({
        amount: z.number().int(),
        amount_captured: z.number().int(),
        amount_refunded: z.number().int(),
        disputed: z.boolean(),
        payment_method_details: z
          .object({ card: z.object({ capture_before: z.number().nullish() }).nullish() })
          .nullish(),
      }),
    ])
    .nullish(),
});
export type WirePayment = z.infer<typeof WirePayment>;

/** A PaymentIntent as Stripe answered it. Throws a PartnerError to try again when it cannot be read. */
export function readPayment(intent: unknown): WirePayment {
  const parsed = WirePayment.safeParse(intent);
  // The work may have been done: trying again finds it, giving up would lose it.
  if (!parsed.success) throw new PartnerError(PARTNER, 'retry', `unexpected answer: ${parsed.error.message}`);
  return parsed.data;
}

export function paymentOf(wire: WirePayment): ProviderPayment {
  const { amount, currencyCode } = moneyFromStripe(wire.amount, wire.currency);
  const inOurs = (stripeAmount: number): number => moneyFromStripe(stripeAmount, wire.currency).amount;
  const status = statusOf(wire);
  const charge = wire.latest_charge;
  const captureBefore = charge?.payment_method_details?.card?.capture_before;
  const captured = status === 'captured' ? (charge?.amount_captured ?? 0) : 0;
  // Stripe books uncaptured holds as refunded; that isn't a refund.
  const refunded = charge && captured > 0 ? charge.amount_refunded - (charge.amount - captured) : 0;
  return {
    idFromPlatform: wire.id,
    status,
    amount: { amount, currencyCode },
    capturable: inOurs(wire.amount_capturable),
    captured: inOurs(captured),
    refunded: inOurs(refunded),
    captureBefore: status === 'authorized' && captureBefore ? new Date(captureBefore * 1000).toISOString() : null,
    reusableMethod:
      wire.setup_future_usage === 'off_session' && wire.customer && wire.payment_method ? wire.payment_method : null,
    lastError: wire.last_payment_error?.message ?? null,
    ...(charge?.disputed === true ? { isDisputed: true } : {}),
    ...(wire.metadata['replaces'] === undefined ? {} : { replaces: wire.metadata['replaces'] }),
  };
}

function statusOf({ status, cancellation_reason, metadata, last_payment_error }: WirePayment): PaymentStatus {
  switch (status) {
    case 'requires_capture':
      return 'authorized';
    case 'succeeded':
      return 'captured';
    case 'processing':
      return 'processing';
    case 'canceled':
      // The networks' own failures; the others are someone's decision.
      return cancellation_reason === 'automatic' || cancellation_reason === 'expired' ? 'expired' : 'released';
    case 'requires_payment_method':
      // A declined shopper may try another card; a hold made again without the shopper is over.
      return last_payment_error && metadata['replaces'] !== undefined ? 'failed' : 'requiresPayment';
    case 'requires_confirmation':
    case 'requires_action':
      return 'requiresPayment';
    default:
      throw new PartnerError(PARTNER, 'retry', `unknown status ${status}`);
  }
}

// Stripe's list differs from ISO 4217: MGA has decimals there and none here; ISK and UGX the other way round.
const ZERO_DECIMAL = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const THREE_DECIMAL = new Set('BHD JOD KWD OMR TND'.split(' '));

const stripeExponentOf = (currencyCode: string): number =>
  ZERO_DECIMAL.has(currencyCode) ? 0 : THREE_DECIMAL.has(currencyCode) ? 3 : 2;

/** The whole number Stripe wants. Throws a refusal for an amount that Stripe has no way to say; nothing is rounded. */
export function amountForStripe({ amount, currencyCode }: Money): number {
  const wanted = scale(amount, exponentOf(currencyCode), stripeExponentOf(currencyCode));
  if (wanted === null) {
    throw new PartnerError(PARTNER, 'refused', `Stripe takes no fractions of ${currencyCode}`);
  }
  if (THREE_DECIMAL.has(currencyCode) && wanted % 10 !== 0) {
    throw new PartnerError(PARTNER, 'refused', `Stripe takes amounts in ${currencyCode} with two decimals only`);
  }
  return wanted;
}

export function moneyFromStripe(stripeAmount: number, currency: string): Money {
  const currencyCode = currency.toUpperCase();
  const amount = scale(stripeAmount, stripeExponentOf(currencyCode), exponentOf(currencyCode));
  if (amount === null) {
    throw new PartnerError(PARTNER, 'retry', `Stripe named ${stripeAmount} ${currency}, which is no whole amount`);
  }
  return { amount, currencyCode };
}

/** Null when digits would be lost. */
function scale(amount: number, from: number, to: number): number | null {
  const scaled = to >= from ? amount * 10 ** (to - from) : amount / 10 ** (from - to);
  return Number.isSafeInteger(scaled) ? scaled : null;
}
