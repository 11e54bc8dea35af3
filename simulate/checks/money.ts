import { claimOfPayment } from '#server/db/payments.ts';
import { claimIdOf } from '#server/db/effects.ts';
import { z } from 'zod';
import type { Claim } from '#core/claims/claim.ts';
import { madeForClaim } from '#core/orders/exchange-order.ts';
import type { EffectRow } from '#server/db/effects.ts';
import { hasStaffRefund, isNotedFor, type Check, type HeldFacts, type MoneyFacts } from './facts.ts';
import { isDoneWith, mayHaveMoved, sumOf } from './movements.ts';
import { wasDeclined } from './refunds.ts';
import { BY_HAND } from '../people/platform.ts';
import type { DifferenceCode } from '#core/books/differences.ts';

type BooksFacts = Omit<MoneyFacts, 'differences' | 'lastError'>;

/** The books and the partners agree, but for what a person was told of; a person's wrong word is found out. */
const reconciled: Check<MoneyFacts> = ({ differences, lastError, ...facts }) => [
  ...(lastError === null ? [] : [`the books could not be reconciled: ${lastError}`]),
  ...differences
    .filter(({ isExplained, code, claimId, orderNo }) => {
      if (
        CAPTURED_BY_HAND.includes(code) &&
        facts.payments.some(
          (one) =>
            facts.capturedByHand.has(one.id_from_platform) &&
            claimOfPayment(one) === claimId &&
            isCaptureWithPeople(one, facts.effects),
        )
      )
        return false;
      if (NOT_GIVEN.includes(code) && isAboutDeclined(facts, claimId)) return false;
      if (code === 'ORDER_GAVE_MORE_THAN_PAID')
        return !isRefundedSince(facts, orderNo) && !isPaymentLost(facts, orderNo);
      const isWrongWord = code === 'MOVED_AND_DONE_ELSEWHERE';
      return (
        !isExplained && !(isWrongWord && facts.effects.some((one) => claimIdOf(one) === claimId && mayHaveMoved(one)))
      );
    })
    .map(({ code, message }) => `${code} ${message}`),
];

/** How the books find that somebody captured a hold that we were about to capture, another amount of it or the same. */
const CAPTURED_BY_HAND: readonly string[] = ['AMOUNT_DIFFERS', 'MOVED_AND_DONE_ELSEWHERE'] satisfies DifferenceCode[];
const isCaptureWithPeople = (
  { payment_id: id }: MoneyFacts['payments'][number],
  effects: readonly EffectRow[],
): boolean =>
  effects.some(
    ({ kind, state, payload }) =>
      kind === 'paymentCapture' && isWithPeople(state) && OfPayment.parse(payload).paymentId === id,
  );

/** How the books find what a payment provider declined once our step was done. */
const NOT_GIVEN: readonly string[] = [
  'EFFECT_WITHOUT_MOVEMENT',
  'CANCELED_AT_PLATFORM',
  'AMOUNT_DIFFERS',
  'CLAIM_NOT_EVEN',
] satisfies DifferenceCode[];

/** A refund for the claim, or for what is no return, that its payment provider declined. */
const isAboutDeclined = ({ claims, shop }: BooksFacts, claimId: number | null): boolean => {
  const claim = claims.find((one) => one.claim.id === claimId)?.claim;
  return shop.orders.some((order) =>
    order.refunds.some(
      (refund) =>
        refund.note !== BY_HAND &&
        wasDeclined(refund, order) &&
        (claim === undefined || isNotedFor(refund.note, claim.externalId)),
    ),
  );
};

/** Staff get a message about each refund that its payment provider declined once our step was done. */
const declinedTold: Check<MoneyFacts> = ({ shop, effects, differences }) =>
  shop.orders.flatMap((order) =>
    order.refunds
      .filter((refund) => wasDeclined(refund, order) && isDoneWith(effects, refund))
      .filter(
        ({ note }) =>
          !differences.some(
            ({ code, claimExternalId }) =>
              NOT_GIVEN.includes(code) && (claimExternalId === null || isNotedFor(note, claimExternalId)),
          ),
      )
      .map(({ note }) => `the refund "${note}" of ${order.name} was declined, and the books say nothing of it`),
  );

