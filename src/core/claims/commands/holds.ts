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
};

type LostHold = { purposeKey: string; message: string };

export const isWatched = (claim: Claim): boolean =>
  claim.instantExchange?.isOnlyReturnAwaited === true || areSentGoodsOut(claim);

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

function lostText({ externalId }: Claim, payment: CustomerPayment): string {
  const { amount, capturedAmount, status, provider } = payment;
  const money = (sum: Minor): string => formatMoney({ amount: sum, currencyCode: payment.currencyCode });
  if (statusOf(payment) === 'CapturedInPart')
    return (
      `Only ${money(capturedAmount)} of the ${money(amount)} hold for claim ${externalId} was captured, but the new items ` +
      `were sent. ${PAYMENT_PROVIDERS[provider].name} released the rest. ` +
      `Ask the customer for the items or the other ${money(amount - capturedAmount)}.`
    );
  return (
    `The ${status === 'Refunded' ? 'payment' : 'hold'} of ${money(amount)} for claim ${externalId} ` +
    `${status === 'Refunded' ? 'was refunded' : 'is gone'}, but the new items were sent. Ask the customer for the items or the payment.`
  );
}

function statusOf({ status, isTakenElsewhere, capturedAmount, amount }: CustomerPayment): HoldStatus {
  if (isTakenElsewhere === true) return 'Captured';
  return status === 'Captured' && capturedAmount < amount ? 'CapturedInPart' : status;
}

function factsOf(claim: Claim, payment: CustomerPayment, { states, tasksRaised }: AroundHolds): HoldFacts {
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
    isMoneyOwed: owedOf(claim, payment) > 0,
    stage: claim.instantExchange?.isOnlyReturnAwaited ? 'kept' : open.length === 0 ? 'settled' : 'undecided',
    returnUntil: Date.parse(returnUntil(claim).instant),
    isTaskRaised: tasksRaised.has(taskOfHold(payment)),
  };
}

const isShort = ({ heldOn, authorizationExpiresOn: end }: CustomerPayment): boolean =>
  end !== null && Date.parse(end) - Date.parse(heldOn) <= HOLD_MARGIN_MS;

const asked = (state: EffectState | undefined): Asked =>
  state === 'failed' ? 'failed' : state === 'waiting' || state === 'running' ? 'underWay' : 'no';
