import * as contract from '#contract/customer/customer.ts';
import { paymentNeeded } from '#core/claims/claim-money.ts';
import { checkAnswers } from '#core/claims/check-answers.ts';
import { draftClaim } from '#core/claims/create.ts';
import { aboutClaim, aboutOrder } from '#core/effects/subject.ts';
import { owedByShopper } from '#core/claims/shopper-view.ts';
import { Refusal } from '#core/refusal.ts';
import type { ProviderPayment } from '#partners/ports.ts';
import { withMedia } from '#server/customer/claim-media.ts';
import { claimInput, goodsOf } from '#server/customer/draft.ts';
import { storePolicyOf } from '#server/policy.ts';
import type { PortalPrices } from '#server/customer/portal-prices.ts';
import type { PortalProducts } from '#server/customer/portal-products.ts';
import { claimOfSession, loadOrderForClaim } from '#server/customer/session-order.ts';
import { claimWaitingFor, paymentById, type PaymentRow } from '#server/db/payments.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { PortalContext } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { beginPayment, providerOf, showBegun } from '#server/payments/begin.ts';
import { recordNews } from '#server/payments/news.ts';
import type { PaymentSeen } from '#server/payments/provider-payment.ts';
import { isReleased } from '#server/payments/use-payment.ts';
import { alreadySubmitted, madeBy, sentRequest } from '#server/sent-request.ts';

type Deps = Pick<ServerDeps, 'database' | 'secret' | 'labels' | 'payments' | 'paymentsOf'> & {
  products: PortalProducts;
  prices: PortalPrices;
};

/** What a shopper pays, or lets us hold, before a return is submitted, and what one that was submitted still costs. */
export function paymentHandlers(deps: Deps): Handler[] {
  return [
    handle(contract.createPaymentIntent, async ({ body }, context) => {
      const { portal, requestId } = context;
      const { loaded, selections } = await deps.database.inStore(portal.storeId, async (db) => ({
        loaded: await loadOrderForClaim(db, portal, body.requestKey, deps),
        selections: await withMedia(db, portal, body),
      }));
      const made = madeBy(sentRequest(body), loaded.orderId, loaded.made);
      if (made) throw alreadySubmitted(made.externalId);
      const goods = await goodsOf(deps, context, loaded, body, 'fresh');
      const input = await deps.prices.withPrice(context, claimInput(loaded, body, goods, undefined, selections));
      const claim = draftClaim(input);
      checkAnswers(input);
      const payments = await providerOf(deps, loaded.policy, portal.storeId, 'Please choose something else.');
      const row = await beginPayment(
        deps,
        payments,
        {
          storeId: portal.storeId,
          orderId: portal.orderId,
          subject: aboutOrder(portal.orderId),
          purpose: `payment:store:${portal.storeId}:request:${body.requestKey}:`,
          request: {
            amount: { amount: paymentNeeded(claim).held, currencyCode: claim.currencyCode },
            customerEmail: claim.customerEmail,
            description: `Exchange for order ${claim.orderNo}`,
            keepForLater:
              body.isInstantExchange && loaded.policies[body.claimType].terms.holdLapsePolicy === 'holdAgain',
            order: { idFromPlatform: claim.orderIdFromPlatform, orderNo: claim.orderNo },
          },
        },
        requestId,
      );
      return showBegun(row, payments);
    }),

    handle(contract.payForClaim, async ({ params }, { portal, requestId }) => {
      const { storeId } = portal;
      const { claim, store } = await deps.database.readStore(storeId, async (db) => {
        const loaded = await claimOfSession(db, portal, params.externalId);
        return { claim: loaded.claim, store: await storeById(db, storeId) };
      });
      if (!store) throw new Error(`store ${storeId} of a session is gone`);
      const payments = await providerOf(deps, storePolicyOf(store, deps), storeId, 'Please contact them.');
      const row = await beginPayment(
        deps,
        payments,
        {
          storeId,
          orderId: claim.orderId,
          subject: aboutClaim(claim),
          purpose: `payment:store:${storeId}:claim:${claim.id}:`,
          request: {
            amount: { amount: owedByShopper(claim), currencyCode: claim.currencyCode },
            customerEmail: claim.customerEmail,
            description: `${claim.claimType} ${claim.externalId} for order ${claim.orderNo}`,
            keepForLater: false,
            order: { idFromPlatform: claim.orderIdFromPlatform, orderNo: claim.orderNo },
          },
        },
        requestId,
      );
      return showBegun(row, payments);
    }),

    handle(contract.paymentState, async ({ params }, context) => {
      const seen = await lookUpPayment(deps, context, params.paymentId);
      if (!seen) return { state: 'ended' as const, lastError: null };
      const { row, payment } = seen;
      await recordNews(deps, row, payment, context.requestId);
      return { state: await stateNow(deps, row, payment), lastError: payment.lastError };
    }),
  ];
}

/** One for a claim that exists is made once the claim has it. */
async function stateNow({ database }: Deps, row: PaymentRow, payment: ProviderPayment) {
  const state = stateOf(payment);
  const { now, isGone } = await database.inStore(row.store_id, async (db) => ({
    now: await paymentById(db, row.store_id, row.payment_id),
    isGone: await isReleased(db, row),
  }));
  if (isGone) return 'ended' as const;
  return now && claimWaitingFor(now) !== null && state === 'made' ? ('open' as const) : state;
}

function stateOf({ status }: ProviderPayment): 'open' | 'made' | 'ended' {
  switch (status) {
    case 'requiresPayment':
    case 'processing':
      return 'open';
    case 'authorized':
    case 'captured':
      return 'made';
    case 'released':
    case 'expired':
    case 'failed':
      return 'ended';
  }
}

/** A payment of the session's order as its provider shows it now; null when the provider has lost it. Refuses PAYMENT_UNKNOWN. */
export async function lookUpPayment(
  deps: Pick<ServerDeps, 'database' | 'paymentsOf'>,
  { portal, requestId }: Pick<PortalContext, 'portal' | 'requestId'>,
  paymentId: number,
): Promise<PaymentSeen | null> {
  const row = await deps.database.inStore(portal.storeId, (db) => paymentById(db, portal.storeId, paymentId));
  // A gift's recipient pays nothing: whatever was paid for the order is the buyer's.
  if (!row || row.order_id !== portal.orderId || portal.gift)
    throw new Refusal('notFound', 'PAYMENT_UNKNOWN', "This payment isn't for this order.");
  const payments = await deps.paymentsOf(portal.storeId, row.provider);
  const payment = await payments?.find(row.id_from_platform, { requestId, priority: 'shopper' });
  return payment ? { row, payment } : null;
}
