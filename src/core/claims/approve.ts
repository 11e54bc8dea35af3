import type { Claim, ClaimLine, ResolutionMethod } from '#core/claims/claim.ts';
import type { RemainderMethod, WantedItem } from '#core/claims/goods-shapes.ts';
import type { Decision } from '#core/claims/decision.ts';
import { methodName } from '#core/claims/method-names.ts';
import { exchangeDelta, isSameChoice, withRequestedExchange, type ExchangePolicy } from '#core/claims/exchange.ts';
import { giftRemainder, isGiftReturn } from '#core/claims/gift-return.ts';
import { approvedRepair } from '#core/claims/repair-state.ts';
import { decidableLine, finalMethodsOf, withLine } from '#core/claims/resolution.ts';
import { shopNowCreditOf } from '#core/claims/shop-now.ts';
import { withheldText, type WithheldMethods } from '#core/claims/store-credit.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import { Refusal } from '#core/refusal.ts';

export type LineDecision = Decision & {
  /** Texts for the staff member who decided. */
  warnings: string[];
};

export type Approval = {
  method?: ResolutionMethod;
  /** Minor units; of money methods only. */
  amount?: Minor | null;
  /** With its live price; needed for an exchange unless the shopper chose one. */
  exchange?: WantedItem | null;
  exchangeRemainderMethod?: RemainderMethod | null;
  replacementItems?: readonly WantedItem[];
  /** Staff gave it outside; nothing moves. */
  wasResolvedExternally?: boolean;
  /** The platform's refund they gave it by; null where it is none of the order's. */
  externalRefundId?: string | null;
  noteToCustomer?: string;
  /** What was paid for its units, as `originalAmount` has it; without their tax if the order isn't loaded. */
  original?: Minor;
  pricing?: ExchangePolicy;
  /** Methods its order cannot be given back by, as `withheldMethods` has them; finalizing looks at them too. */
  withheld?: WithheldMethods;
};

/**
 * Approves a line: by default as asked for. Refuses LINE_UNKNOWN, CLAIM_ALREADY_FINALIZED, CLAIM_CANCELED,
 * LINE_LOCKED, METHOD_NOT_ALLOWED, AMOUNT_INVALID, EXCHANGE_VARIANT_REQUIRED, EXCHANGE_QUANTITY_TOO_LARGE
 * and REPLACEMENT_ITEMS_REQUIRED. An amount above the original value is warned of, not refused (C5.06).
 */
export function approveLine(claim: Claim, lineId: number, approval: Approval, now: string): LineDecision {
  const line = decidableLine(claim, lineId);
  const method = approval.method ?? line.requestedMethod;
  checkMethod(claim, line, method, approval);
  const amount = approvedAmount(line, method, approval.amount ?? null);
  const { externalRefundId: _, repair, ...exchanged } = withExchange(claim, line, method, approval);
  const { externalRefundId = null, wasResolvedExternally = false } = approval;
  const decided: ClaimLine = {
    ...exchanged,
    replacementItems: replacementsOf(line, method, approval),
    status: 'approved',
    method,
    amount,
    wasResolvedExternally,
    ...(wasResolvedExternally && externalRefundId !== null ? { externalRefundId } : {}),
    ...(method === 'repair' && !wasResolvedExternally ? { repair: approvedRepair(repair, now) } : {}),
    denialDetail: null,
    deniedOn: null,
    noteToCustomer: approval.noteToCustomer ?? line.noteToCustomer,
    errors: [],
  };
  const outside = decided.wasResolvedExternally ? ', resolved externally' : '';
  const saved = withEntry(
    withLine(claim, decided),
    {
      type: 'processing',
      subject: `${line.name} approved`,
      message: `${decisionText(claim, decided, method)}${outside}`,
    },
    now,
  );
  return { claim: saved, effects: [], warnings: warningsOf(claim, decided, approval.original ?? line.subtotal) };
}

/** A line that staff still have to decide, and can. */
const isUndecided = (line: ClaimLine): boolean =>
  line.status === 'open' && line.finalizedOn === null && line.canceledOn === null && line.requestedMethod !== 'other';

