import type { EffectState } from '#core/claims/effect-state.ts';
import { z } from 'zod';
import { entriesOfChange, entryOfEffect, goodwillOf, movedBy } from '#core/books/booked.ts';
import { owedToShopper, type JournalEntry } from '#core/books/journal.ts';
import { total } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import { EffectIntent, RefundPayload } from '#core/claims/effects.ts';
import { exchangesBack } from '#core/claims/exchanges-back.ts';
import { givenByOthers } from '#core/claims/money-left.ts';
import { withoutRefund } from '#core/claims/platform-refunds.ts';
import type { Order } from '#core/orders/order.ts';
import { LabelGivenBack, type LabelRefund } from '#core/claims/label-refund.ts';
import { Money, type CurrencyCode, type Minor } from '#core/money.ts';

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
  /** The labels it shows, called off or not; minor units of their provider's currency. */
  labels: { shipmentIdFromProvider: string; trackingCode: string; cost: Minor; isCanceled: boolean }[];
};

/** What was paid for an order of the store platform, and what was given for it since. Minor units, bonuses and fees apart. */
export type OrderFacts = {
  idFromPlatform: string;
  orderNo: string;
  currencyCode: CurrencyCode;
  paid: Minor;
  /** As money, credit and goods. */
  byClaims: Minor;
  /** As staff say of lines resolved externally. */
  outside: Minor;
  /** Refunds of the platform that no claim asked for. */
  byOthers: Minor;
};

/** `storeCreditDebit` is taken from an account by hand; a label moves at its provider, the others at the store platform. */
export type MovementKind =
  | 'refund'
  | 'storeCredit'
  | 'storeCreditDebit'
  | 'giftCard'
  | 'giftCardOrder'
  | 'exchangeOrder'
  | 'returnExchange'
  | 'label';

/** A step as its row says, with what it must have left behind. */
export type EffectFacts = {
  claimId: number | null;
  purposeKey: string;
  /** The purpose as partners are told it. */
  toldAs: string;
  summary: string;
  state: EffectState;
  /** ISO instant; null while it is not done. */
  doneOn: string | null;
  settledBy: string | null;
  settledReason: string | null;
  /** What the books must hold of it. */
  entry: JournalEntry | null;
  /** What the store platform, or of a label its provider, must show of it. */
  movement: {
    kind: MovementKind;
    idFromPlatform: string | null;
    amount: Money | null;
    /** Whose account it went to, where that is not the buyer's of the order. */
    recipientIdFromPlatform?: string | undefined;
  } | null;
  /** What the provider of payments must show of it. */
  charge: { paymentId: number; kind: 'capture' | 'refund'; amount: Money } | null;
  /** The label it gives back, and how far that has come; no status until the provider was asked. */
  labelRefund: { shipmentIdFromProvider: string; status: LabelRefund | null; cost: Money | null } | null;
};

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

export function claimFacts(claim: Claim): ClaimFacts {
  return {
    id: claim.id,
    externalId: claim.externalId,
    orderNo: claim.orderNo,
    orderIdFromPlatform: claim.orderIdFromPlatform,
    currencyCode: claim.currencyCode,
    // A line that is denied moves nothing, and what was taken for it goes back only when it is finalized.
    // What is kept for goods sent ahead is taken or given back when they are back.
    isEnded:
      claim.areSentGoodsAwaited !== true &&
      (claim.finalizedOn !== null || claim.lines.every((line) => line.finalizedOn ?? line.canceledOn)),
    settlements: settlementsOf(claim),
    goodwill: goodwillOf(claim),
    labels: claim.shipments.flatMap(({ shipmentIdFromProvider, trackingCode, cost, canceledOn }) =>
      shipmentIdFromProvider === null
        ? []
        : [{ shipmentIdFromProvider, trackingCode, cost, isCanceled: canceledOn !== null }],
    ),
  };
}

/** Steps in these states gave nothing of what was decided: what became of it is told with the step. */
export const NOT_GIVEN = ['failed', 'calledOff', 'doneElsewhere'] as const satisfies EffectState[];

/**
 * `claims`: every claim of the order; `notGiven`: their steps in such a state. Of goods counts what neither the shopper
 * nor the store paid for besides and what did not come back, of a claim of which some were not sent nothing.
 */
export function orderFacts(order: Order, claims: readonly Claim[], notGiven: readonly Step[]): OrderFacts {
  const records = claims.flatMap((claim) => claim.settlements);
  const asked = claims
    .map((claim) => ({ ...claim, lines: claim.lines.filter((line) => !line.wasResolvedExternally) }))
    .map((claim) => notGiven.filter(({ claimId }) => claimId === claim.id).reduce(withoutStep, claim));
  const issued = total(records, (one) => one.issued.refund + one.issued.giftCard + one.issued.storeCredit);
  const unsent = new Set(notGiven.filter(({ kind }) => SENDING.has(kind)).map(({ claimId }) => claimId));
  const back = exchangesBack(order, claims);
  const goods = claims
    .filter(({ id }) => !unsent.has(id))
    .map(
      ({ id, settlements }) =>
        total(settlements, (one) => one.goods - one.shopNowIncentive - one.waived - one.paymentUsed) -
        back.reduce((sum, one) => sum + (one.claimId === id ? one.worth : 0), 0),
    );
  return {
    idFromPlatform: order.idFromPlatform,
    orderNo: order.orderNo,
    currencyCode: order.currencyCode,
    paid: order.totalPaid,
    byClaims: Math.max(0, issued - notIssued(notGiven)) + goods.reduce((sum, one) => sum + Math.max(0, one), 0),
    outside: total(records, (one) => one.external),
    byOthers: givenByOthers(order, asked),
  };
}