/** What staff at the platform give back after everything was finalized nobody can hold them from. */
function isRefundedSince({ claims, shop }: BooksFacts, orderNo: string | null): boolean {
  const order = shop.orders.find(({ name }) => name === orderNo);
  const own = claims.filter(({ claim }) => claim.orderIdFromPlatform === String(order?.id));
  const settled = own.flatMap(({ claim }) => claim.settlements.map(({ settledOn }) => Date.parse(settledOn)));
  const refunds = order?.refunds ?? [];
  // The shop tells whole seconds.
  const since = Math.max(...settled) - 1000;
  return refunds.some(({ note, createdAt }) => note === 'by hand' && Date.parse(createdAt) >= since);
}

/** What was to pay for the goods of an exchange order is gone, or was never taken, and staff see that. */
function isPaymentLost({ effects, payments, shop, tasks }: BooksFacts, orderNo: string | null): boolean {
  const order = shop.orders.find(({ name }) => name === orderNo);
  const made = madeForClaim(order?.sourceIdentifier);
  if (made === null) return false;
  return (
    tasks.some((task) => task.kind === 'holdLost' && claimIdOf(task) === made.claimId) ||
    payments.some((one) => claimOfPayment(one) === made.claimId && isCaptureWithPeople(one, effects))
  );
}

const balanced: Check<MoneyFacts> = ({ unbalanced }) =>
  unbalanced.map(({ purpose_key, sum }) => `the entry ${purpose_key} comes to ${sum}`);

const Moved = z.object({ amount: z.object({ amount: z.number() }).optional() });
const OfPayment = z.object({ paymentId: z.number() });
const movedBy = ({ result }: EffectRow): number => Moved.parse(result ?? {}).amount?.amount ?? 0;

/** What we say was taken of shoppers' payments and given back is what their provider took and gave back. */
const paidOnce: Check<MoneyFacts> = (facts) =>
  facts.payments.flatMap((payment) => {
    const { effects, capturedByHand } = facts;
    const { taken, back } = atProvider(payment, facts);
    const steps = effects.filter(
      ({ kind, state, payload }) =>
        kind.startsWith('payment') && state === 'done' && OfPayment.parse(payload).paymentId === payment.payment_id,
    );
    const sum = (kinds: readonly string[]): number =>
      steps.filter(({ kind }) => kinds.includes(kind)).reduce((all, step) => all + movedBy(step), 0);
    const failed = isPaymentWithPeople(effects, payment.payment_id);
    const captured = sum(['paymentCapture']);
    const given = sum(['paymentRefund', 'paymentRelease']);
    // A checkout takes the money before anyone asks for it.
    const isTaken =
      payment.provider === 'platformCheckout'
        ? captured <= taken
        : captured === taken ||
          // A hold that was to be released, and that somebody captured first, went back whole.
          (capturedByHand.has(payment.id_from_platform) && captured === 0 && back === taken);
    return [
      ...(isTaken || failed ? [] : [`${cents(captured)} are taken by our steps, ${cents(taken)} at the provider`]),
      ...(given === back || failed
        ? []
        : [`${cents(given)} are given back by our steps, ${cents(back)} at the provider`]),
      ...(back > taken ? [`${cents(back)} of ${cents(taken)} taken went back`] : []),
    ].map((what) => `payment ${payment.payment_id}: ${what}`);
  });

/** A step of this payment failed, or staff say that they did it elsewhere. */
const isPaymentWithPeople = (effects: readonly EffectRow[], paymentId: number): boolean =>
  effects.some(
    ({ kind, state, payload }) =>
      kind.startsWith('payment') && isWithPeople(state) && OfPayment.parse(payload).paymentId === paymentId,
  );

