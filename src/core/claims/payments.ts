import { aboutClaim, aboutOrder } from '#core/effects/subject.ts';
import { openSettlement } from '#core/claims/claim-money.ts';
import { refundedAmountOf, isLapsed, total, usableOf } from '#core/claims/paid.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import { emailEffect, type Decision } from '#core/claims/decision.ts';
import type { WantedEmail } from '#core/effects/email.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { usualEmail } from '#core/claims/email-wishes.ts';
import { areGoodsBack } from '#core/claims/goods-progress.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { windowEndIn, type End } from '#core/dates.ts';
import { formatMoney, type Minor, type Money } from '#core/money.ts';
import { isKeptAtEnd } from '#core/payments/hold.ts';
import { zoneOfTerms } from '#core/policy/claim-policy.ts';
import { PAYMENT_PROVIDERS } from '#core/payments/providers.ts';
import { Refusal } from '#core/refusal.ts';

const payloadOf = (payment: PaymentNamed) => ({
  paymentId: payment.id,
  idFromPlatform: payment.idFromPlatform,
  provider: payment.provider,
});
type PaymentNamed = Pick<CustomerPayment, 'id' | 'idFromPlatform' | 'provider'>;
const moneyOf = (payment: CustomerPayment, amount: Minor) => ({ amount, currencyCode: payment.currencyCode });

const withPayment = (claim: Claim, payment: CustomerPayment): Claim => ({
  ...claim,
  payments: claim.payments.map((one) => (one.id === payment.id ? payment : one)),
});

/** Captures `amount` of a held payment, once; the provider releases the rest. Capturing nothing changes nothing. */
export function askCapture(claim: Claim, payment: CustomerPayment, amount: Minor): Decision {
  if (payment.captureAsked !== null || amount <= 0) return { claim, effects: [] };
  return {
    claim: withPayment(claim, { ...payment, captureAsked: amount }),
    effects: [
      {
        kind: 'paymentCapture',
        purposeKey: captureKey(payment.id),
        subject: aboutClaim(claim),
        payload: { ...payloadOf(payment), amount: moneyOf(payment, amount) },
      },
    ],
  };
}

/**
 * Somebody captured a hold at its provider: as if we had asked for that much, so that it is booked and what isn't owed
 * goes back. Once a claim has ended, the release of its hold refunds it, or this does what was captured beyond our own
 * capture.
 */
export function capturedByOthers(claim: Claim, paymentId: number): Decision {
  const payment = claim.payments.find((one) => one.id === paymentId);
  const isEnded =
    !claim.instantExchange?.isOnlyReturnAwaited &&
    claim.lines.every(({ finalizedOn, canceledOn }) => finalizedOn !== null || canceledOn !== null);
  if (payment?.status !== 'Captured' || payment.isTakenElsewhere === true) return { claim, effects: [] };
  const { captureAsked, capturedAmount } = payment;
  if (captureAsked === null) return isEnded ? { claim, effects: [] } : askCapture(claim, payment, capturedAmount);
  if (capturedAmount <= captureAsked) return { claim, effects: [] };
  const taken: CustomerPayment = { ...payment, captureAsked: capturedAmount };
  const adopted = withPayment(claim, taken);
  return isEnded ? askRefund(adopted, taken, capturedAmount - captureAsked) : { claim: adopted, effects: [] };
}

/** What was to be taken of a payment was taken outside: it is paid, though its hold may end. */
export function takenElsewhere(claim: Claim, paymentId: number): Claim {
  const payment = claim.payments.find((one) => one.id === paymentId);
  return payment ? withPayment(claim, { ...payment, isTakenElsewhere: true }) : claim;
}

/** Whether it can still be taken, and was not asked to be. */
export const isHeld = (payment: CustomerPayment, now: string): boolean =>
  payment.status === 'Authorized' &&
  payment.captureAsked === null &&
  payment.isTakenElsewhere !== true &&
  (payment.authorizationExpiresOn === null || Date.parse(payment.authorizationExpiresOn) > Date.parse(now));

export const releaseKey = (paymentId: number): string => `paymentRelease:payment:${paymentId}`;

const release = (claim: Claim, payment: CustomerPayment): EffectIntent => ({
  kind: 'paymentRelease',
  purposeKey: releaseKey(payment.id),
  subject: aboutClaim(claim),
  payload: payloadOf(payment),
});