/** Of a refund that was not made by us, none of the platform's is ours. */
function withoutStep(claim: Claim, step: Step): Claim {
  const payload = RefundPayload.safeParse(step.payload).data;
  return step.kind === 'refund' && payload ? withoutRefund(claim, payload) : claim;
}

const SENDING: ReadonlySet<string> = new Set<EffectIntent['kind']>(['exchangeOrder', 'returnExchange']);

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
export type Step = {
  claimId: number | null;
  kind: string;
  purposeKey: string;
  payload: unknown;
  summary: string;
  state: EffectFacts['state'];
  result: unknown;
  doneOn: string | null;
  settledBy: string | null;
  settledReason: string | null;
};

export function effectFacts({ kind, payload, result, ...row }: Step): EffectFacts {
  const intent = EffectIntent.safeParse({ kind, purposeKey: row.purposeKey, payload }).data;
  const isElsewhere = row.state === 'doneElsewhere';
  const isDone = row.state === 'done' || isElsewhere;
  return {
    ...row,
    toldAs: intent ? toldAs(intent) : row.purposeKey,
    entry: intent && isDone ? entryOfEffect(intent, isElsewhere, result) : null,
    movement: intent ? movementOf(intent, result) : null,
    charge: intent ? chargeOf(intent, result) : null,
    labelRefund: intent ? labelRefundOf(intent, isDone ? result : null) : null,
  };
}

/** With the id of its claim or, for payments, that of the payment at its provider. */
function toldAs({ purposeKey, payload }: EffectIntent): string {
  if ('claimExternalId' in payload) return `${purposeKey}:${payload.claimExternalId}`;
  return 'paymentId' in payload ? `${purposeKey}:${payload.idFromPlatform}` : purposeKey;
}

const Made = z.object({ idFromPlatform: z.string() });
const Exchanged = z.object({ returnIdFromPlatform: z.string() });
const Bought = z.object({ cost: Money, shipment: z.object({ shipmentIdFromProvider: z.string() }) });
const ToRecipient = z.object({ recipientIdFromPlatform: z.string() });
const CARD_MOVEMENTS = {
  Gift_Card: 'giftCard',
  Store_Credit: 'storeCredit',
  Gift_Card_Order: 'giftCardOrder',
} as const;

function movementOf(intent: EffectIntent, result: unknown): EffectFacts['movement'] {
  const idFromPlatform = Made.safeParse(result).data?.idFromPlatform ?? null;
  switch (intent.kind) {
    case 'refund':
      return { kind: 'refund', idFromPlatform, amount: movedBy(result) ?? intent.payload.amount };
    case 'giftCard': {
      const kind = CARD_MOVEMENTS[intent.payload.type];
      const to = kind === 'storeCredit' ? ToRecipient.safeParse(result).data : undefined;
      return { kind, idFromPlatform, amount: movedBy(result) ?? intent.payload.amount, ...to };
    }
    case 'exchangeOrder':
      // What the goods are worth is the platform's to say.
      return { kind: 'exchangeOrder', idFromPlatform, amount: null };
    case 'returnExchange': {
      const exchanged = Exchanged.safeParse(result).data?.returnIdFromPlatform ?? null;
      return { kind: 'returnExchange', idFromPlatform: exchanged, amount: null };
    }
    case 'label': {
      const bought = Bought.safeParse(result).data;
      const quoted = intent.payload.quoted?.shipmentIdFromProvider ?? null;
      const id = bought?.shipment.shipmentIdFromProvider ?? quoted;
      return { kind: 'label', idFromPlatform: id, amount: bought?.cost ?? null };
    }
    default:
      return null;
  }
}

function labelRefundOf(intent: EffectIntent, result: unknown): EffectFacts['labelRefund'] {
  if (intent.kind !== 'labelRefund') return null;
  const { shipmentIdFromProvider } = intent.payload;
  const back = LabelGivenBack.safeParse(result).data;
  return { shipmentIdFromProvider, status: back?.status ?? null, cost: back?.cost ?? null };
}

function chargeOf(intent: EffectIntent, result: unknown): EffectFacts['charge'] {
  if (intent.kind !== 'paymentCapture' && intent.kind !== 'paymentRefund') return null;
  const { paymentId, amount } = intent.payload;
  const kind = intent.kind === 'paymentCapture' ? 'capture' : 'refund';
  return { paymentId, kind, amount: movedBy(result) ?? amount };
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
