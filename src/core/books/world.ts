import type { JournalEntry } from '#core/books/entry.ts';
import type { Difference } from '#core/books/differences.ts';
import type {
  BillingFacts,
  ChargeFacts,
  ClaimFacts,
  EffectFacts,
  EntryFacts,
  LabelFacts,
  MovementFacts,
  OrderFacts,
  PaymentFacts,
} from '#core/books/facts.ts';

/** Everything that is compared: what we decided and did, what is booked, and what partners show. */
export type World = {
  /** ISO instants: steps done before or after are not looked for at partners. */
  fromOn: string;
  toOn: string;
  /** With all their effects and entries. */
  claims: readonly ClaimFacts[];
  /** What the books must hold of claims of shipping protection; their effects and entries are with the others. */
  ofShippingClaims: readonly JournalEntry[];
  /** Those of the claims, with what every claim of them gave. */
  orders: readonly OrderFacts[];
  effects: readonly EffectFacts[];
  entries: readonly EntryFacts[];
  movements: readonly MovementFacts[];
  payments: readonly PaymentFacts[];
  charges: readonly ChargeFacts[];
  labels: readonly LabelFacts[];
  /** Protected orders, and claims of shipping protection. */
  billing: readonly BillingFacts[];
};

/** What one comparison found; `named` are the purpose keys it is about, so that another does not tell it again. */
export type Findings = { differences: Difference[]; named: ReadonlySet<string> };