/** Releases a started payment that no claim has; captured money is refunded. */
export const releaseUnused = (orderId: number, payment: PaymentNamed): EffectIntent => ({
  kind: 'paymentRelease',
  purposeKey: releaseKey(payment.id),
  subject: aboutOrder(orderId),
  payload: payloadOf(payment),
});

/** The held amount of a claim's payments; null if there is none. */
export function heldMoney(claim: Claim, now: string): Money | null {
  const held = claim.payments.filter((payment) => isHeld(payment, now));
  const amount = held.reduce((sum, payment) => sum + payment.amount, 0);
  return amount === 0 ? null : { amount, currencyCode: claim.currencyCode };
}

/** The same in words. */
export function heldText(claim: Claim, now: string): string | null {
  const held = heldMoney(claim, now);
  return held && formatMoney(held);
}

export const captureKey = (paymentId: number): string => `paymentCapture:payment:${paymentId}`;

/** Goods of the line went out ahead of its return, and it was not ended by charging for them. */
const isSentAhead = (line: ClaimLine): boolean =>
  line.exchangeOrderedOn !== null && !(line.status === 'denied' && line.finalizedOn !== null);

/** Whether items were sent that only a hold or its capture secures until the return is back. */
export const areSentGoodsOut = (claim: Claim): boolean => claim.lines.some(isSentAhead);

/** Whether nothing that was sent ahead of its return is still waited for. */
export const areSentGoodsBack = (claim: Claim): boolean =>
  areGoodsBack(claim) ||
  !claim.returnRequired ||
  (!claim.instantExchange?.isOnlyReturnAwaited && !areSentGoodsOut(claim));

/**
 * Captures a hold for sent items before it expires or when the return is late: all of it while the return isn't back,
 * since the rest is refunded later, and only what is owed once it is.
 */
export function captureHold(claim: Claim, payment: CustomerPayment, now: string): Decision {
  const isBack = areSentGoodsBack(claim);
  const amount = isBack ? Math.min(payment.amount, owedOf(claim, payment)) : payment.amount;
  const asked = askCapture(claim, payment, amount);
  const entry = {
    type: 'money',
    subject: `Capturing ${formatMoney(moneyOf(payment, amount))} of the hold`,
    message: isBack
      ? 'The hold is about to end, and the customer owes this with or without the return.'
      : "The new items were sent and the return hasn't arrived. Anything the customer doesn't owe is refunded later.",
  } as const;
  return asked.effects.length === 0 ? asked : { ...asked, claim: withEntry(asked.claim, entry, now) };
}

/** What a claim costs its shopper, with or without the return, beyond what was or will be captured of other payments. */
export const owedOf = (claim: Claim, payment: CustomerPayment): Minor =>
  Math.max(0, usedOf(claim) + openSettlement(claim).owed - coveredByOthers(claim, payment));

/** What rounds that are finalized were paid with, as far as only the hold of this payment stands for it. */
export const usedOfHold = (claim: Claim, payment: CustomerPayment): Minor =>
  Math.max(
    0,
    usedOf(claim) - coveredByOthers(claim, payment) - Math.max(0, payment.capturedAmount - refundedAmountOf(payment)),
  );

const coveredByOthers = ({ payments }: Claim, { id }: CustomerPayment): Minor =>
  payments.filter((one) => one.id !== id && one.captureAsked !== null).reduce((sum, one) => sum + usableOf(one), 0);

/** By when the goods of an instant exchange have to be back. */
export const returnUntil = ({ createdOn, policy }: Pick<Claim, 'createdOn' | 'policy'>): End =>
  windowEndIn(createdOn, policy.instantExchangeReturnDays, zoneOfTerms(policy));

/** What the shopper is written when a hold was taken while goods sent ahead stand out. Otherwise the outcome says it. */
export function takenEmail(claim: Claim, paymentId: number, amount: Minor): WantedEmail[] {
  if (amount === 0 || !claim.instantExchange || areSentGoodsBack(claim)) return [];
  const taken = { amount, currencyCode: claim.currencyCode };
  const text = { ...usualEmail('paymentTaken', { ...claim, taken }), claimSummary: false };
  return emailEffect('paymentTaken', claim, `email:paymentTaken:payment:${paymentId}:claim:${claim.id}`, text);
}

/** A hold has an id of its own at its provider each time it is made, so that each is made again once. */
export const holdAgainKey = (payment: Pick<CustomerPayment, 'id' | 'idFromPlatform'>): string =>
  `paymentHoldAgain:payment:${payment.id}:${payment.idFromPlatform}`;

