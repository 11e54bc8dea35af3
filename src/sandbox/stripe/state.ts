import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Field names are Stripe's. References are ids here; the wire makes objects of them where asked. */
export type ErrorFields = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
};

export type Metadata = Record<string, string>;

export type Customer = {
  id: string;
  created: number;
  email: string | null;
  name: string | null;
  description: string | null;
  metadata: Metadata;
};

/** What the issuer of a card does with it. The first four are asked, the others hold at every attempt. */
export type CardBehavior =
  | { kind: 'approves' }
  | { kind: 'authenticatesUnlessKept' }
  | { kind: 'authenticatesAlways' }
  | { kind: 'declines'; code: string; declineCode: string | null; message: string };

export type PaymentMethod = {
  id: string;
  created: number;
  customer: string | null;
  /** Whether the shopper agreed to later charges when it was used. */
  isKept: boolean;
  behavior: CardBehavior;
  card: {
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    funding: string;
    fingerprint: string;
  };
  billing: { name: string | null; email: string | null; postal_code: string | null };
};

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'canceled'
  | 'succeeded';

export type PaymentIntent = {
  id: string;
  client_secret: string;
  created: number;
  amount: number;
  amount_capturable: number;
  amount_received: number;
  currency: string;
  capture_method: 'automatic' | 'automatic_async' | 'manual';
  customer: string | null;
  description: string | null;
  metadata: Metadata;
  payment_method: string | null;
  receipt_email: string | null;
  setup_future_usage: 'off_session' | 'on_session' | null;
  status: IntentStatus;
  canceled_at: number | null;
  cancellation_reason: string | null;
  last_payment_error: (ErrorFields & { payment_method?: string }) | null;
  latest_charge: string | null;
};

export type Charge = {
  id: string;
  created: number;
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: boolean;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Metadata;
  payment_intent: string;
  payment_method: string;
  status: 'succeeded' | 'failed';
  failure_code: string | null;
  failure_message: string | null;
  decline_code: string | null;
  /** Unix seconds after which the hold is gone; null for one that is not held. */
  capture_before: number | null;
  receipt_email: string | null;
  isAuthenticated: boolean;
};

export type Refund = {
  id: string;
  created: number;
  amount: number;
  charge: string;
  currency: string;
  metadata: Metadata;
  payment_intent: string;
  reason: string | null;
};

export type Dispute = {
  id: string;
  created: number;
  amount: number;
  charge: string;
  currency: string;
  payment_intent: string;
  status: 'needs_response' | 'won' | 'lost';
};

export type Event = {
  id: string;
  created: number;
  type: string;
  /** The object as it was on the wire when it happened. */
  object: unknown;
  request: { id: string | null; idempotency_key: string | null };
  /** What of it still has to reach the address; kept, so that a restart goes on. */
  delivery: { state: 'none' | 'pending' | 'delivered' | 'failed'; attempts: number };
};

export type KeptAnswer = {
  created: number;
  fingerprint: string;
  path: string;
  requestId: string;
  status: number;
  body: unknown;
};

export type State = {
  version: 1;
  /** How far the clock was moved forward. */
  clockOffsetSeconds: number;
  /** How long a hold lasts, by brand; `default` for the others. */
  holdSeconds: Record<string, number>;
  customers: Customer[];
  paymentMethods: PaymentMethod[];
  intents: PaymentIntent[];
  charges: Charge[];
  refunds: Refund[];
  disputes: Dispute[];
  events: Event[];
  keptAnswers: Record<string, KeptAnswer>;
};

const DAY_SECONDS = 24 * 60 * 60;

const empty = (): State => ({
  version: 1,
  clockOffsetSeconds: 0,
  holdSeconds: { default: 7 * DAY_SECONDS },
  customers: [],
  paymentMethods: [],
  intents: [],
  charges: [],
  refunds: [],
  disputes: [],
  events: [],
  keptAnswers: {},
});

const isSaved = (value: unknown): value is State =>
  typeof value === 'object' && value !== null && 'version' in value && value.version === 1;

/** The state in a file when one is named, so that a restarted demo still knows its payments. */
export function openState(stateFile: string | undefined): { state: State; save: () => void } {
  let state = empty();
  if (stateFile !== undefined && existsSync(stateFile)) {
    const saved: unknown = JSON.parse(readFileSync(stateFile, 'utf8'));
    if (!isSaved(saved)) throw new Error(`${stateFile} is not a state of this sandbox`);
    state = { ...state, ...saved };
  }
  return {
    state,
    save() {
      if (stateFile === undefined) return;
      // Written aside and moved into place: a process killed in between leaves the old state whole.
      writeFileSync(`${stateFile}.part`, JSON.stringify(state));
      renameSync(`${stateFile}.part`, stateFile);
    },
  };
}

/** Stripe's ids sort by nothing; theirs are 24 signs after the prefix. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Seconds of the sandbox's own clock. */
export const nowOf = (state: State): number => Math.floor(Date.now() / 1000) + state.clockOffsetSeconds;
