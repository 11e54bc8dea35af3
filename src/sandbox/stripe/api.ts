import { namedCard, readCard } from './cards.ts';
import { type ApiError, invalid, missing, refused, unauthorized, unknownUrl } from './errors.ts';
import { choice, flag, integer, list, metadata, needed, nested, onlyKnown, text, type Fields } from './form.ts';
import { pageOf } from './pages.ts';
import { authenticate, cancelIntent, captureIntent, confirmIntent } from './payments.ts';
import { amountText, isThreeDecimal, isWholeOnly, makeRefund } from './refunds.ts';
import { newId, type PaymentIntent, type PaymentMethod } from './state.ts';
import {
  chargeOnWire,
  customerOnWire,
  eventOnWire,
  intentOnWire,
  paymentMethodOnWire,
  publicIntent,
  refundOnWire,
  type Expand,
} from './wire.ts';
import type { Cause, World } from './world.ts';

/** `isPublic`: asked with the publishable key, from a browser. */
export type Call = { path: string; id: string; fields: Fields; isPublic: boolean; cause: Cause };
type Route = { method: string; path: RegExp; isForBrowsers?: true; answer: (world: World, call: Call) => unknown };

const ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/v1\/customers$/, answer: createCustomer },
  { method: 'GET', path: /^\/v1\/customers\/([^/]+)$/, answer: getCustomer },
  { method: 'POST', path: /^\/v1\/payment_methods$/, isForBrowsers: true, answer: createPaymentMethod },
  { method: 'GET', path: /^\/v1\/payment_methods\/([^/]+)$/, answer: getPaymentMethod },
  { method: 'POST', path: /^\/v1\/payment_intents$/, answer: createIntent },
  { method: 'GET', path: /^\/v1\/payment_intents$/, answer: listIntents },
  { method: 'GET', path: /^\/v1\/payment_intents\/([^/]+)$/, isForBrowsers: true, answer: getIntent },
  { method: 'POST', path: /^\/v1\/payment_intents\/([^/]+)\/confirm$/, isForBrowsers: true, answer: confirm },
  { method: 'POST', path: /^\/v1\/payment_intents\/([^/]+)\/authenticate$/, isForBrowsers: true, answer: prove },
  { method: 'POST', path: /^\/v1\/payment_intents\/([^/]+)\/capture$/, answer: capture },
  { method: 'POST', path: /^\/v1\/payment_intents\/([^/]+)\/cancel$/, answer: cancel },
  { method: 'GET', path: /^\/v1\/charges\/([^/]+)$/, answer: getCharge },
  { method: 'POST', path: /^\/v1\/refunds$/, answer: createRefund },
  { method: 'GET', path: /^\/v1\/refunds$/, answer: listRefunds },
  { method: 'GET', path: /^\/v1\/refunds\/([^/]+)$/, answer: getRefund },
  { method: 'GET', path: /^\/v1\/events$/, answer: listEvents },
  { method: 'GET', path: /^\/v1\/events\/([^/]+)$/, answer: getEvent },
];