export const holdAgain = (claim: Claim, payment: CustomerPayment): EffectIntent => ({
  kind: 'paymentHoldAgain',
  purposeKey: holdAgainKey(payment),
  subject: aboutClaim(claim),
  payload: { ...payloadOf(payment), amount: moneyOf(payment, payment.amount) },
});

function askRefund(claim: Claim, payment: CustomerPayment, amount: Minor): Decision {
  if (amount <= 0) return { claim, effects: [] };
  const refunded = refundedAmountOf(payment);
  const refundAsked = refunded + amount;
  const refundedByOthers = (payment.refundedByOthers ?? 0) + refunded - payment.refundAsked;
  return {
    claim: withPayment(claim, { ...payment, refundAsked, ...(refundedByOthers > 0 ? { refundedByOthers } : {}) }),
    effects: [
      {
        kind: 'paymentRefund',
        // The amount refunded so far tells this refund apart from earlier ones.
        purposeKey: `paymentRefund:payment:${payment.id}:to:${refundAsked}`,
        subject: aboutClaim(claim),
        payload: { ...payloadOf(payment), amount: moneyOf(payment, amount) },
      },
    ],
  };
}

const usedOf = (claim: Claim): Minor => total(claim.settlements, (record) => record.paymentUsed);

/**
 * Settles the payments of a fully decided claim: what was used is captured, the rest is returned. While items sent
 * ahead aren't back, the payments stay as they are, and this runs again later.
 */
export function endPayments(claim: Claim): Decision {
  const isKept = isKeptAtEnd({
    areGoodsOut: claim.payments.length > 0 && areSentGoodsOut(claim),
    areGoodsBack: areSentGoodsBack(claim),
  });
  return isKept
    ? { claim: { ...claim, instantExchange: { isOnlyReturnAwaited: true } }, effects: [] }
    : settlePayments(returnNotAwaited(claim), usedOf(claim));
}

/** Items sent ahead are back, or the claim goes on without them. */
export const returnNotAwaited = (claim: Claim): Claim =>
  claim.instantExchange ? { ...claim, instantExchange: {} } : claim;

/** Whether staff may stop waiting for the return: items were sent ahead of it, or everything but the return is done. */
export const canWaiveReturn = (claim: Claim): boolean => isReturnAwaited(claim) || isOnlyReturnDue(claim);

/** Everything is decided, and goods that have to come back are not. A package may be lost. */
const isOnlyReturnDue = (claim: Claim): boolean =>
  claim.finalizedOn !== null &&
  claim.returnRequired &&
  claim.lines.some(({ status }) => status === 'approved') &&
  !areGoodsBack(claim);

/** Everything is decided, and goods that have to come back have no shipment to come by. */
export const isReturnStranded = (claim: Claim): boolean =>
  isOnlyReturnDue(claim) && claim.shipments.every(({ canceledOn }) => canceledOn !== null);

/**
 * Staff wait no longer for a return: the customer keeps the goods, and a claim that is decided ends now. Refuses
 * RETURN_NOT_AWAITED.
 */
export function waiveReturn(claim: Claim, now: string): Decision {
  if (!canWaiveReturn(claim))
    throw new Refusal('conflict', 'RETURN_NOT_AWAITED', "This claim isn't waiting for a return.");
  const entry = {
    type: 'processing',
    subject: 'Stopped waiting for the return',
    message: isReturnAwaited(claim)
      ? "The customer keeps the items and isn't charged for the new ones."
      : 'The customer keeps the items.',
  } as const;
  const waived = withEntry({ ...claim, returnRequired: false }, entry, now);
  return claim.instantExchange?.isOnlyReturnAwaited ? endPayments(waived) : { claim: waived, effects: [] };
}

/** Whether goods sent ahead are out and what they were sent for is not back. */
export const isReturnAwaited = (claim: Claim): boolean => !areSentGoodsBack(claim);

/**
 * The store of an open claim left, so nobody carries the claim out: what the server's account has for it, and no round
 * used, is returned. A payment that stands for goods that are out stays as it is.
 */
export const returnUnused = (claim: Claim): Decision =>
  isReturnAwaited(claim)
    ? { claim, effects: [] }
    : settlePayments(claim, usedOf(claim), ({ provider }) => PAYMENT_PROVIDERS[provider].isOfServer);

