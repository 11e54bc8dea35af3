import { aboutClaim } from '#core/effects/subject.ts';
import { openSettlement, total } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import type { Decision } from '#core/claims/decision.ts';
import {
  areSentGoodsBack,
  areSentGoodsOut,
  captureHold,
  captureKey,
  endPayments,
  holdAgain,
  holdAgainKey,
  returnUntil,
} from '#core/claims/payments.ts';
import { formatMoney } from '#core/money.ts';
import { HOLD_MARGIN_MS, holdStep, type Asked, type HoldFacts } from '#core/payments/hold.ts';
import type { StoreSettings } from '#core/settings/settings.ts';
import { claimForChange, saveClaim } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { effectStates, type EffectRow } from '#server/db/effects.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import { isTaskRaised, raiseTask } from '#server/db/tasks.ts';
import { enqueue } from '#server/effects/outbox.ts';

/** Does what the holds of a claim need now, in the transaction of whatever happened to them. */
export async function watchHolds(
  db: Db,
  storeId: number,
  claimId: number,
  now: Date,
  requestId: string,
): Promise<void> {
  const loaded = await claimForChange(db, storeId, claimId);
  if (!loaded || !isWatched(loaded.claim)) return;
  const store = await storeById(db, storeId);
  if (!store) return;
  const settings = settingsOf(store);
  const { payments } = loaded.claim;
  const keys = payments.flatMap((payment) => [captureKey(payment.id), holdAgainKey(payment)]);
  const states = await effectStates(db, storeId, keys);
  let decided: Decision = { claim: loaded.claim, effects: [] };
  for (const payment of payments) {
    const isTold = await isTaskRaised(db, storeId, taskKey(payment));
    const facts = factsOf(decided.claim, payment, settings, states, isTold);
    switch (holdStep(facts, { lapse: settings.holdLapsePolicy }, now.getTime())) {
      case 'nothing':
        break;
      case 'capture': {
        const asked = captureHold(decided.claim, payment, now.toISOString());
        decided = { claim: asked.claim, effects: [...decided.effects, ...asked.effects] };
        break;
      }
      case 'holdAgain':
        decided = { ...decided, effects: [...decided.effects, holdAgain(decided.claim, payment)] };
        break;
      case 'raiseTask':
        await raiseTask(db, storeId, {
          subject: aboutClaim(decided.claim),
          purposeKey: taskKey(payment),
          kind: 'holdLost',
          message: lostText(decided.claim, payment),
        });
        break;
      case 'settle': {
        const ended = endPayments(decided.claim);
        decided = { claim: ended.claim, effects: [...decided.effects, ...ended.effects] };
      }
    }
  }
  const { claim, effects } = decided;
  if (claim === loaded.claim && effects.length === 0) return;
  if (!(await saveClaim(db, storeId, loaded, claim, effects.length > 0, 'background')))
    throw new Error(`claim ${claimId} changed while it was held`);
  await enqueue(db, storeId, requestId, effects);
}

const taskKey = (payment: CustomerPayment): string => `holdLost:payment:${payment.id}:${payment.idFromPlatform}`;

const lostText = (claim: Claim, { amount, currencyCode, status }: CustomerPayment): string =>
  `The ${status === 'Refunded' ? 'payment' : 'hold'} of ${formatMoney({ amount, currencyCode })} for claim ${claim.externalId} ` +
  `${status === 'Refunded' ? 'was given back' : 'is gone'}, and its goods were sent. Ask the customer for the goods or for the money.`;

const isWatched = (claim: Claim): boolean => claim.areSentGoodsAwaited === true || areSentGoodsOut(claim);

function factsOf(
  claim: Claim,
  payment: CustomerPayment,
  settings: StoreSettings,
  states: ReadonlyMap<string, EffectRow['state']>,
  isTold: boolean,
): HoldFacts {
  const capture = states.get(captureKey(payment.id));
  const open = claim.lines.filter((line) => line.finalizedOn === null && line.canceledOn === null);
  return {
    status: payment.isTakenElsewhere === true ? 'Captured' : payment.status,
    captureBefore: payment.authorizationExpiresOn === null ? null : Date.parse(payment.authorizationExpiresOn),
    isShort: isShort(payment),
    capture: asked(capture),
    holdAgain: asked(states.get(holdAgainKey(payment))),
    // Staff who took the money elsewhere have secured it.
    areGoodsOut: capture !== 'doneElsewhere' && areSentGoodsOut(claim),
    areGoodsBack: areSentGoodsBack(claim),
    isMoneyOwed: openSettlement(claim).owed > 0 || total(claim.settlements, (record) => record.paymentUsed) > 0,
    stage: claim.areSentGoodsAwaited === true ? 'kept' : open.length === 0 ? 'settled' : 'undecided',
    returnUntil: Date.parse(returnUntil(claim, settings)),
    isTaskRaised: isTold,
  };
}

const isShort = ({ heldOn, authorizationExpiresOn: end }: CustomerPayment): boolean =>
  heldOn !== undefined && end !== null && Date.parse(end) - Date.parse(heldOn) <= HOLD_MARGIN_MS;

const asked = (state: EffectRow['state'] | undefined): Asked =>
  state === 'failed' ? 'failed' : state === 'waiting' || state === 'running' ? 'underWay' : 'no';