/** The object Stripe answers with; throws ApiError for what it refuses. */
export function answerCall(world: World, method: string, call: Omit<Call, 'id'>): unknown {
  for (const route of ROUTES) {
    const match = route.method === method ? route.path.exec(call.path) : null;
    if (!match) continue;
    if (call.isPublic && route.isForBrowsers !== true) {
      throw unauthorized(
        'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      );
    }
    return route.answer(world, { ...call, id: decodeURIComponent(match[1] ?? '') });
  }
  throw unknownUrl(method, call.path);
}

const PAGE = ['limit', 'starting_after', 'ending_before', 'created', 'expand'];

function find<T extends { id: string }>(items: readonly T[], what: string, id: string, param?: string): T {
  const found = items.find((item) => item.id === id);
  if (!found) throw missing(what, id, param);
  return found;
}

const expandOf = (fields: Fields): Expand => new Set(list(fields, 'expand').map((path) => path.replace(/^data\./, '')));

function listOnWire<T>(
  { path }: Call,
  { items, hasMore }: { items: T[]; hasMore: boolean },
  show: (item: T) => unknown,
) {
  return { object: 'list', url: path, has_more: hasMore, data: items.map(show) };
}

function createCustomer({ state, now }: World, { fields }: Call) {
  onlyKnown(fields, ['email', 'name', 'description', 'metadata', 'expand']);
  const customer = {
    id: newId('cus'),
    created: now(),
    email: text(fields, 'email'),
    name: text(fields, 'name'),
    description: text(fields, 'description'),
    metadata: metadata(fields),
  };
  state.customers.push(customer);
  return customerOnWire(customer);
}

function getCustomer({ state }: World, { id }: Call) {
  return customerOnWire(find(state.customers, 'customer', id));
}

function createPaymentMethod(world: World, { fields }: Call) {
  onlyKnown(fields, ['type', 'card', 'billing_details', 'metadata', 'expand', 'key']);
  return paymentMethodOnWire(addMethod(world, fields));
}

function addMethod({ state, now }: World, fields: Fields): PaymentMethod {
  if (needed(fields, 'type') !== 'card') throw invalid('This sandbox takes cards only.', 'type');
  return keepMethod(
    { state, now },
    readCard(nested(fields, 'card'), new Date(now() * 1000)),
    nested(fields, 'billing_details'),
  );
}

function keepMethod(
  { state, now }: Pick<World, 'state' | 'now'>,
  card: Pick<PaymentMethod, 'card' | 'behavior'>,
  billing: Fields,
): PaymentMethod {
  const method: PaymentMethod = {
    id: newId('pm'),
    created: now(),
    customer: null,
    isKept: false,
    ...card,
    billing: {
      name: text(billing, 'name'),
      email: text(billing, 'email'),
      postal_code: text(nested(billing, 'address'), 'postal_code'),
    },
  };
  state.paymentMethods.push(method);
  return method;
}

function getPaymentMethod({ state }: World, { id }: Call) {
  return paymentMethodOnWire(find(state.paymentMethods, 'PaymentMethod', id, 'payment_method'));
}

const CREATE = [
  'allowed_payment_method_types',
  'amount',
  'currency',
  'capture_method',
  'confirm',
  'customer',
  'description',
  'metadata',
  'off_session',
  'payment_method',
  'payment_method_data',
  'receipt_email',
  'return_url',
  'setup_future_usage',
  'expand',
];

function createIntent(world: World, call: Call) {
  const { fields, cause } = call;
  if (fields['payment_method_types'] !== undefined) {
    throw invalid(
      'The payment_method_types parameter is no longer supported. Use allowed_payment_method_types instead.',
      'payment_method_types',
      'payment_method_types_no_longer_supported',
    );
  }
  onlyKnown(fields, CREATE);
  const { amount, currency } = readAmount(fields);
  const customer = text(fields, 'customer');
  if (customer !== null) find(world.state.customers, 'customer', customer, 'customer');
  const types = list(fields, 'allowed_payment_method_types');
  if (types.length > 0 && !types.includes('card'))
    throw invalid('This sandbox takes cards only.', 'allowed_payment_method_types');
  const isConfirmed = flag(fields, 'confirm');
  const isOffSession = flag(fields, 'off_session');
  if (isOffSession && !isConfirmed)
    throw invalid('You can only set `off_session` when `confirm` is true.', 'off_session');
  const id = newId('pi');
  const intent: PaymentIntent = {
    id,
    client_secret: newId(`${id}_secret`),
    created: world.now(),
    amount,
    amount_capturable: 0,
    amount_received: 0,
    currency,
    capture_method: choice(fields, 'capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic_async',
    customer,
    description: text(fields, 'description'),
    metadata: metadata(fields),
    payment_method: null,
    receipt_email: text(fields, 'receipt_email'),
    setup_future_usage: choice(fields, 'setup_future_usage', ['off_session', 'on_session']),
    status: 'requires_payment_method',
    canceled_at: null,
    cancellation_reason: null,
    last_payment_error: null,
    latest_charge: null,
  };
  const method = methodOf(world, fields, intent);
  world.state.intents.push(intent);
  world.emit('payment_intent.created', intentOnWire(world.state, intent), cause);
  if (isConfirmed) confirmIntent(world, intent, method ?? neededMethod(intent), { isOffSession, cause });
  else if (method) Object.assign(intent, { payment_method: method.id, status: 'requires_confirmation' });
  return intentOnWire(world.state, intent, expandOf(fields));
}

const MINIMUM: Readonly<Record<string, number>> = { usd: 50, eur: 50, gbp: 30, cad: 50, aud: 50, jpy: 50, chf: 50 };

function readAmount(fields: Fields): { amount: number; currency: string } {
  const amount = integer(fields, 'amount');
  if (amount === null) throw invalid('Missing required param: amount.', 'amount', 'parameter_missing');
  const currency = needed(fields, 'currency').toLowerCase();
  if (!/^[a-z]{3}$/.test(currency)) throw invalid(`Invalid currency: ${currency}.`, 'currency');
  if (amount < 1) throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  const minimum = MINIMUM[currency] ?? 1;
  if (amount < minimum)
    throw invalid(`Amount must be at least ${amountText(minimum, currency)} ${currency}`, 'amount', 'amount_too_small');
  if (amount > 99_999_999)
    throw invalid(`Amount must be no more than ${amountText(99_999_999, currency)}`, 'amount', 'amount_too_large');
  if (isThreeDecimal(currency) && amount % 10 !== 0)
    throw invalid('Invalid amount. The last digit of an amount in a three-decimal currency must be 0.', 'amount');
  if (isWholeOnly(currency) && amount % 100 !== 0)
    throw invalid(`Invalid amount. An amount in ${currency} must be evenly divisible by 100.`, 'amount');
  return { amount, currency };
}

/** The card a request names: one kept, one of Stripe's test methods, or one written out. */
function methodOf(world: World, fields: Fields, intent: PaymentIntent): PaymentMethod | null {
  const id = text(fields, 'payment_method');
  if (id === null)
    return fields['payment_method_data'] ? addMethod(world, nested(fields, 'payment_method_data')) : null;
  const named = namedCard(id);
  if (named) return keepMethod(world, named, nested(fields, 'billing_details'));
  const method = find(world.state.paymentMethods, 'PaymentMethod', id, 'payment_method');
  if (method.customer !== null && method.customer !== intent.customer) {
    throw refused(
      'The provided PaymentMethod cannot be attached. To reuse a PaymentMethod, you must attach it to a Customer first, and pass that Customer with it.',
    );
  }
  return method;
}

const neededMethod = (intent: PaymentIntent): never => {
  throw refused(
    'You cannot confirm this PaymentIntent because it’s missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.',
    'payment_intent_unexpected_state',
    intent,
  );
};

function listIntents({ state }: World, call: Call) {
  onlyKnown(call.fields, [...PAGE, 'customer']);
  const customer = text(call.fields, 'customer');
  const items = state.intents.filter((intent) => customer === null || intent.customer === customer);
  return listOnWire(call, pageOf(items, call.fields, 'payment_intent'), (intent) =>
    intentOnWire(state, intent, expandOf(call.fields)),
  );
}

/** The intent a call names. A browser must also know its secret. */
function intentOf({ state }: World, { id, fields, isPublic }: Call): PaymentIntent {
  const intent = find(state.intents, 'payment_intent', id, 'intent');
  if (isPublic && text(fields, 'client_secret') !== intent.client_secret) {
    throw invalid(
      'The client_secret provided does not match any associated PaymentIntent on this account. Ensure the publishable key used belongs to the same account that created the PaymentIntent.',
      'client_secret',
      'payment_intent_invalid_parameter',
    );
  }
  return intent;
}

const show = ({ state }: World, { fields, isPublic }: Call, intent: PaymentIntent) =>
  isPublic ? publicIntent(state, intent) : intentOnWire(state, intent, expandOf(fields));

function getIntent(world: World, call: Call) {
  return show(world, call, intentOf(world, call));
}

const CONFIRM = [
  'client_secret',
  'expand',
  'key',
  'off_session',
  'payment_method',
  'payment_method_data',
  'return_url',
  'use_stripe_sdk',
];

function confirm(world: World, call: Call) {
  onlyKnown(call.fields, CONFIRM);
  const intent = intentOf(world, call);
  const kept = world.state.paymentMethods.find(({ id }) => id === intent.payment_method);
  const method = methodOf(world, call.fields, intent) ?? kept ?? neededMethod(intent);
  confirmIntent(world, intent, method, { isOffSession: flag(call.fields, 'off_session'), cause: call.cause });
  return show(world, call, intent);
}

/** Not of Stripe: what its own pages would tell it when the shopper has answered to their bank. */
function prove(world: World, call: Call) {
  onlyKnown(call.fields, ['client_secret', 'key', 'outcome']);
  const intent = intentOf(world, call);
  authenticate(world, intent, choice(call.fields, 'outcome', ['complete', 'fail']) === 'complete');
  return show(world, call, intent);
}

function capture(world: World, call: Call) {
  onlyKnown(call.fields, ['amount_to_capture', 'metadata', 'expand']);
  const intent = intentOf(world, call);
  captureIntent(world, intent, integer(call.fields, 'amount_to_capture'), call.cause);
  Object.assign(intent.metadata, metadata(call.fields));
  return show(world, call, intent);
}

function cancel(world: World, call: Call) {
  onlyKnown(call.fields, ['cancellation_reason', 'expand']);
  const intent = intentOf(world, call);
  const reasons = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const;
  cancelIntent(world, intent, choice(call.fields, 'cancellation_reason', reasons), call.cause);
  return show(world, call, intent);
}

function getCharge({ state }: World, { id }: Call) {
  return chargeOnWire(state, find(state.charges, 'charge', id));
}

function createRefund(world: World, { fields, cause }: Call) {
  onlyKnown(fields, ['payment_intent', 'charge', 'amount', 'metadata', 'reason', 'expand']);
  const charge = text(fields, 'charge');
  const intentId =
    charge === null
      ? needed(fields, 'payment_intent')
      : find(world.state.charges, 'charge', charge, 'charge').payment_intent;
  const intent = find(world.state.intents, 'payment_intent', intentId, 'payment_intent');
  const refund = makeRefund(
    world,
    intent,
    {
      amount: integer(fields, 'amount'),
      metadata: metadata(fields),
      reason: choice(fields, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']),
    },
    cause,
  );
  return refundOnWire(refund);
}

function listRefunds({ state }: World, call: Call) {
  onlyKnown(call.fields, [...PAGE, 'payment_intent', 'charge']);
  const [intent, charge] = [text(call.fields, 'payment_intent'), text(call.fields, 'charge')];
  const items = state.refunds.filter(
    (refund) =>
      (intent ?? refund.payment_intent) === refund.payment_intent && (charge ?? refund.charge) === refund.charge,
  );
  return listOnWire(call, pageOf(items, call.fields, 'refund'), refundOnWire);
}

function getRefund({ state }: World, { id }: Call) {
  return refundOnWire(find(state.refunds, 'refund', id));
}

function listEvents({ state }: World, call: Call) {
  onlyKnown(call.fields, [...PAGE, 'type', 'types', 'delivery_success']);
  const type = text(call.fields, 'type');
  const types = type === null ? list(call.fields, 'types') : [type];
  if (types.length > 20) throw invalid('You can list up to 20 types of events.', 'types');
  const items = state.events.filter(
    (event) => types.length === 0 || types.some((wanted) => isOfType(event.type, wanted)),
  );
  return listOnWire(call, pageOf(items, call.fields, 'event'), eventOnWire);
}

/** `payment_intent.*` matches all of them, only at the end. */
const isOfType = (type: string, wanted: string): boolean =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

function getEvent({ state }: World, { id }: Call) {
  return eventOnWire(find(state.events, 'event', id));
}

/** The body of a refusal, with the intent it is about in the shape its reader may see. */
export function errorOnWire(world: World, error: ApiError, requestId: string, isPublic: boolean) {
  const { intent, fields } = error;
  return {
    error: {
      ...fields,
      ...(fields.code === undefined
        ? {}
        : { doc_url: `https://stripe.com/docs/error-codes/${fields.code.replaceAll('_', '-')}` }),
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
      ...(intent === undefined
        ? {}
        : { payment_intent: isPublic ? publicIntent(world.state, intent) : intentOnWire(world.state, intent) }),
    },
  };
}