/** What the provider of a payment took and gave back of it for us, and whether it still holds it. */
export function atProvider(
  payment: MoneyFacts['payments'][number],
  { intents, returned, shop }: MoneyFacts,
): { taken: number; back: number; isHeld: boolean } {
  if (payment.provider === 'platformCheckout') {
    const [draftId] = payment.id_from_platform.split('-');
    const draft = shop.draftOrders.find(({ id }) => String(id) === draftId);
    const order = shop.orders.find(({ id }) => id === draft?.orderId);
    const sum = (kinds: string[]): number => (order ? sumOf(order, kinds) : 0);
    return { taken: sum(['SALE', 'CAPTURE']), back: sum(['REFUND']), isHeld: false };
  }
  const own = intents.filter(
    ({ id, metadata }) => id === payment.id_from_platform || isOfPurpose(metadata['purposeKey'], payment),
  );
  const back = returned.filter(
    (refund) => own.some(({ id }) => id === refund.payment_intent) && 'purposeKey' in refund.metadata,
  );
  return {
    taken: own.reduce((all, intent) => all + intent.amount_received, 0),
    back: back.reduce((all, { amount }) => all + amount, 0),
    isHeld: own.some(({ status }) => status === 'requires_capture'),
  };
}

/** A hold made again is marked with the step that made it. */
const isOfPurpose = (mark: string | undefined, payment: { purpose_key: string; payment_id: number }): boolean =>
  mark === payment.purpose_key || (mark ?? '').startsWith(`paymentHoldAgain:payment:${payment.payment_id}:`);

export const isWithPeople = (state: EffectRow['state']): boolean => state === 'failed' || state === 'doneElsewhere';

const cents = (minor: number): string => `${minor} cents`;

/** Nothing is held of a shopper for a claim that is over, or that never came about. */
const noHoldLeft: Check<HeldFacts> = ({ intents, payments, claims, effects, now }) =>
  intents
    .filter(({ status, created }) => status === 'requires_capture' && created * 1000 < now - HOUR_MS)
    .flatMap(({ id, amount, metadata }) => {
      const payment = payments.find((one) => one.id_from_platform === id);
      const claim = claims.find((one) => payment && one.claim.id === claimOfPayment(payment))?.claim;
      const isOpen = claim !== undefined && !isEnded(claim);
      const isKnown = payments
        .filter((one) => one.id_from_platform === id || isOfPurpose(metadata['purposeKey'], one))
        .some((one) => isPaymentWithPeople(effects, one.payment_id));
      return isOpen || isKnown ? [] : [`${cents(amount)} are held by ${id}, which belongs to no open claim`];
    });
const HOUR_MS = 3_600_000;
export const isEnded = ({ finalizedOn, lines, instantExchange }: Claim): boolean =>
  !instantExchange?.isOnlyReturnAwaited &&
  (finalizedOn !== null || lines.every((line) => line.finalizedOn ?? line.canceledOn));

/** Goods that were sent ahead and are not back are paid for whole, or held for whole, or somebody was told. */
const goodsAreSecured: Check<MoneyFacts> = (facts) =>
  facts.claims.flatMap(({ claim }) => {
    const { payments } = facts;
    if (!claim.instantExchange || !isOut(claim) || claim.payments.length === 0) return [];
    const isSecured = payments
      .filter((payment) => claimOfPayment(payment) === claim.id)
      .some((payment) => {
        const { isHeld, taken, back } = atProvider(payment, facts);
        // Of what somebody took a part of before the claim was made, the claim counts that part alone.
        const { amount } = claim.payments.find(({ id }) => id === payment.payment_id) ?? payment;
        return isHeld || taken - back >= amount;
      });
    return isSecured || isTold(claim, facts)
      ? []
      : [`the goods of ${claim.externalId} are out, nothing secures them, nobody was told`];
  });

