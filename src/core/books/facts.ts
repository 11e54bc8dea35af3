import { entriesOfChange, goodwillOf } from '#core/books/booked.ts';
import type { JournalEntry } from '#core/books/entry.ts';
import { owedToShopper } from '#core/books/journal.ts';
import type { MovementKind, Trace } from '#core/books/trace.ts';
import { total } from '#core/claims/paid.ts';
import type { Claim } from '#core/claims/claim.ts';
import {
  entryOfEffect,
  intentOf,
  traceOf,
  type EffectIntent,
  type EffectKind,
  type StoredEffect,
} from '#core/effects/kinds.ts';
import { allShipments } from '#core/claims/shipments.ts';
import type { LabelRefund } from '#core/effects/label-refund-state.ts';
import type { EffectState } from '#core/effects/state.ts';
import { claimOfSubject } from '#core/effects/subject.ts';
import type { CurrencyCode, Minor, Money } from '#core/money.ts';
import { orderBalance, worthOfGoodsBack, type OrderBalance } from '#core/orders/balance.ts';
import { movementsOf, sum } from '#core/orders/movements.ts';
import type { Order } from '#core/orders/order.ts';
import type { Billed, BillingLine } from '#core/protection/billing-lines.ts';

/** What of a claim the reconciliation looks at. */
export type ClaimFacts = {
  id: number;
  externalId: string;
  orderNo: string;
  orderIdFromPlatform: string;
  currencyCode: CurrencyCode;
  /** Nothing of it is left to decide, and its payments were settled. */
  isEnded: boolean;
  /** What the books must hold of its rounds, and of payments that came with it; null when they do not add up. */
  settlements: JournalEntry[] | null;
  goodwill: Minor;
  /** The labels the claim shows, canceled or not; minor units of the provider's currency. */
  labels: { shipmentIdFromProvider: string; trackingCode: string; cost: Minor; isCanceled: boolean }[];
};

/**
 * What was paid for an order of the store platform, and what was refunded since. Minor units, without bonuses and fees.
 */
export type OrderFacts = {
  idFromPlatform: string;
  orderNo: string;
  currencyCode: CurrencyCode;
  /** With what was paid besides for items of exchanges that came back. */
  paid: Minor;
  /** As money, credit and goods. */
  byClaims: Minor;
  /** As staff say of lines resolved externally. */
  outside: Minor;
  /** Refunds of the platform that no claim asked for. */
  byOthers: Minor;
};

/** A step as its row says, with what it must have left behind. */
export type EffectFacts = {
  claimId: number | null;
  purposeKey: string;
  /** The purpose key as partners see it. */
  reportedAs: string;
  summary: string;
  state: EffectState;
  /** ISO instant; null while it is not done. */
  doneOn: string | null;
  settledBy: string | null;
  settledReason: string | null;
  /** What the books must hold of it. */
  entry: JournalEntry | null;
} & TraceFacts;

/** What partners must show of it; null for what it leaves nowhere. */
type TraceFacts = { [K in keyof Trace]-?: NonNullable<Trace[K]> | null };

export type EntryFacts = JournalEntry & { claimId: number | null };

/** A movement as the store platform shows it; see the port. */
export type MovementFacts = {
  kind: MovementKind;
  idFromPlatform: string;
  orderIdFromPlatform: string | null;
  customerIdFromPlatform?: string | null;
  purposeKey: string | null;
  amount: Money;
  createdOn: string;
  isCanceled: boolean;
};

/** A payment we know of. */
export type PaymentFacts = {
  id: number;
  claimId: number | null;
  idFromPlatform: string;
  amount: Minor;
  currencyCode: CurrencyCode;
  createdOn: string;
  /** Its provider holds no money: it takes it when the shopper pays. */
  isTakenAtOnce: boolean;
};
/** A payment as its provider shows it; see the port. */
export type ChargeFacts = {
  idFromPlatform: string;
  status: string;
  amount: Money;
  captured: Minor;
  refunded: Minor;
};

/** A bought label of the store as its provider shows it; see the port. */
export type LabelFacts = {
  shipmentIdFromProvider: string;
  trackingCode: string;
  reference: string | null;
  cost: Money;
  createdOn: string;
  refund: LabelRefund | null;
};

/** A protected order or a claim of shipping protection, with what it comes to and what is recorded of it. */
export type BillingFacts = {
  reference: string;
  currencyCode: CurrencyCode;
  billed: Billed;
  lines: readonly Pick<BillingLine, 'kind' | 'amount'>[];
};

export function claimFacts(claim: Claim): ClaimFacts {
  return {
    id: claim.id,
    externalId: claim.externalId,
    orderNo: claim.orderNo,
    orderIdFromPlatform: claim.orderIdFromPlatform,
    currencyCode: claim.currencyCode,
    // A denied line moves nothing, and its payment is refunded only when it is finalized. What is held for items sent
    // ahead is captured or released once the return is back.
    isEnded:
      !claim.instantExchange?.isOnlyReturnAwaited &&
      (claim.finalizedOn !== null || claim.lines.every((line) => line.finalizedOn ?? line.canceledOn)),
    settlements: settlementsOf(claim),
    goodwill: goodwillOf(claim),
    labels: allShipments(claim).flatMap(({ shipmentIdFromProvider, trackingCode, cost, canceledOn }) =>
      shipmentIdFromProvider === null
        ? []
        : [{ shipmentIdFromProvider, trackingCode, cost, isCanceled: canceledOn !== null }],
    ),
  };
}

