import type { ClaimLineShown, ClaimShown } from '#contract/claim-shapes.ts';
import { TRACKER_LABELS, type TrackerStatus } from '#core/claims/shipment-shapes.ts';
import { type CancelReason, DenialDetail } from '#core/claims/decision-shapes.ts';
import type { ResolutionMethod } from '#core/claims/claim.ts';
import { methodName, methodOf } from '#core/claims/method-names.ts';
import type { LabelRefund } from '#core/effects/label-refund-state.ts';
import type { InspectionGrade } from '#core/claims/inspection-shapes.ts';
import { DENIAL_LABELS } from '#core/claims/resolution.ts';
import { incentiveOf } from '#core/claims/sums.ts';
import { exponentOf } from '#core/currency.ts';
import { formatMoney, minorFromDecimal, type Minor } from '#core/money.ts';
import { isolated } from '../../../ui/bidi.ts';
import { moneyText } from '../../../ui/money-text.tsx';
import type { Tone } from '../../../ui/status-badge.tsx';

/** The third option (C4.10). */
export const defaultDenial: DenialDetail = 'Noncompliant_Return';
export const cancelReasonLabels: Readonly<Record<CancelReason, string>> = {
  No_Action_Taken: 'No action taken',
  Final_Sale: 'Final sale',
};

const isFinished = (line: ClaimLineShown): boolean => line.finalizedOn !== null || line.canceledOn !== null;
const isUnresolved = (line: ClaimLineShown): boolean => !isFinished(line) && line.status.id === 'open';
const isPending = (line: ClaimLineShown): boolean =>
  !isFinished(line) && (line.status.id === 'approved' || line.status.id === 'denied');

