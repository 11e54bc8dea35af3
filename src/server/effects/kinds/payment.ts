import { z } from 'zod';
import { PaymentMove, PaymentOf } from '#core/effects/payment.ts';
import { captureKey, holdAgainKey } from '#core/claims/payments.ts';
import { formatMoney, type Minor, type Money } from '#core/money.ts';
import { PartnerError, type CallContext, type Payments } from '#partners/ports.ts';
import type { Db } from '#server/db/connect.ts';
import { claimIdOf, effectStates, type EffectRow } from '#server/db/effects.ts';
import { paymentById, recordProviderPayment } from '#server/db/payments.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import type { EffectKind } from '#server/effects/worker.ts';
import { ProviderPaymentShown, seenPayment } from '#server/payments/provider-payment.ts';
import { watchHolds } from '#server/payments/watch-holds.ts';

const Result = z.object({ payment: ProviderPaymentShown });
const Taken = z.object({ amount: z.object({ amount: z.number() }) });

type Called = { payments: Payments; idFromPlatform: string; purposeKey: string };

/**
 * The provider with the payment's id of now: a hold made again has another than when the effect was wanted.
 * While it is being made again there are two, so everything else waits.
 */
async function calling(
  deps: EffectDeps,
  effect: EffectRow,
  payment: { provider: Payments['provider']; paymentId: number; idFromPlatform: string },
): Promise<Called> {
  const { provider, paymentId } = payment;
  const payments = await deps.paymentsOf(effect.store_id, provider);
  if (!payments) throw new PartnerError(provider, 'refused', 'No payment provider is set up.');
  const idFromPlatform = await deps.database.inStore(effect.store_id, async (db) => {
    const id = (await paymentById(db, effect.store_id, paymentId))?.id_from_platform ?? payment.idFromPlatform;
    const key = holdAgainKey({ id: paymentId, idFromPlatform: id });
    const state = (await effectStates(db, effect.store_id, [key])).get(key);
    return key !== effect.purpose_key && (state === 'waiting' || state === 'running') ? null : id;
  });
  if (idFromPlatform === null) throw new PartnerError(provider, 'retry', 'The hold is being renewed right now.');
  return { payments, idFromPlatform, purposeKey: partnerKey(effect.purpose_key, payment.idFromPlatform) };
}

type Recorded = NonNullable<EffectKind<EffectDeps>['record']>;

/** Writes what the provider said, to the payment and to its claim, and does what follows from it. */
async function recordSeen(db: Db, effect: EffectRow, result: Record<string, unknown>, captured?: Minor): Promise<void> {
  const { payment } = Result.parse(result);
  const { paymentId } = PaymentOf.parse(effect.payload);
  await recordProviderPayment(db, effect.store_id, paymentId, payment);
  const input = { ...seenPayment(paymentId, payment), ...(captured === undefined ? {} : { captured }) };
  await changeClaimOfEffect(db, effect, { kind: 'paymentSeen', input });
  const claimId = claimIdOf(effect);
  if (claimId !== null) await watchHolds(db, effect.store_id, claimId, new Date(), effect.request_id);
}

const record: Recorded = (db, effect, result) => recordSeen(db, effect, result);

/** Captures a held payment. */
export const paymentCapture: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const payload = PaymentMove.parse(effect.payload);
    const { payments, idFromPlatform, purposeKey } = await calling(deps, effect, payload);
    const payment = await payments.capture(idFromPlatform, payload.amount, purposeKey, context);
    const amount = { ...payment.amount, amount: payment.captured };
    return { label: `${formatMoney(amount)} captured`, url: null, payment, amount };
  },
  record: (db, effect, result) => recordSeen(db, effect, result, Taken.parse(result).amount.amount),
  async doneElsewhere(db, effect) {
    const { paymentId } = PaymentMove.parse(effect.payload);
    await changeClaimOfEffect(db, effect, { kind: 'paymentTakenElsewhere', input: { paymentId } });
  },
};

/** Refunds a captured payment. If nothing was captured, there is nothing to refund. */
export const paymentRefund: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const payload = PaymentMove.parse(effect.payload);
    const { provider, amount } = payload;
    const called = await calling(deps, effect, payload);
    const { payments, idFromPlatform } = called;
    const before = await payments.find(idFromPlatform, context);
    if (!before) throw new PartnerError(provider, 'refused', 'The payment provider has no record of this payment.');
    if (before.captured > 0) return refundPayment(called, amount, context);
    const taking = await stateOfTaking(deps, effect, payload.paymentId);
    const isToCome = taking === 'waiting' || taking === 'running';
    if (before.status === 'processing' || (before.status === 'authorized' && isToCome))
      throw new PartnerError(provider, 'retry', "The payment isn't captured yet. It's refunded once it is.");
    if (before.status === 'authorized' && taking === 'failed' && amount.amount < before.capturable)
      throw new PartnerError(provider, 'refused', "The payment isn't captured. Try that action again first.");
    // A hold that no one will capture anymore ends here.
    const payment =
      before.status === 'authorized' ? await payments.release(idFromPlatform, called.purposeKey, context) : before;
    if (taking === 'doneElsewhere') throw new PartnerError(provider, 'refused', TAKEN_ELSEWHERE);
    const nothing = { ...amount, amount: 0 };
    return { label: 'Nothing was captured', url: null, payment, refundId: null, amount: nothing };
  },
  record,
};

const TAKEN_ELSEWHERE =
  "Makegood didn't capture this payment. Refund it where it was captured, then mark this action as resolved externally.";

async function stateOfTaking({ database }: EffectDeps, { store_id }: EffectRow, paymentId: number) {
  const key = captureKey(paymentId);
  return (await database.readStore(store_id, (db) => effectStates(db, store_id, [key]))).get(key);
}

async function refundPayment(
  { payments, idFromPlatform, purposeKey }: Called,
  amount: Money,
  context: CallContext,
): Promise<Record<string, unknown>> {
  const made = await payments.refund(idFromPlatform, amount, purposeKey, context);
  const payment = await payments.find(idFromPlatform, context);
  if (!payment) throw new PartnerError(payments.provider, 'retry', "The payment can't be found right now.");
  return {
    label: `${formatMoney(made.amount)} refunded`,
    url: null,
    payment,
    refundId: made.refundIdFromPlatform,
    amount: made.amount,
  };
}

/** Releases a hold, or cancels a payment that wasn't made. If it was captured after all, it is refunded. */
export const paymentRelease: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const called = await calling(deps, effect, PaymentOf.parse(effect.payload));
    const { payments, idFromPlatform, purposeKey } = called;
    const taken = async (): Promise<Money | null> => {
      const now = await payments.find(idFromPlatform, context);
      return now && now.captured > 0 ? { ...now.amount, amount: now.captured } : null;
    };
    const amount = await taken();
    if (amount) return refundPayment(called, amount, context);
    try {
      const payment = await payments.release(idFromPlatform, purposeKey, context);
      return { label: 'The hold is released', url: null, payment };
    } catch (error) {
      // Paid in the moment before.
      const meanwhile = error instanceof PartnerError && error.kind === 'refused' ? await taken() : null;
      if (!meanwhile) throw error;
      return refundPayment(called, meanwhile, context);
    }
  },
  record,
};

/** Holds the same amount again before the first hold ends. */
export const paymentHoldAgain: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const payload = PaymentMove.parse(effect.payload);
    const { payments, purposeKey } = await calling(deps, effect, payload);
    const payment = await payments.holdAgain(payload.idFromPlatform, purposeKey, context);
    return { label: `${formatMoney(payload.amount)} hold renewed`, url: null, payment };
  },
  record,
};
