import type { Claim } from '#core/claims/claim.ts';
import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import { onClaim } from '#core/claims/commands/define.ts';
import type { Decision } from '#core/claims/decision.ts';
import {
  areSentGoodsBack,
  areSentGoodsOut,
  captureHold,
  captureKey,
  endPayments,
  holdAgain,
  holdAgainKey,
  owedOf,
  returnUntil,
  usedOfHold,
} from '#core/claims/payments.ts';
import type { EffectState } from '#core/effects/state.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import { HOLD_MARGIN_MS, holdStep, type Asked, type HoldFacts, type HoldStatus } from '#core/payments/hold.ts';
import { PAYMENT_PROVIDERS } from '#core/payments/providers.ts';

/** What the holds of a claim need to know beside the claim. */
export type AroundHolds = {
  /** Of the effects that `keysOfHolds` names, as far as there are any. */
  states: ReadonlyMap<string, EffectState>;
  /** The tasks that `taskOfHold` names and people were asked to look at. */
  tasksRaised: ReadonlySet<string>;
  areCarriersAsked: boolean;
};

type LostHold = { purposeKey: string; message: string };

export const isWatched = (claim: Claim): boolean =>
  claim.instantExchange !== undefined &&
  (claim.instantExchange.isOnlyReturnAwaited === true ||
    areSentGoodsOut(claim) ||
    claim.payments.some((payment) => usedOfHold(claim, payment) > 0));

export const keysOfHolds = ({ payments }: Claim): string[] =>
  payments.flatMap((payment) => [captureKey(payment.id), holdAgainKey(payment)]);

/** What was captured of a hold may be refunded later, which is another task. */
export const taskOfHold = (payment: CustomerPayment): string =>
  `holdLost:payment:${payment.id}:${payment.idFromPlatform}${statusOf(payment) === 'CapturedInPart' ? ':rest' : ''}`;

/** Does what the holds of a claim need now; `lost` are those that people have to look at. */
export const holdsLookedAfter = onClaim((claim, around: AroundHolds, now): Decision & { lost: LostHold[] } => {
  let decided: Decision = { claim, effects: [] };
  const lost: LostHold[] = [];
  const also = (next: Decision): Decision => ({ claim: next.claim, effects: [...decided.effects, ...next.effects] });
  for (const payment of claim.payments) {
    const facts = factsOf(decided.claim, payment, around);
    switch (holdStep(facts, { lapse: claim.policy.holdLapsePolicy }, Date.parse(now))) {
      case 'nothing':
        break;
      case 'capture':
        decided = also(captureHold(decided.claim, payment, now));
        break;
      case 'holdAgain':
        decided = also({ claim: decided.claim, effects: [holdAgain(decided.claim, payment)] });
        break;
      case 'raiseTask':
        lost.push({ purposeKey: taskOfHold(payment), message: lostText(decided.claim, payment) });
        break;
      case 'settle':
        decided = also(endPayments(decided.claim));
    }
  }
  return { ...decided, lost };
});

function lostText(claim: Claim, payment: CustomerPayment): string {
  const { amount, capturedAmount, status, provider } = payment;
  const money = (minor: Minor): string => formatMoney({ amount: minor, currencyCode: payment.currencyCode });
  const isInPart = statusOf(payment) === 'CapturedInPart';
  const sum = money(amount);
  const ofClaim = `for claim ${claim.externalId}`;
  const event = isInPart
    ? `Only ${money(capturedAmount)} of the ${sum} hold ${ofClaim} was captured`
    : status === 'Refunded'
      ? `The payment of ${sum} ${ofClaim} was refunded`
      : `The hold of ${sum} ${ofClaim} is gone`;
  const released = isInPart ? ` ${PAYMENT_PROVIDERS[provider].name} released the rest.` : '';
  if (areSentGoodsBack(claim)) {
    const missing = money(usedOfHold(claim, payment));
    return `${event}, but ${missing} of it was charged for what is finalized.${released} Ask the customer for the ${missing}.`;
  }
  const rest = isInPart ? `other ${money(amount - capturedAmount)}` : 'payment';
  return `${event}, but the new items were sent.${released} Ask the customer for the items or the ${rest}.`;
}

function statusOf({ status, isTakenElsewhere, capturedAmount, amount }: CustomerPayment): HoldStatus {
  if (isTakenElsewhere === true) return 'Captured';
  return status === 'Captured' && capturedAmount < amount ? 'CapturedInPart' : status;
}

function factsOf(claim: Claim, payment: CustomerPayment, around: AroundHolds): HoldFacts {
  const { states, tasksRaised, areCarriersAsked } = around;
  const capture = states.get(captureKey(payment.id));
  const open = claim.lines.filter((line) => line.finalizedOn === null && line.canceledOn === null);
  return {
    status: statusOf(payment),
    captureBefore: payment.authorizationExpiresOn === null ? null : Date.parse(payment.authorizationExpiresOn),
    isShort: isShort(payment),
    capture: asked(capture),
    holdAgain: asked(states.get(holdAgainKey(payment))),
    // Staff who took the money elsewhere have secured it.
    areGoodsOut: capture !== 'doneElsewhere' && areSentGoodsOut(claim),
    areGoodsBack: areSentGoodsBack(claim),
    isUsed: usedOfHold(claim, payment) > 0,
    isMoneyOwed: owedOf(claim, payment) > 0,
    stage: claim.instantExchange?.isOnlyReturnAwaited ? 'kept' : open.length === 0 ? 'settled' : 'undecided',
    returnUntil: Date.parse(returnUntil(claim).instant),
    areCarriersAsked,
    isTaskRaised: tasksRaised.has(taskOfHold(payment)),
  };
}

const isShort = ({ heldOn, authorizationExpiresOn: end }: CustomerPayment): boolean =>
  end !== null && Date.parse(end) - Date.parse(heldOn) <= HOLD_MARGIN_MS;

const asked = (state: EffectState | undefined): Asked =>
  state === 'failed' ? 'failed' : state === 'waiting' || state === 'running' ? 'underWay' : 'no';
