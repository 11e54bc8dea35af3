import { PAYMENT_PROVIDERS } from '#core/payments/providers.ts';
import Stripe from 'stripe';
import type { Money } from '#core/money.ts';
import {
  assertStillOurs,
  PartnerError,
  type CallContext,
  type PaymentRequest,
  type CardPayments,
  type PaymentStart,
  type ProviderPayment,
} from '#partners/ports.ts';
import { changedSince } from './changed.ts';
import { failureOf, once } from './once.ts';
import { readWebhook } from './webhook.ts';
import { amountForStripe, moneyFromStripe, PARTNER, paymentOf, readPayment, type WirePayment } from './wire.ts';

const TIMEOUT_MS = 60_000;
const WITH_CHARGE = { expand: ['latest_charge'] };

/** Payments by card through Stripe: always held first and captured later. `apiUrl` has no path. */
export function createStripePayments(options: {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  apiUrl?: string;
  scriptUrl: string;
  fetch?: typeof fetch | undefined;
}): CardPayments {
  const stripe = clientOf(options);
  return {
    id: 'stripe',
    provider: 'stripe',
    canHold: PAYMENT_PROVIDERS.stripe.canHold,
    browser: { scriptUrl: options.scriptUrl, publishableKey: options.publishableKey },
    start: (request, context) => start(stripe, request, context),
    async find(id, context) {
      const wire = await find(stripe, id, context);
      return wire && paymentOf(wire);
    },
    capture: (id, amount, purposeKey, context) => capture(stripe, id, amount, purposeKey, context),
    release: (id, purposeKey, context) => release(stripe, id, purposeKey, context),
    refund: (id, amount, purposeKey, context) => refund(stripe, id, amount, purposeKey, context),
    holdAgain: (id, purposeKey, context) => holdAgain(stripe, id, purposeKey, context),
    changedSince: (sinceIso, cursor, context) =>
      inOurWords(() => changedSince(stripe, (id) => find(stripe, id, context), { sinceIso, cursor }, named(context))),
    readCall: (rawBody, headers) => readWebhook(rawBody, headers['stripe-signature'], options.webhookSecret),
  };
}

function clientOf(options: { secretKey: string; apiUrl?: string; fetch?: typeof fetch | undefined }): Stripe {
  const { protocol, hostname, port } = new URL(options.apiUrl ?? 'https://api.stripe.com');
  return new Stripe(options.secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    httpClient: Stripe.createFetchHttpClient(options.fetch),
    // Trying again is the caller's: it must survive a restart.
    maxNetworkRetries: 0,
    timeout: TIMEOUT_MS,
    telemetry: false,
    appInfo: { name: 'Makegood' },
  });
}

/** What every call is sent with. */
function named(context: CallContext): Stripe.RequestOptions {
  assertStillOurs(PARTNER, context);
  return { headers: { 'x-request-id': context.requestId } };
}

async function inOurWords<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw failureOf(error);
  }
}

async function start(stripe: Stripe, request: PaymentRequest, context: CallContext): Promise<PaymentStart> {
  const { purposeKey, order } = request;
  const metadata = { purposeKey, orderId: order.idFromPlatform, orderNo: order.orderNo };
  const nothing = (): Promise<null> => Promise.resolve(null);
  // Refused before anything is made at Stripe.
  const amount = amountForStripe(request.amount);
  const customer = await once(
    `${purposeKey}:customer`,
    (idempotencyKey) =>
      stripe.customers.create(
        { email: request.customerEmail, metadata: { purposeKey } },
        { ...named(context), idempotencyKey },
      ),
    nothing,
  );
  const intent = await once(
    purposeKey,
    (idempotencyKey) =>
      stripe.paymentIntents.create(
        {
          amount,
          currency: request.amount.currencyCode.toLowerCase(),
          capture_method: 'manual',
          allowed_payment_method_types: ['card'],
          customer: customer.id,
          description: request.description,
          metadata,
          ...(request.keepForLater ? { setup_future_usage: 'off_session' } : {}),
        },
        { ...named(context), idempotencyKey },
      ),
    nothing,
  );
  return { idFromPlatform: intent.id, clientSecret: intent.client_secret, payUrl: null };
}

async function find(stripe: Stripe, id: string, context: CallContext): Promise<WirePayment | null> {
  try {
    return readPayment(await stripe.paymentIntents.retrieve(id, WITH_CHARGE, named(context)));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
    throw failureOf(error);
  }
}

async function known(stripe: Stripe, id: string, context: CallContext): Promise<WirePayment> {
  const wire = await find(stripe, id, context);
  if (!wire) throw new PartnerError(PARTNER, 'refused', `there is no payment ${id}`);
  return wire;
}

/** What a verb answered. Stripe repeats an answer as it was then; what holds now must be asked. */
async function asItIsNow(
  stripe: Stripe,
  intent: Stripe.Response<Stripe.PaymentIntent>,
  context: CallContext,
): Promise<WirePayment> {
  const isReplayed = intent.lastResponse.headers['idempotent-replayed'] === 'true';
  return isReplayed ? known(stripe, intent.id, context) : readPayment(intent);
}

async function capture(stripe: Stripe, id: string, amount: Money, purposeKey: string, context: CallContext) {
  const wire = await known(stripe, id, context);
  mustBeIn(wire, amount);
  if (isCapturedFor(wire, amount, purposeKey)) return paymentOf(wire);
  const captured = await once(
    purposeKey,
    async (idempotencyKey) => {
      const intent = await stripe.paymentIntents.capture(
        id,
        { ...WITH_CHARGE, amount_to_capture: amountForStripe(amount), metadata: { capturedFor: purposeKey } },
        { ...named(context), idempotencyKey },
      );
      return asItIsNow(stripe, intent, context);
    },
    async () => {
      const now = await known(stripe, id, context);
      return isCapturedFor(now, amount, purposeKey) ? now : null;
    },
  );
  return paymentOf(captured);
}