/**
 * Approves every line without a decision as requested. Refuses as `approveLine`, and REVIEW_NEEDED where a resolution
 * has to be chosen or the rules refuse the request. The same claim when every line has a decision.
 */
export function approveRequested(claim: Claim, withheld: WithheldMethods, now: string): Claim {
  let approved = claim;
  for (const line of claim.lines.filter(isUndecided)) {
    if (line.refusal)
      throw new Refusal(
        'conflict',
        'REVIEW_NEEDED',
        `Decide about "${line.name}" first: the rules of the store refuse it.`,
      );
    if (line.requestedMethod === 'warrantyReview')
      throw new Refusal('conflict', 'REVIEW_NEEDED', 'Choose a resolution for the warranty review.');
    approved = approveLine(approved, line.id, { withheld }, now).claim;
  }
  return approved;
}

function checkMethod(
  claim: Claim,
  line: ClaimLine,
  method: ResolutionMethod,
  { withheld, wasResolvedExternally = false }: Approval,
): void {
  if (line.exchangeOrderedOn !== null && method !== 'variantExchange')
    throw new Refusal('conflict', 'EXCHANGE_ALREADY_SENT', 'The new items were already ordered.');
  const why = wasResolvedExternally ? null : withheldText(withheld, method);
  if (why !== null) throw new Refusal('notAllowed', 'METHOD_NOT_ALLOWED', why);
  if (finalMethodsOf(claim, line).includes(method)) return;
  if (method === 'refund' && isGiftReturn(claim))
    throw new Refusal(
      'notAllowed',
      'METHOD_NOT_ALLOWED',
      "A gift return can't be refunded, because the money would go to the buyer.",
    );
  throw new Refusal(
    'notAllowed',
    'METHOD_NOT_ALLOWED',
    `An item requested as ${methodName(line.requestedMethod)} can't be approved as ${methodName(method)}.`,
  );
}

function approvedAmount(line: ClaimLine, method: ResolutionMethod, amount: Minor | null): Minor {
  if (!HAS_AMOUNT.has(method)) return line.requestedAmount;
  const decided = amount ?? line.requestedAmount;
  if (!Number.isSafeInteger(decided) || decided < 0)
    throw new Refusal('notAllowed', 'AMOUNT_INVALID', 'Must be zero or a positive number.');
  return decided;
}

const HAS_AMOUNT: ReadonlySet<ResolutionMethod> = new Set(['refund', 'giftCard', 'storeCredit']);

/** The line with its new item: the requested one, unless staff chose another. */
function withExchange(claim: Claim, line: ClaimLine, method: ResolutionMethod, approval: Approval): ClaimLine {
  const asked = withRequestedExchange(line);
  if (method !== 'variantExchange') return asked;
  const exchange = approval.exchange ?? asked.exchange ?? line.exchange;
  if (!exchange) throw new Refusal('notAllowed', 'EXCHANGE_VARIANT_REQUIRED', 'Exchange variant required.');
  const isSent = line.exchangeOrderedOn !== null;
  if (isSent && exchange.variantIdFromPlatform !== asked.exchange?.variantIdFromPlatform)
    throw new Refusal('conflict', 'EXCHANGE_ALREADY_SENT', 'The new items were already ordered.');
  if (exchange.quantity > line.quantity) {
    throw new Refusal(
      'notAllowed',
      'EXCHANGE_QUANTITY_TOO_LARGE',
      `You can send at most ${line.quantity} in exchange for ${line.quantity}.`,
    );
  }
  const agreed = isSent ? asked : [asked, line].find((one) => one.exchange && isSameChoice(one.exchange, exchange));
  const { pricing } = approval;
  const remainder =
    approval.exchangeRemainderMethod ??
    (agreed ?? line).exchangeRemainderMethod ??
    (agreed ? null : (pricing?.exchangeRemainderMethod ?? null));
  const decided = {
    exchange: agreed?.exchange ?? exchange,
    exchangeDeltaAmount: agreed?.exchangeDeltaAmount ?? (pricing ? exchangeDelta(line, exchange, pricing) : 0),
    exchangeRemainderMethod: remainder && isGiftReturn(claim) ? giftRemainder(remainder) : remainder,
  };
  if (approval.wasResolvedExternally !== true) refuseWithheld(decided, approval);
  const requestedExchange = {
    exchange: asked.exchange,
    exchangeDeltaAmount: asked.exchangeDeltaAmount,
    exchangeRemainderMethod: asked.exchangeRemainderMethod,
  };
  const isAsAsked = agreed === asked && decided.exchangeRemainderMethod === asked.exchangeRemainderMethod;
  return isAsAsked ? asked : { ...asked, ...decided, requestedExchange };
}

