import * as contract from '#contract/merchant/claim-actions.ts';
import type { Claim } from '#core/claims/claim.ts';
import { meanwhileText } from '#core/effects/state.ts';
import { methodEnum, methodOf } from '#core/claims/method-names.ts';
import {
  insteadEmailText,
  leftWithout,
  refuseRefunded,
  valueInstead,
  waysOfIssuing,
  type SendingStep,
} from '#core/claims/value-instead.ts';
import type { Minor } from '#core/money.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf, minorOf } from '#server/amounts.ts';
import { emailLanguages, languageOf } from '#core/emails/worded.ts';
import { writerFor } from '#server/texts.ts';
import { claimById } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { claimIdOf, effectById, readIntent, replaceFailed, type EffectRow } from '#server/db/effects.ts';
import { orderWithClaims, type OrderWithClaims } from '#server/db/order-with-claims.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import type { StoreContext } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { bringOrder } from '#server/claims/bring-order.ts';
import { changeByStaff } from '#server/merchant/change-claim.ts';
import type { FinalizeDeps } from '#server/merchant/finalize.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';
import { titleOf } from '#server/merchant/show-money.ts';
import { staffName } from '#server/merchant/staff-name.ts';

/** Giving the value of goods that could not be sent, and seeing beforehand what that is. */
export const valueInsteadHandlers = (deps: FinalizeDeps): Handler[] => [
  handle(contract.valueInstead, ({ params }, { storeId }) =>
    deps.database.readStore(storeId, async (db) => {
      const { step, claim, version, found } = await failedSending(db, storeId, params.effectId);
      refuseRefunded(claim, step, found.order, claimsOf(found));
      const value = valueInstead(claim, step, leftOf(claim, step, found));
      const goods = step.kind === 'exchangeOrder' ? step.payload.lines : step.payload.exchangeLines;
      const writer = await writerFor(db, { store_id: storeId, ...found.store }, languageOf(claim));
      return {
        version,
        currencyCode: claim.currencyCode,
        goods: goods.map(({ variantIdFromPlatform, quantity }) => ({
          title: titleOf(claim, variantIdFromPlatform),
          quantity,
        })),
        issued: amountOf(value.issued, claim.currencyCode),
        resolutionMethodEnums: waysOfIssuing(claim, found.order).map(methodEnum),
        ofPayment: amountOf(value.ofPayment, claim.currencyCode),
        email: { ...insteadEmailText(claim, writer), ...emailLanguages(claim, writer) },
      };
    }),
  ),

  handle(contract.giveValueInstead, async ({ params, body }, context) => {
    const { storeId } = context;
    const {
      step,
      claim: { id: claimId },
      found: { order },
    } = await deps.database.readStore(storeId, (db) => failedSending(db, storeId, params.effectId));
    await Promise.all([refuseSent(deps, context, step), bringOrder(deps, context, order)]);
    const by = staffName(context.user);
    const replace = async (db: Db): Promise<void> => {
      if (!(await replaceFailed(db, storeId, params.effectId, { by, reason: 'Its value was issued instead.' })))
        throw notFailed(await effectById(db, storeId, params.effectId));
    };
    const of = { claimId, version: null, first: replace };
    await changeByStaff(deps, context, of, ({ currencyCode }) => ({
      kind: 'valueGivenInstead',
      input: {
        step,
        method: methodOf(body.resolutionMethodEnum),
        seen: {
          issued: minorOf(body.issued, currencyCode),
          ofPayment: minorOf(body.ofPayment, currencyCode),
          version: body.version,
        },
        email: body.notifyCustomerByEmail,
      },
    }));
    return {};
  }),
];

type FailedSending = { step: SendingStep; claim: Claim; version: number; found: OrderWithClaims };

async function failedSending(db: Db, storeId: number, effectId: number): Promise<FailedSending> {
  const effect = await effectById(db, storeId, effectId);
  if (!effect) throw new Refusal('notFound', 'EFFECT_NOT_FOUND', "This action doesn't exist in this store.");
  const step = sendingOf(effect);
  const sentFor = claimIdOf(effect);
  if (step === null || sentFor === null)
    throw new Refusal('conflict', 'VALUE_NOT_OFFERED', "This action doesn't send any items.");
  if (effect.state !== 'failed') throw notFailed(effect);
  const loaded = await claimById(db, storeId, sentFor);
  const found = loaded && (await orderWithClaims(db, storeId, loaded.claim.orderId));
  if (!found) throw claimNotFound();
  return { step, claim: loaded.claim, version: loaded.version, found };
}

function sendingOf(effect: EffectRow): SendingStep | null {
  const intent = readIntent(effect);
  return intent?.kind === 'exchangeOrder' || intent?.kind === 'returnExchange' ? intent : null;
}

/** An attempt whose answer was lost may have made the order all the same; the platform itself takes units back only once. */
async function refuseSent(
  deps: FinalizeDeps,
  { storeId, requestId }: Pick<StoreContext, 'storeId' | 'requestId'>,
  step: SendingStep,
): Promise<void> {
  if (step.kind !== 'exchangeOrder') return;
  const storefront = await deps.storefrontOf(storeId);
  const key = partnerKey(step.purposeKey, step.payload.claimExternalId);
  const sent = await storefront.findExchangeOrder(key, { requestId, priority: 'staff' });
  if (sent)
    throw new Refusal(
      'conflict',
      'GOODS_SENT',
      `Order ${sent.orderNo} was created after all. Try the action again instead.`,
    );
}

const leftOf = (claim: Claim, step: SendingStep, found: OrderWithClaims): Minor =>
  leftWithout(claim, step, found.order, claimsOf(found));

const claimsOf = ({ claims }: OrderWithClaims): Claim[] => claims.map((loaded) => loaded.claim);

const notFailed = (effect: EffectRow | undefined): Refusal =>
  new Refusal(
    'conflict',
    'EFFECT_DONE',
    effect
      ? meanwhileText({ state: effect.state, by: effect.settled_by, reason: effect.settled_reason })
      : "This action hasn't failed.",
  );