const items = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`;

/** Why Finalize cannot be used now; null when it can. */
export function finalizeBlocker(claim: Pick<ClaimShown, 'claimLineItems' | 'canFinalize'>): string | null {
  const unresolved = claim.claimLineItems.filter(isUnresolved).length;
  if (unresolved > 0)
    return `${items(unresolved)} still ${unresolved === 1 ? 'needs' : 'need'} a decision: approve or deny ${unresolved === 1 ? 'it' : 'them'} first.`;
  if (claim.claimLineItems.every(isFinished)) return 'Every item in this claim is already finalized.';
  return claim.canFinalize ? null : "This claim can't be finalized right now.";
}

/** Minor units of a decimal amount of the wire. */
export const minorOf = (amount: number, currencyCode: string): Minor =>
  minorFromDecimal(amount.toFixed(exponentOf(currencyCode)), currencyCode);

/** The bonus that would go with an amount a line is approved with, minor units. */
export const bonusWith = (
  amount: number,
  method: ResolutionMethod,
  line: ClaimLineShown,
  currencyCode: string,
): Minor =>
  incentiveOf({
    method,
    requestedMethod: methodOf(line.requestedResolutionMethodEnum),
    amount: minorOf(amount, currencyCode),
    requestedAmount: minorOf(line.requestedAmount, currencyCode),
    incentiveAmount: minorOf(line.requestedIncentiveAmount, currencyCode),
    incentiveBasisPoints: line.incentiveBasisPoints,
    ...(line.isIncentiveFixed ? { isIncentiveFixed: true } : {}),
    finalizedOn: line.finalizedOn,
    isShopNow: line.isShopNow,
  });

/** What a line ends with as decided, else as asked for. */
export const methodOfLine = (line: ClaimLineShown): ResolutionMethod =>
  methodOf(line.resolutionMethodEnum ?? line.requestedResolutionMethodEnum);

const unitsOf = (lines: readonly { quantity: number }[]): number => lines.reduce((all, line) => all + line.quantity, 0);

/** What goes out of what is approved and not yet carried out, by method, after every deduction. */
type Finalizable = Pick<ClaimShown, 'claimLineItems' | 'currencyCode' | 'requestSummary'>;

/** What becomes of the customer's payments; decimals. */
type PaymentMoves = { paymentReturned: number; paymentTaken: number };

/** The claim with every item that needs a decision approved as requested; `approval`: what that would issue. */
export function asApproved(claim: ClaimShown): ClaimShown {
  const { approval: totals } = claim;
  if (totals === null) return claim;
  const approved = (line: ClaimLineShown): ClaimLineShown => ({
    ...line,
    status: { ...line.status, id: 'approved' },
    resolutionMethodEnum: line.requestedResolutionMethodEnum,
    amount: line.requestedAmount,
    variantExchangeLineItem: line.requestedVariantExchangeLineItem ?? line.variantExchangeLineItem,
  });
  return {
    ...claim,
    claimLineItems: claim.claimLineItems.map((line) => (isUnresolved(line) ? approved(line) : line)),
    requestSummary: { ...claim.requestSummary, totals },
    canFinalize: true,
  };
}

/** What the button does: "Finalize and refund $42.10", or "Approve and refund $42.10". */
export function finalizeLabel(
  { claimLineItems: lines, currencyCode, requestSummary: { totals } }: Finalizable,
  { paymentReturned, paymentTaken }: PaymentMoves = { paymentReturned: 0, paymentTaken: 0 },
  verb: 'Finalize' | 'Approve' = 'Finalize',
): string {
  const pending = lines.filter(isPending);
  const approved = pending.filter((line) => line.status.id === 'approved');
  const given = (amount: number, deed: (sum: string) => string): string[] =>
    amount > 0 ? [deed(moneyText(amount, currencyCode))] : [];
  const counted = (chosen: readonly { quantity: number }[], deed: (count: string) => string): string[] =>
    chosen.length > 0 ? [deed(items(unitsOf(chosen)))] : [];
  const ending = (...methods: ResolutionMethod[]): ClaimLineShown[] =>
    approved.filter((line) => !line.wasResolvedExternally && methods.includes(methodOfLine(line)));
  const deeds = joined([
    ...given(totals.refund, (sum) => `refund ${sum}`),
    ...given(totals.storeCredit, (sum) => `issue ${sum} store credit`),
    ...given(totals.giftCard, (sum) => `issue ${sum} on a gift card`),
    ...given(paymentReturned, (sum) => `refund ${sum} of the payment`),
    ...given(paymentTaken, (sum) => `capture ${sum} of the payment`),
    ...counted(ending('variantExchange'), (count) => `exchange ${count}`),
    ...counted(
      ending('replacementOrder').flatMap((line) => line.replacementItems),
      (count) => `send ${count} as replacement`,
    ),
    ...counted(ending('repair'), (count) => `repair ${count}`),
    ...counted(ending('other'), (count) => `close ${count}`),
    ...counted(
      approved.filter((line) => line.wasResolvedExternally),
      (count) => `record ${count} as resolved externally`,
    ),
    ...counted(
      pending.filter((line) => line.status.id === 'denied'),
      (count) => `deny ${count}`,
    ),
  ]);
  return verb === 'Approve' && deeds === '' ? 'Approve and finalize' : `${verb}${deeds}`;
}

const joined = (parts: readonly string[]): string =>
  parts.length === 0 ? '' : ` and ${[parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')}`;

/** Whether the last finalizing left the line out; its errors say why. */
export const isLeftOut = (line: ClaimLineShown): boolean => isPending(line) && line.isLeftOut;

/** The decision on a line as a badge, with the same words for the same state everywhere. */
export function decisionOf(line: ClaimLineShown): { label: string; tone: Tone } {
  if (line.canceledOn !== null) return { label: 'Canceled', tone: 'neutral' };
  if (isLeftOut(line)) return { label: 'Left out', tone: 'bad' };
  if (line.status.id === 'denied') return { label: line.finalizedOn ? 'Denied' : 'Will be denied', tone: 'bad' };
  if (line.status.id === 'approved') return { label: line.finalizedOn ? 'Approved' : 'Will be approved', tone: 'good' };
  if (line.status.id === 'closed') return { label: 'Closed', tone: 'neutral' };
  return { label: 'Needs a decision', tone: 'waiting' };
}

export const isMoney = (method: ResolutionMethod): boolean =>
  method === 'refund' || method === 'giftCard' || method === 'storeCredit';

/** What approving does: "Approve refund of $27.28". */
export function approveLabel(
  { method, amount, isExternal }: { method: ResolutionMethod; amount: number | null; isExternal: boolean },
  line: ClaimLineShown,
  currencyCode: string,
): string {
  if (!isMoney(method) || amount === null) return `Approve ${methodName(method).toLowerCase()}`;
  const bonus = isExternal ? 0 : bonusWith(amount, method, line, currencyCode);
  const sum = formatMoney({ amount: minorOf(amount, currencyCode) + bonus, currencyCode });
  return `Approve ${line.isShopNow && !isExternal ? 'credit' : methodName(method).toLowerCase()} of ${sum}`;
}

export type LineActions = { approve: string | null; canDeny: boolean; canRevert: boolean };

/**
 * Which decisions are offered on a line, until it is finalized. Back to what was requested only for lines
 * asked for as money, and only when something else was decided (C4.10).
 */
export function lineActions(line: ClaimLineShown): LineActions {
  const requested = methodOf(line.requestedResolutionMethodEnum);
  const canDecide = waysToEnd(line).length > 0 && line.requestedResolutionMethodEnum !== 'Other';
  const isAsRequested =
    line.status.id === 'approved' &&
    line.resolutionMethodEnum === line.requestedResolutionMethodEnum &&
    line.amount === line.requestedAmount &&
    !line.wasResolvedExternally;
  return {
    approve: !canDecide
      ? null
      : line.status.id === 'approved'
        ? 'Change'
        : line.status.id === 'denied'
          ? 'Approve instead'
          : 'Approve',
    canDeny: canDecide && line.status.id !== 'denied',
    canRevert: line.allowedMethods.includes(requested) && isPending(line) && isMoney(requested) && !isAsRequested,
  };
}

/** The items to send, each with its quantity if it's more than one. */
export const goodsText = (goods: readonly { title: string; quantity: number }[]): string =>
  goods.map((item) => `${item.quantity > 1 ? `${item.quantity} × ` : ''}${isolated(item.title)}`).join(', ');

function exchangeText(line: ClaimLineShown, currencyCode: string): string {
  const { variantExchangeLineItem: exchange, exchangeDeltaAmount: delta } = line;
  const wanted = exchange ? ` for ${goodsText([exchange])}` : '';
  if (delta > 0) return `Exchange${wanted}, ${moneyText(delta, currencyCode)} more than the returned item`;
  if (delta < 0)
    return `Exchange${wanted}; ${moneyText(-delta, currencyCode)} left, as ${methodName(methodOf(line.variantExchangeAmountResolutionMethodEnum ?? 'Refund')).toLowerCase()}`;
  return `Exchange${wanted}`;
}

/** "Shop now: 2 items, $234.90, paid $43.95, nothing left over". */
export function shopNowText({ shopNow, currencyCode }: Pick<ClaimShown, 'shopNow' | 'currencyCode'>): string {
  if (!shopNow) return 'Shop now';
  const money = (amount: number): string => moneyText(amount, currencyCode);
  return `Shop now: ${[
    items(shopNow.quantity),
    money(shopNow.cost),
    ...(shopNow.paid > 0 ? [`paid ${money(shopNow.paid)}`] : []),
    ...(shopNow.owed > 0 ? [`${money(shopNow.owed)} still to pay`] : []),
    shopNow.left > 0 ? `${money(shopNow.left)} left over` : 'nothing left over',
  ].join(', ')}`;
}

function approvalText(line: ClaimLineShown, currencyCode: string): string {
  const method = methodOfLine(line);
  if (method === 'variantExchange') return exchangeText(line, currencyCode);
  if (method === 'replacementOrder') return `${methodName(method)} of ${goodsText(line.replacementItems)}`;
  if (!isMoney(method) || line.amount === null) return methodName(method);
  const bonus = minorOf(line.incentiveAmount, currencyCode);
  if (line.isShopNow) {
    const credit = formatMoney({ amount: minorOf(line.amount, currencyCode) + bonus, currencyCode });
    const left =
      line.estimatedAmount > 0
        ? `${moneyText(line.estimatedAmount, currencyCode)} left over, as ${methodName(method).toLowerCase()}`
        : 'nothing left over';
    return `Shop now credit of ${credit}, ${left}`;
  }
  const plus = bonus > 0 ? ` plus a bonus of ${formatMoney({ amount: bonus, currencyCode })}` : '';
  return `${methodName(method)} of ${moneyText(line.amount, currencyCode)}${plus}`;
}

/** Why a line was denied; null where it was not. */
export const denialOf = ({ status }: ClaimLineShown): DenialDetail | null =>
  DenialDetail.safeParse(status.detail).data ?? null;

/** The decision on a line, in words. */
export function decisionText(line: ClaimLineShown, currencyCode: string): string {
  const denial = denialOf(line);
  if (line.status.id === 'denied') return denial ? DENIAL_LABELS[denial] : 'Denied';
  return `${approvalText(line, currencyCode)}${line.wasResolvedExternally ? ', resolved externally' : ''}`;
}

/** The deductions of a line, so that staff can follow the amount; null if there are none. */
export function deductionText(line: ClaimLineShown, currencyCode: string): string | null {
  if (line.status.id !== 'approved' || line.wasResolvedExternally || !isMoney(methodOfLine(line))) return null;
  if (line.finalizedOn !== null)
    return line.deductedAmount > 0
      ? `${moneyText(line.deductedAmount, currencyCode)} for this claim's fees, shipping and new items`
      : null;
  const worth =
    minorOf(line.amount ?? line.requestedAmount, currencyCode) + minorOf(line.incentiveAmount, currencyCode);
  if (minorOf(line.estimatedAmount, currencyCode) >= worth) return null;
  return line.estimatedAmount === 0
    ? "Fully used for this claim's fees, shipping and new items; nothing is paid out"
    : `Pays out ${moneyText(line.estimatedAmount, currencyCode)} after this claim's fees, shipping and new items`;
}

/** Why a line cannot be edited; null when it can. */
export function lineLock(line: ClaimLineShown): string | null {
  if (line.canceledOn !== null) return 'Canceled. Nothing is issued for it.';
  if (line.finalizedOn !== null) return "Finalized. It can't be changed.";
  if (line.requestedResolutionMethodEnum === 'Other')
    return "No resolution was requested, so there's nothing to decide.";
  return waysToEnd(line).length === 0 ? "It can't be changed." : null;
}

/** The methods that staff choose among: where none can be carried out, those they used outside. */
export const waysToEnd = ({ allowedMethods, externalMethods }: ClaimLineShown): ClaimLineShown['allowedMethods'] =>
  allowedMethods.length > 0 ? allowedMethods : externalMethods;

/** Whether staff can only say that they resolved it externally. */
export const isOnlyExternal = ({ externalMethods }: ClaimLineShown): boolean => externalMethods.length > 0;

/** A balance for reading: under a cent it is nothing (C9.04). */
export const shownBalance = (amount: number): number => (Math.abs(amount) < 0.01 ? 0 : amount);

/** The result of a claim: what the customer still owes, including after earlier payouts, or what they get. */
export function outcomeOf({ owed, balance }: Pick<ClaimShown['ledger'], 'owed' | 'balance'>): {
  label: string;
  amount: number;
} {
  const open = shownBalance(owed > 0 ? owed : Math.max(0, -balance));
  return open > 0
    ? { label: 'Customer owes', amount: open }
    : { label: 'To the customer', amount: shownBalance(balance) };
}

type Shown = Readonly<{ label: string; tone: Tone }>;

export const paymentStates: Readonly<Record<ClaimShown['customerPayments'][number]['status'], Shown>> = {
  Authorized: { label: 'Authorized', tone: 'waiting' },
  Captured: { label: 'Captured', tone: 'good' },
  Refunded: { label: 'Refunded', tone: 'neutral' },
  Expired: { label: 'Expired', tone: 'bad' },
};

/** What goods were sent ahead against, and what has come of it by now. */
export function instantExchangeText({ customerPayment: payment }: Pick<ClaimShown, 'customerPayment'>): string {
  const sent = 'Instant exchange: the new items were sent ahead';
  if (!payment) return `${sent}.`;
  const money = (amount: number): string => moneyText(amount, payment.currencyCode);
  const hold = `hold of ${money(payment.amount)} on the customer's card`;
  switch (payment.status) {
    case 'Authorized':
      return `${sent}, against a ${hold}.`;
    case 'Captured': {
      const part = payment.capturedAmount < payment.amount ? `${money(payment.capturedAmount)} of the` : 'The';
      const taken = `${sent}. ${part} ${hold} was captured`;
      return payment.refundedAmount > 0 ? `${taken}, and ${money(payment.refundedAmount)} refunded.` : `${taken}.`;
    }
    case 'Refunded':
      return `${sent}. The ${money(payment.capturedAmount)} captured from the ${hold} was refunded.`;
    case 'Expired':
      return `${sent}. The ${hold} has ended. Nothing was captured.`;
  }
}

export const reservationStates: Readonly<Record<NonNullable<ClaimShown['reservation']>['state'], Shown>> = {
  asked: { label: 'Reserving', tone: 'waiting' },
  held: { label: 'Reserved for the customer', tone: 'good' },
  short: { label: 'Not enough stock', tone: 'bad' },
  released: { label: 'Released', tone: 'neutral' },
};

type Summary = ClaimShown['resolutionSummary'];
export const moneyPlaces: Readonly<Record<Summary['refunds'][number]['to'], string>> = {
  originalPayment: 'To the original payment method',
  external: 'Resolved externally',
};
export const giftTypeLabels: Readonly<Record<Summary['giftCards'][number]['type'], string>> = {
  Gift_Card: 'Gift card',
  Gift_Card_Order: 'Gift card order',
  Store_Credit: 'Store credit',
};

/** Whether a warranty review still waits for staff. */
export const underReview = (line: ClaimLineShown): boolean =>
  line.requestedResolutionMethodEnum === 'Warranty_Review' && isUnresolved(line);

const POLL_MS = 2000;

/** Milliseconds until the claim should be asked again, or false when nothing is on its way. */
export const pollDelay = (claim: Pick<ClaimShown, 'effects'>): number | false =>
  claim.effects.some(({ state, isHeldBack }) => state === 'running' || (state === 'waiting' && !isHeldBack))
    ? POLL_MS
    : false;

/** Whether everything in the claim is over, so that nothing more can be asked or decided. */
export const isOver = (claim: Pick<ClaimShown, 'claimLineItems'>): boolean => claim.claimLineItems.every(isFinished);

/** The color of a grade. */
export const gradeTones: Readonly<Record<InspectionGrade, Tone>> = {
  A_Stock: 'good',
  B_Stock: 'waiting',
  Dispose: 'bad',
};

export const progressLabels: Readonly<Record<ClaimShown['inspectionProgress'], Shown>> = {
  In_Progress: { label: 'Inspection in progress', tone: 'waiting' },
  Ready_For_Review: { label: 'Ready for review', tone: 'info' },
  Completed: { label: 'Inspection completed', tone: 'good' },
};

const trackerTones: Readonly<Record<TrackerStatus, Tone>> = {
  unknown: 'neutral',
  pre_transit: 'neutral',
  in_transit: 'info',
  out_for_delivery: 'info',
  delivered: 'good',
  available_for_pickup: 'waiting',
  return_to_sender: 'bad',
  failure: 'bad',
  cancelled: 'neutral',
  error: 'bad',
};

/** How far a parcel is; a canceled label goes nowhere. */
export function parcelState({
  tracker,
  canceledOn,
}: Pick<ClaimShown['claimReturnShipments'][number], 'tracker' | 'canceledOn'>): Shown {
  const status = canceledOn ? 'cancelled' : tracker.status;
  return { label: TRACKER_LABELS[status], tone: trackerTones[status] };
}

/** The result of voiding a label. */
export const labelRefundLabels: Readonly<Record<LabelRefund, { label: string; tone: Tone }>> = {
  submitted: { label: 'Refund requested', tone: 'waiting' },
  refunded: { label: 'Refunded', tone: 'good' },
  rejected: { label: 'Refund rejected', tone: 'bad' },
  notApplicable: { label: 'Not charged', tone: 'neutral' },
};

/** The entries of a timeline the other way round; of one instant, what was added last stands first too. */
export const newestFirst = <E extends { datetime: string }>(entries: readonly E[]): E[] =>
  entries.toReversed().sort((one, other) => other.datetime.localeCompare(one.datetime));

type Entry = ClaimShown['timeline'][number];
/** Events reported by partners and effects, never by a person. */
const AUTOMATIC: ReadonlySet<Entry['type']> = new Set(['email', 'shipment', 'money', 'shopify', 'warning']);

/** The author of a timeline entry; null if the subject already names them or no one is known. */
export function actorText({ by, subject, type, version }: Entry): string | null {
  if (by !== undefined) return by === subject ? null : `by ${isolated(by)}`;
  return AUTOMATIC.has(type) && version === undefined ? 'automatically' : null;
}