/** Leftover exchange value can't go to a missing account. Without leftover value, no account is needed. */
function refuseWithheld(
  {
    exchangeDeltaAmount,
    exchangeRemainderMethod: way,
  }: Pick<ClaimLine, 'exchangeDeltaAmount' | 'exchangeRemainderMethod'>,
  { exchangeRemainderMethod: stated, withheld }: Approval,
): void {
  const why = stated && way && exchangeDeltaAmount < 0 ? withheldText(withheld, way) : null;
  if (why !== null) throw new Refusal('notAllowed', 'METHOD_NOT_ALLOWED', why);
}

function replacementsOf(line: ClaimLine, method: ResolutionMethod, approval: Approval): WantedItem[] {
  if (method !== 'replacementOrder') return [];
  const items = approval.replacementItems ?? line.replacementItems;
  if (items.length > 0) return [...items];
  throw new Refusal('notAllowed', 'REPLACEMENT_ITEMS_REQUIRED', 'A replacement order needs at least one variant.');
}

function decisionText(claim: Claim, line: ClaimLine, method: ResolutionMethod): string {
  if (line.isShopNow && !line.wasResolvedExternally)
    return `Shop now: ${formatMoney({ amount: shopNowCreditOf(line), currencyCode: claim.currencyCode })} credit`;
  return [methodName(method), outcomeOf(claim, line)].filter(Boolean).join(': ');
}

function outcomeOf(claim: Claim, line: ClaimLine): string {
  if (line.method === 'variantExchange') return line.exchange?.title ?? '';
  if (line.method === 'replacementOrder')
    return line.replacementItems.map((item) => `${item.quantity} x ${item.title}`).join(', ');
  if (!HAS_AMOUNT.has(line.method ?? 'other')) return '';
  return formatMoney({ amount: line.amount ?? 0, currencyCode: claim.currencyCode });
}

function warningsOf(claim: Claim, line: ClaimLine, paid: Minor): string[] {
  const money = (amount: Minor): string => formatMoney({ amount, currencyCode: claim.currencyCode });
  const amount = line.amount ?? 0;
  const original = Math.max(line.requestedAmount, paid);
  return [
    ...(amount > original && HAS_AMOUNT.has(line.method ?? 'other')
      ? [`The amount is above the original value of ${money(original)}.`]
      : amount > line.requestedAmount
        ? ['The amount is more than the customer requested.']
        : []),
    ...(line.method === 'variantExchange' && line.exchangeDeltaAmount > 0
      ? [`The new item costs ${money(line.exchangeDeltaAmount)} more than the returned item.`]
      : []),
  ];
}

/**
 * Reverts to the request: approves the requested method and amount again (C4.10). Only for money methods; others are
 * refused with REVERT_NOT_ALLOWED.
 */
export function revertLine(claim: Claim, lineId: number, now: string): Decision {
  const line = decidableLine(claim, lineId);
  if (!HAS_AMOUNT.has(line.requestedMethod)) {
    throw new Refusal(
      'notAllowed',
      'REVERT_NOT_ALLOWED',
      'Only a refund, store credit or gift card can be reverted to the request.',
    );
  }
  const { claim: saved, effects } = approveLine(
    claim,
    lineId,
    { method: line.requestedMethod, amount: line.requestedAmount },
    now,
  );
  return { claim: saved, effects };
}
