import type { ErrorFields } from './state.ts';
import type { Charge, Customer, Dispute, Event, PaymentIntent, PaymentMethod, Refund, State } from './state.ts';

const API_VERSION = '2026-10-28.endive';
/** Names of references to show as objects: what `expand[]` asked for. */
export type Expand = ReadonlySet<string>;
const NONE: Expand = new Set();

export const customerOnWire = (customer: Customer) => ({
  id: customer.id,
  object: 'customer' as const,
  address: null,
  balance: 0,
  created: customer.created,
  currency: null,
  default_source: null,
  delinquent: false,
  description: customer.description,
  email: customer.email,
  invoice_prefix: customer.id.slice(-8).toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: customer.metadata,
  name: customer.name,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none' as const,
  test_clock: null,
});

export const paymentMethodOnWire = (method: PaymentMethod) => ({
  id: method.id,
  object: 'payment_method' as const,
  billing_details: billingOf(method),
  card: {
    brand: method.card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    exp_month: method.card.exp_month,
    exp_year: method.card.exp_year,
    fingerprint: method.card.fingerprint,
    funding: method.card.funding,
    generated_from: null,
    last4: method.card.last4,
    networks: { available: [method.card.brand], preferred: null },
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: method.created,
  customer: method.customer,
  livemode: false,
  metadata: {},
  type: 'card' as const,
});

const billingOf = (method: PaymentMethod | undefined) => ({
  address: {
    city: null,
    country: null,
    line1: null,
    line2: null,
    postal_code: method?.billing.postal_code ?? null,
    state: null,
  },
  email: method?.billing.email ?? null,
  name: method?.billing.name ?? null,
  phone: null,
});

export function intentOnWire(state: State, intent: PaymentIntent, expand: Expand = NONE): Record<string, unknown> {
  const charge = state.charges.find(({ id }) => id === intent.latest_charge);
  const method = state.paymentMethods.find(({ id }) => id === intent.payment_method);
  const customer = state.customers.find(({ id }) => id === intent.customer);
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount: intent.amount,
    amount_capturable: intent.amount_capturable,
    amount_details: { tip: {} },
    amount_received: intent.amount_received,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: intent.capture_method,
    client_secret: intent.client_secret,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    customer: expand.has('customer') && customer ? customerOnWire(customer) : intent.customer,
    description: intent.description,
    last_payment_error: errorOnWire(state, intent),
    latest_charge: expand.has('latest_charge') && charge ? chargeOnWire(state, charge) : intent.latest_charge,
    livemode: false,
    metadata: intent.metadata,
    next_action: nextActionOf(intent),
    on_behalf_of: null,
    payment_method: expand.has('payment_method') && method ? paymentMethodOnWire(method) : intent.payment_method,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    processing: null,
    receipt_email: intent.receipt_email,
    review: null,
    setup_future_usage: intent.setup_future_usage,
    shipping: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  };
}

// The fields a publishable key may see: nothing of the shop's own notes, nothing of the charge.
const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'status',
];

/** The intent as a browser sees it. */
export function publicIntent(state: State, intent: PaymentIntent): Record<string, unknown> {
  const whole = intentOnWire(state, intent);
  return Object.fromEntries(PUBLIC_FIELDS.map((name) => [name, whole[name]]));
}

/** Stripe.js acts on this by itself; nothing else may rely on what is inside. */
const nextActionOf = (intent: PaymentIntent) =>
  intent.status === 'requires_action'
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', source: intent.id, directory_server_name: 'sandbox' },
      }
    : null;

function errorOnWire(state: State, intent: PaymentIntent): (ErrorFields & { payment_method?: unknown }) | null {
  if (!intent.last_payment_error) return null;
  const { payment_method, ...fields } = intent.last_payment_error;
  const method = state.paymentMethods.find(({ id }) => id === payment_method);
  return { ...fields, ...(method ? { payment_method: paymentMethodOnWire(method) } : {}) };
}

export function chargeOnWire(state: State, charge: Charge) {
  const method = state.paymentMethods.find(({ id }) => id === charge.payment_method);
  const isPaid = charge.status === 'succeeded';
  return {
    id: charge.id,
    object: 'charge' as const,
    amount: charge.amount,
    amount_captured: charge.amount_captured,
    amount_refunded: charge.amount_refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: billingOf(method),
    calculated_statement_descriptor: 'SANDBOX',
    captured: charge.captured,
    created: charge.created,
    currency: charge.currency,
    customer: charge.customer,
    description: charge.description,
    disputed: state.disputes.some((dispute) => dispute.charge === charge.id),
    failure_balance_transaction: null,
    failure_code: charge.failure_code,
    failure_message: charge.failure_message,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: {
      network_status: isPaid ? 'approved_by_network' : 'declined_by_network',
      reason: charge.decline_code,
      risk_level: 'normal',
      risk_score: 20,
      seller_message: isPaid ? 'Payment complete.' : 'The bank did not return any further details with this decline.',
      type: isPaid ? 'authorized' : 'issuer_declined',
    },
    paid: isPaid,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    payment_method_details: { card: method ? cardDetailsOf(charge, method) : null, type: 'card' },
    radar_options: {},
    receipt_email: charge.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: charge.amount_refunded === charge.amount,
    review: null,
    shipping: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  };
}

const cardDetailsOf = (charge: Charge, { card }: PaymentMethod) => ({
  amount_authorized: charge.status === 'succeeded' ? charge.amount : null,
  brand: card.brand,
  ...(charge.capture_before === null ? {} : { capture_before: charge.capture_before }),
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  country: 'US',
  exp_month: card.exp_month,
  exp_year: card.exp_year,
  fingerprint: card.fingerprint,
  funding: card.funding,
  installments: null,
  last4: card.last4,
  mandate: null,
  network: card.brand,
  three_d_secure: charge.isAuthenticated
    ? { authentication_flow: 'challenge', result: 'authenticated', result_reason: null, version: '2.2.0' }
    : null,
  wallet: null,
});

export const refundOnWire = (refund: Refund) => ({
  id: refund.id,
  object: 'refund' as const,
  amount: refund.amount,
  balance_transaction: null,
  charge: refund.charge,
  created: refund.created,
  currency: refund.currency,
  metadata: refund.metadata,
  payment_intent: refund.payment_intent,
  reason: refund.reason,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
});

export const disputeOnWire = (dispute: Dispute) => ({
  id: dispute.id,
  object: 'dispute' as const,
  amount: dispute.amount,
  balance_transactions: [],
  charge: dispute.charge,
  created: dispute.created,
  currency: dispute.currency,
  evidence: {},
  evidence_details: { due_by: null, has_evidence: false, past_due: false, submission_count: 0 },
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: dispute.payment_intent,
  reason: 'fraudulent',
  status: dispute.status,
});

export const eventOnWire = (event: Event) => ({
  id: event.id,
  object: 'event' as const,
  api_version: API_VERSION,
  created: event.created,
  data: { object: event.object },
  livemode: false,
  pending_webhooks: event.delivery.state === 'pending' ? 1 : 0,
  request: event.request,
  type: event.type,
});