/** What finalized items were paid with is taken, or still held, or somebody was told. */
const usedIsSecured: Check<MoneyFacts> = (facts) =>
  facts.claims.flatMap(({ claim }) => {
    const used = claim.settlements.reduce((all, { paymentUsed }) => all + paymentUsed, 0);
    const payments = facts.payments.filter((payment) => claimOfPayment(payment) === claim.id);
    // A checkout holds nothing: its money was there.
    if (payments.some(({ provider }) => provider === 'platformCheckout')) return [];
    const secured = payments.reduce((all, payment) => {
      const { isHeld, taken, back } = atProvider(payment, facts);
      return all + (isHeld ? payment.amount : taken - back);
    }, 0);
    return secured >= used || isTold(claim, facts)
      ? []
      : [
          `${cents(used)} paid for what is finalized of ${claim.externalId}, ${cents(secured)} are there, nobody was told`,
        ];
  });

const isTold = (claim: Claim, { effects, tasks }: MoneyFacts): boolean =>
  tasks.some((task) => claimIdOf(task) === claim.id) ||
  effects.some((effect) => claimIdOf(effect) === claim.id && isWithPeople(effect.state)) ||
  hasStaffRefund(claim);

/** Whatever became of its lines: only one that was denied in the end is paid for otherwise. */
const isOut = (claim: Claim): boolean => {
  const shipments = claim.shipments.filter(({ canceledOn }) => canceledOn === null);
  const wasBack =
    shipments.length > 0 && shipments.every(({ events }) => events.some(({ status }) => status === 'delivered'));
  return (
    claim.returnRequired &&
    !wasBack &&
    claim.lines.some(
      (line) => line.exchangeOrderedOn !== null && !(line.status === 'denied' && line.finalizedOn !== null),
    )
  );
};

/** What would have used the reserved stock, or released it, is with people. */
const hasStockFailed = (claim: Claim, effects: readonly EffectRow[]): boolean =>
  effects.some(
    (effect) => claimIdOf(effect) === claim.id && isWithPeople(effect.state) && /Stock|xchange/.test(effect.kind),
  );

/** The platform keeps stock for exactly those claims that say so. */
const stockKept: Check<HeldFacts> = ({ shop, claims, effects, now }) => {
  const kept = shop.draftOrders.filter(
    ({ reserveUntil, status }) => status === 'OPEN' && Date.parse(reserveUntil ?? '') > now,
  );
  const isFor = (claim: Claim) => kept.filter(({ note }) => isNotedFor(note, claim.externalId));
  return claims.flatMap(({ claim }) => {
    const drafts = isFor(claim).length;
    const hasFailed = hasStockFailed(claim, effects);
    if (drafts > 1) return [`stock is kept ${drafts} times for ${claim.externalId}`];
    if (hasFailed) return [];
    const isHeld = claim.reservation?.state === 'held' && Date.parse(claim.reservation.expiresOn) > now;
    return (drafts === 1) === isHeld
      ? []
      : [`${drafts} drafts keep stock for ${claim.externalId}, which is ${claim.reservation?.state ?? 'not kept for'}`];
  });
};

/** Stock is reserved for no claim that is over. */
const noStockForgotten: Check<HeldFacts> = ({ shop, claims, effects, now }) =>
  claims
    .filter(({ claim }) => claim.lines.every((line) => line.finalizedOn ?? line.canceledOn))
    .filter(({ claim }) => !hasStockFailed(claim, effects))
    .flatMap(({ claim: { externalId } }) =>
      shop.draftOrders
        .filter(({ note, reserveUntil, status }) => {
          const isReserved = status === 'OPEN' && Date.parse(reserveUntil ?? '') > now;
          return isReserved && isNotedFor(note, externalId);
        })
        .map(({ name }) => `${name} still reserves stock for ${externalId}, which is over`),
    );

/** Looked at before holds and reservations end by themselves. */
export const FORGOTTEN: readonly Check<HeldFacts>[] = [noHoldLeft, stockKept, noStockForgotten];

/** Checks only a schedule can make, beyond those of any world at rest. */
export const MONEY: readonly Check<MoneyFacts>[] = [
  reconciled,
  declinedTold,
  balanced,
  paidOnce,
  noHoldLeft,
  goodsAreSecured,
  usedIsSecured,
  stockKept,
  noStockForgotten,
];