/** A payment is captured once; by hand at Stripe counts too when it was at least this amount. */
const isCapturedFor = (wire: WirePayment, amount: Money, purposeKey: string): boolean =>
  paymentOf(wire).captured >= amount.amount && (wire.metadata['capturedFor'] ?? purposeKey) === purposeKey;

// Captures and refunds name no currency at Stripe: in another one the number would be taken as it stands.
function mustBeIn(wire: WirePayment, { currencyCode }: Money): void {
  if (wire.currency.toUpperCase() !== currencyCode) {
    throw new PartnerError(
      PARTNER,
      'refused',
      `payment ${wire.id} is in ${wire.currency.toUpperCase()}, not ${currencyCode}`,
    );
  }
}

async function release(stripe: Stripe, id: string, purposeKey: string, context: CallContext): Promise<ProviderPayment> {
  const ended = (wire: WirePayment): WirePayment | null => (wire.status === 'canceled' ? wire : null);
  const done = ended(await known(stripe, id, context));
  if (done) return paymentOf(done);
  const released = await once(
    // A payment that turns out to be taken is refunded for the same purpose, and Stripe takes a key for one call only.
    `${purposeKey}:release`,
    async (idempotencyKey) => {
      const intent = await stripe.paymentIntents.cancel(
        id,
        { ...WITH_CHARGE, cancellation_reason: 'abandoned' },
        { ...named(context), idempotencyKey },
      );
      return asItIsNow(stripe, intent, context);
    },
    async () => ended(await known(stripe, id, context)),
  );
  return paymentOf(released);
}

async function refund(stripe: Stripe, id: string, amount: Money, purposeKey: string, context: CallContext) {
  mustBeIn(await known(stripe, id, context), amount);
  // First, not only after a failure: Stripe forgets a key after a day, and the money would go twice.
  const earlier = await refundFor(stripe, id, purposeKey, context);
  const made =
    earlier ??
    (await once(
      purposeKey,
      (idempotencyKey) =>
        stripe.refunds.create(
          {
            payment_intent: id,
            amount: amountForStripe(amount),
            reason: 'requested_by_customer',
            metadata: { purposeKey },
          },
          { ...named(context), idempotencyKey },
        ),
      () => refundFor(stripe, id, purposeKey, context),
    ));
  if (made.status === 'failed' || made.status === 'canceled') {
    throw new PartnerError(PARTNER, 'refused', `refund ${made.id} failed: ${made.failure_reason ?? made.status}`);
  }
  return { refundIdFromPlatform: made.id, amount: moneyFromStripe(made.amount, made.currency) };
}

function refundFor(
  stripe: Stripe,
  id: string,
  purposeKey: string,
  context: CallContext,
): Promise<Stripe.Refund | null> {
  return inOurWords(async () => {
    for await (const made of stripe.refunds.list({ payment_intent: id, limit: 100 }, named(context))) {
      if (made.metadata?.['purposeKey'] === purposeKey) return made;
    }
    return null;
  });
}

async function holdAgain(stripe: Stripe, id: string, purposeKey: string, context: CallContext) {
  const old = await known(stripe, id, context);
  const { reusableMethod, status } = paymentOf(old);
  if (!reusableMethod || !old.customer) {
    throw new PartnerError(PARTNER, 'refused', `payment ${id} kept no card to hold again`);
  }
  const customer = old.customer;
  const earlier = () => heldFor(stripe, customer, purposeKey, context);
  if (status !== 'authorized' && status !== 'expired' && (await earlier()) === null) {
    throw new PartnerError(PARTNER, 'refused', `payment ${id} is not held, nor was its hold lost`);
  }
  const held =
    (await earlier()) ??
    (await once(
      purposeKey,
      async (idempotencyKey) => {
        const intent = await stripe.paymentIntents.create(
          {
            ...WITH_CHARGE,
            amount: old.amount,
            currency: old.currency,
            capture_method: 'manual',
            allowed_payment_method_types: ['card'],
            customer,
            payment_method: reusableMethod,
            setup_future_usage: 'off_session',
            off_session: true,
            confirm: true,
            ...(old.description ? { description: old.description } : {}),
            metadata: { ...old.metadata, purposeKey, replaces: id },
          },
          { ...named(context), idempotencyKey },
        );
        return asItIsNow(stripe, intent, context);
      },
      earlier,
    ));
  const now = paymentOf(held);
  if (now.status === 'failed') throw new PartnerError(PARTNER, 'refused', now.lastError ?? 'the card was declined');
  // Only now: had the card been declined, the old hold would still be there to capture.
  await release(stripe, id, `${purposeKey}:release`, context);
  return now;
}

/** The payment made for a purpose key among a customer's; Stripe would forget the key after a day. */
function heldFor(
  stripe: Stripe,
  customer: string,
  purposeKey: string,
  context: CallContext,
): Promise<WirePayment | null> {
  return inOurWords(async () => {
    const query = { customer, limit: 100, expand: ['data.latest_charge'] };
    for await (const intent of stripe.paymentIntents.list(query, named(context))) {
      if (intent.metadata['purposeKey'] === purposeKey) return readPayment(intent);
    }
    return null;
  });
}