/** Effects in these states paid out nothing; the result is shown with the effect. */
export const NOT_GIVEN = ['failed', 'calledOff', 'doneElsewhere'] as const satisfies EffectState[];

/**
 * `claims`: every claim of the order; `notGiven`: their effects in such a state. New items count by what neither the
 * shopper nor the store paid for separately and what didn't come back; if some items of a claim weren't sent, none
 * count.
 */
export function orderFacts(order: Order, claims: readonly Claim[], notGiven: readonly Step[]): OrderFacts {
  const records = claims.flatMap((claim) => claim.settlements);
  // What staff did by hand counts as theirs, whatever it was for.
  const carriedOut = claims.map((claim) => ({
    ...claim,
    lines: claim.lines.filter((line) => !line.wasResolvedExternally),
    refunds: (claim.refunds ?? []).filter(({ isByHand }) => isByHand !== true),
  }));
  const issued = total(records, (one) => one.issued.refund + one.issued.giftCard + one.issued.storeCredit);
  const unsent = new Set(
    notGiven.filter(({ kind }) => SENDING.has(kind)).map(({ subject }) => claimOfSubject(subject)),
  );
  const balance = orderBalance(order, claims);
  const { given, byProtection } = movementsOf(order, carriedOut);
  const goods = claims.filter(({ id }) => !unsent.has(id)).map((claim) => goodsFacts(claim, balance));
  return {
    idFromPlatform: order.idFromPlatform,
    orderNo: order.orderNo,
    currencyCode: order.currencyCode,
    paid: order.totalPaid + sum(goods, (one) => one.paidBesides),
    byClaims: Math.max(0, issued - notIssued(notGiven) + sum(goods, (one) => one.given)) + byProtection,
    outside: total(records, (one) => one.external),
    byOthers: given,
  };
}

/**
 * What a claim's new items took of the order's money, below zero where more of it came back; and of what came back, what
 * the shopper had paid besides the order.
 */
function goodsFacts({ id, settlements }: Claim, balance: OrderBalance): { given: Minor; paidBesides: Minor } {
  const taken = total(
    settlements,
    (one) => one.goods + (one.repairs ?? 0) - one.shopNowIncentive - one.waived - one.paymentUsed,
  );
  const given = Math.max(0, taken) - worthOfGoodsBack(balance, id);
  const paidBesides = Math.min(
    total(settlements, (one) => one.paymentUsed),
    Math.max(0, -given),
  );
  return { given: given + paidBesides, paidBesides };
}

const SENDING: ReadonlySet<string> = new Set<EffectKind>(['exchangeOrder', 'returnExchange']);

const notIssued = (steps: readonly Step[]): Minor =>
  steps
    .map((step) => effectFacts(step).movement)
    .reduce((sum, movement) => sum + (movement?.kind === 'label' ? 0 : (movement?.amount?.amount ?? 0)), 0);

function settlementsOf(claim: Claim): JournalEntry[] | null {
  try {
    return entriesOfChange(null, claim).filter(({ kind }) => kind !== 'goodwill');
  } catch {
    return null;
  }
}

/** A step as it is stored. */
export type Step = StoredEffect & {
  summary: string;
  state: EffectState;
  result: unknown;
  doneOn: string | null;
  settledBy: string | null;
  settledReason: string | null;
};

export function effectFacts(step: Step): EffectFacts {
  const { purposeKey, summary, state, result, doneOn, settledBy, settledReason } = step;
  const intent = intentOf(step);
  const isElsewhere = state === 'doneElsewhere';
  const isDone = state === 'done' || isElsewhere;
  const trace = intent ? traceOf(intent, isDone ? result : null) : {};
  return {
    claimId: claimOfSubject(step.subject),
    purposeKey,
    reportedAs: intent ? reportedAs(intent) : purposeKey,
    summary,
    state,
    doneOn,
    settledBy,
    settledReason,
    entry: intent && isDone ? entryOfEffect(intent, isElsewhere, result) : null,
    movement: trace.movement ?? null,
    charge: trace.charge ?? null,
    labelRefund: trace.labelRefund ?? null,
  };
}

/** With the id of its claim or, for payments, that of the payment at its provider. */
function reportedAs({ purposeKey, payload }: EffectIntent): string {
  if ('claimExternalId' in payload) return `${purposeKey}:${payload.claimExternalId}`;
  return 'paymentId' in payload ? `${purposeKey}:${payload.idFromPlatform}` : purposeKey;
}

/** The sums of an entry's postings by account and currency, in one comparable text. */
export function weightOf({ postings }: Pick<JournalEntry, 'postings'>): string {
  const sums = new Map<string, Minor>();
  for (const { account, currencyCode, amount } of postings) {
    const key = `${account} ${currencyCode}`;
    sums.set(key, (sums.get(key) ?? 0) + amount);
  }
  const texts = [...sums].filter(([, sum]) => sum !== 0).map(([key, sum]) => `${key} ${sum}`);
  return texts.toSorted().join(', ');
}

/** What an entry moves: the sum of its debits. */
export const sizeOf = ({ postings }: Pick<JournalEntry, 'postings'>): Minor =>
  postings.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);

/** What the shopper of a claim would still be owed if exactly these entries were booked. */
export const owedBy = (entries: readonly JournalEntry[]): Money[] =>
  [...owedToShopper(entries)].flatMap(([currencyCode, amount]) => (amount === 0 ? [] : [{ amount, currencyCode }]));