/**
 * Settles a shopper's payments: `used` is captured, the rest is returned. For a completed or canceled claim. Payments
 * that aren't meant stay as they are.
 */
export function settlePayments(
  claim: Claim,
  used: Minor,
  isMeant: (payment: CustomerPayment) => boolean = () => true,
): Decision {
  let open = used;
  return claim.payments.reduce<Decision>(
    (decision, payment) => {
      const usable = usableOf(payment);
      const taken = Math.min(open, usable);
      open -= taken;
      if (!isMeant(payment)) return decision;
      const next = settlePayment(decision.claim, payment, taken, usable);
      return { claim: next.claim, effects: [...decision.effects, ...next.effects] };
    },
    { claim, effects: [] },
  );
}

function settlePayment(claim: Claim, payment: CustomerPayment, taken: Minor, usable: Minor): Decision {
  if (isLapsed(payment)) return { claim, effects: [] };
  if (payment.captureAsked !== null) return askRefund(claim, payment, usable - taken);
  return taken > 0 ? askCapture(claim, payment, taken) : { claim, effects: [release(claim, payment)] };
}

/** A payment, and what of it staff were shown to be left. */
export type PaymentLeft = { paymentId: number; left: Minor };

/**
 * Refunds what is left of a captured payment (C4.16). Refuses PAYMENT_UNKNOWN, PAYMENT_NOT_CAPTURED, and SUMS_CHANGED
 * where staff were shown another sum.
 */
export function refundPayment(claim: Claim, { paymentId, left: shown }: PaymentLeft, now: string): Decision {
  const payment = claim.payments.find((one) => one.id === paymentId);
  if (!payment) throw new Refusal('notFound', 'PAYMENT_UNKNOWN', "This payment isn't part of the claim.");
  const left = payment.capturedAmount - refundedAmountOf(payment);
  if (payment.status !== 'Captured' || left <= 0)
    throw new Refusal('conflict', 'PAYMENT_NOT_CAPTURED', 'Only a captured payment can be refunded.');
  if (left !== shown)
    throw new Refusal(
      'conflict',
      'SUMS_CHANGED',
      `Part of this payment was refunded meanwhile: ${formatMoney(moneyOf(payment, left))} is left. Close this and look again.`,
    );
  const asked = askRefund(claim, payment, left);
  const text = formatMoney(moneyOf(payment, left));
  return {
    ...asked,
    claim: withEntry(
      asked.claim,
      { type: 'money', subject: `Refund of the ${text} payment requested`, message: '' },
      now,
    ),
  };
}

/** What the provider says a payment has come to. News that changes nothing gives the claim as it was. */
export function recordPayment(
  claim: Claim,
  paymentId: number,
  news: Pick<
    CustomerPayment,
    'status' | 'capturedAmount' | 'refundedAmount' | 'authorizationExpiresOn' | 'capturedOn'
  > & {
    idFromPlatform?: string;
  },
  now: string,
): Claim {
  const payment = claim.payments.find((one) => one.id === paymentId);
  if (!payment) return claim;
  const isNewHold = news.idFromPlatform !== undefined && news.idFromPlatform !== payment.idFromPlatform;
  const next: CustomerPayment = { ...payment, ...news, ...(isNewHold ? { heldOn: now } : {}) };
  const isSame = (Object.keys(next) as (keyof CustomerPayment)[]).every((key) => next[key] === payment[key]);
  if (isSame) return claim;
  const saved = withPayment(claim, next);
  if (next.status === payment.status && next.refundedAmount === payment.refundedAmount)
    return { ...saved, updatedOn: now };
  return withEntry(saved, { type: 'money', subject: paymentText(payment, next), message: payment.note }, now);
}

function paymentText(before: CustomerPayment, payment: CustomerPayment): string {
  const text = (amount: Minor): string => formatMoney(moneyOf(payment, amount));
  // Without this, an earlier partial refund would appear twice once the last part is reported.
  const refunded = `${text(payment.refundedAmount - before.refundedAmount)} of the customer's payment refunded`;
  switch (payment.status) {
    case 'Authorized':
      return `${text(payment.amount)} held on the customer's card`;
    case 'Captured':
      return payment.refundedAmount > 0 ? refunded : `${text(payment.capturedAmount)} captured`;
    case 'Refunded':
      return refunded;
    case 'Expired':
      return "The hold on the customer's card has ended";
  }
}
