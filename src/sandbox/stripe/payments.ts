import { INSUFFICIENT_FUNDS } from './cards.ts';
import { ApiError, refused } from './errors.ts';
import {
  newId,
  type CardBehavior,
  type Charge,
  type IntentStatus,
  type PaymentIntent,
  type PaymentMethod,
} from './state.ts';
import { chargeOnWire, intentOnWire } from './wire.ts';
import { NOBODY, type Cause, type World } from './world.ts';

type Decline = CardBehavior & { kind: 'declines' };
const AUTHENTICATION_NEEDED: Decline = {
  kind: 'declines',
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

const announce = (world: World, type: string, intent: PaymentIntent, cause: Cause): void =>
  world.emit(`payment_intent.${type}`, intentOnWire(world.state, intent), cause);
const announceCharge = (world: World, type: string, charge: Charge, cause: Cause): void =>
  world.emit(`charge.${type}`, chargeOnWire(world.state, charge), cause);

/** Charges the card, or asks the shopper to prove who they are. Throws Stripe's refusal when the issuer declines. */
export function confirmIntent(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  options: { isOffSession: boolean; cause: Cause },
): void {
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_confirmation') {
    throw refused(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      'payment_intent_unexpected_state',
      intent,
    );
  }
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  const { behavior } = method;
  const mustAuthenticate =
    behavior.kind === 'authenticatesAlways' || (behavior.kind === 'authenticatesUnlessKept' && !method.isKept);
  if (mustAuthenticate && options.isOffSession) decline(world, intent, method, AUTHENTICATION_NEEDED, options.cause);
  if (mustAuthenticate) {
    intent.status = 'requires_action';
    announce(world, 'requires_action', intent, options.cause);
    return;
  }
  charge(world, intent, method, false, options.cause);
}

/** What the shopper answered to their bank. */
export function authenticate(world: World, intent: PaymentIntent, isProved: boolean): void {
  const method = world.state.paymentMethods.find(({ id }) => id === intent.payment_method);
  if (intent.status !== 'requires_action' || !method) throw refused('There is nothing to authenticate.');
  if (isProved) {
    charge(world, intent, method, true, NOBODY);
    return;
  }
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_payment_error = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: method.id,
  };
  announce(world, 'payment_failed', intent, NOBODY);
}

function charge(world: World, intent: PaymentIntent, method: PaymentMethod, isAuthenticated: boolean, cause: Cause) {
  const isDeclinedBySwitch = world.faults.take('CHARGE') !== null;
  const behavior = isDeclinedBySwitch ? INSUFFICIENT_FUNDS : method.behavior;
  if (behavior.kind === 'declines') decline(world, intent, method, behavior, cause);
  const isHeld = intent.capture_method === 'manual';
  const made = newCharge(world, intent, method, isAuthenticated);
  if (isHeld) made.capture_before = world.now() + holdSecondsOf(world, method);
  else Object.assign(made, { captured: true, amount_captured: intent.amount });
  world.state.charges.push(made);
  if (intent.setup_future_usage === 'off_session' && intent.customer !== null) {
    method.customer = intent.customer;
    method.isKept = true;
  }
  Object.assign(intent, {
    latest_charge: made.id,
    status: isHeld ? 'requires_capture' : 'succeeded',
    amount_capturable: isHeld ? intent.amount : 0,
    amount_received: isHeld ? 0 : intent.amount,
  });
  announceCharge(world, 'succeeded', made, cause);
  announce(world, isHeld ? 'amount_capturable_updated' : 'succeeded', intent, cause);
}

const holdSecondsOf = ({ state }: World, { card }: PaymentMethod): number =>
  state.holdSeconds[card.brand] ?? state.holdSeconds['default'] ?? 0;

function decline(world: World, intent: PaymentIntent, method: PaymentMethod, behavior: Decline, cause: Cause): never {
  const failed = newCharge(world, intent, method, false);
  Object.assign(failed, {
    status: 'failed',
    failure_code: behavior.code,
    failure_message: behavior.message,
    decline_code: behavior.declineCode,
  });
  world.state.charges.push(failed);
  const fields = {
    type: 'card_error' as const,
    code: behavior.code,
    message: behavior.message,
    charge: failed.id,
    ...(behavior.declineCode === null ? {} : { decline_code: behavior.declineCode }),
  };
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: failed.id,
    last_payment_error: { ...fields, payment_method: method.id },
  });
  announceCharge(world, 'failed', failed, cause);
  announce(world, 'payment_failed', intent, cause);
  throw new ApiError(402, fields, { intent });
}

const newCharge = (world: World, intent: PaymentIntent, method: PaymentMethod, isAuthenticated: boolean): Charge => ({
  id: newId('ch'),
  created: world.now(),
  amount: intent.amount,
  amount_captured: 0,
  amount_refunded: 0,
  captured: false,
  currency: intent.currency,
  customer: intent.customer,
  description: intent.description,
  metadata: { ...intent.metadata },
  payment_intent: intent.id,
  payment_method: method.id,
  status: 'succeeded',
  failure_code: null,
  failure_message: null,
  decline_code: null,
  capture_before: null,
  receipt_email: intent.receipt_email,
  isAuthenticated,
});

/** Captures all or part of a hold; the rest is released and can never be captured again. */
export function captureIntent(world: World, intent: PaymentIntent, amount: number | null, cause: Cause): void {
  const held = world.state.charges.find(({ id }) => id === intent.latest_charge);
  if (intent.status !== 'requires_capture' || !held) {
    throw refused(
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      'payment_intent_unexpected_state',
      intent,
    );
  }
  const taken = amount ?? intent.amount_capturable;
  if (taken < 1) throw refused('This value must be greater than or equal to 1.', 'parameter_invalid_integer');
  if (taken > intent.amount_capturable) {
    throw refused(
      `The provided amount_to_capture (${taken}) is greater than the amount that can be captured (${intent.amount_capturable}).`,
      'amount_too_large',
    );
  }
  Object.assign(held, { captured: true, amount_captured: taken, capture_before: null });
  Object.assign(intent, { status: 'succeeded', amount_capturable: 0, amount_received: taken });
  if (taken < held.amount) releaseHold(world, held, null);
  announceCharge(world, 'captured', held, cause);
  announce(world, 'succeeded', intent, cause);
}

/** As Stripe books it: an uncaptured hold is a refund of the charge. */
function releaseHold(world: World, held: Charge, reason: string | null): void {
  const rest = held.amount - held.amount_captured - held.amount_refunded;
  held.amount_refunded += rest;
  world.state.refunds.push({
    id: newId('re'),
    created: world.now(),
    amount: rest,
    charge: held.id,
    currency: held.currency,
    metadata: {},
    payment_intent: held.payment_intent,
    reason,
  });
}

const CANCELABLE: readonly IntentStatus[] = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
];

export function cancelIntent(world: World, intent: PaymentIntent, reason: string | null, cause: Cause): void {
  if (!CANCELABLE.includes(intent.status)) {
    throw refused(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}, processing.`,
      'payment_intent_unexpected_state',
      intent,
    );
  }
  end(world, intent, reason, 'refunded', cause);
}

/** Ends every hold whose time is over, as the network does to a shop that waited too long. */
export function lapseHolds(world: World): void {
  const now = world.now();
  for (const intent of world.state.intents) {
    if (intent.status !== 'requires_capture') continue;
    const held = world.state.charges.find(({ id }) => id === intent.latest_charge);
    if (held && held.capture_before !== null && held.capture_before <= now)
      end(world, intent, 'automatic', 'expired', NOBODY);
  }
}

function end(world: World, intent: PaymentIntent, reason: string | null, news: 'refunded' | 'expired', cause: Cause) {
  const held =
    intent.status === 'requires_capture'
      ? world.state.charges.find(({ id }) => id === intent.latest_charge)
      : undefined;
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: world.now(),
    cancellation_reason: reason,
    amount_capturable: 0,
  });
  if (held) {
    releaseHold(world, held, news === 'expired' ? 'expired_uncaptured_charge' : null);
    announceCharge(world, news, held, cause);
  }
  announce(world, 'canceled', intent, cause);
}
