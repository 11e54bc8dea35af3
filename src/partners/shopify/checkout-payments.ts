import { PAYMENT_PROVIDERS } from '#core/payments/providers.ts';
import { z } from 'zod';
import type { Money } from '#core/money.ts';
import { decimalFromMinor } from '#core/money.ts';
import { PAYMENT_ORDER_TAG } from '#core/orders/payment-order.ts';
import type { CallContext, Page, PaymentRequest, Payments, PaymentStatus, ProviderPayment } from '#partners/ports.ts';
import type { ShopifyClient, ShopifyConnection } from './client.ts';
import { createShopifyClient, refused } from './client.ts';
import type { Draft } from './draft.ts';
import { deleteDraft, Draft as DraftShape, draftOnce, keyOf, readDraft } from './draft.ts';
import { tailOf } from './gid.ts';
import { DRAFTS_CHANGED } from './operations.ts';
import { refundOnce } from './refund.ts';
import { connection, minorOf, pendingOf } from './wire.ts';

type Caller = { client: ShopifyClient; context: CallContext };

/** Every draft order that is there to be paid has it, and the order that comes of it. */
const TAG = PAYMENT_ORDER_TAG;

/**
 * Payments through the store's own checkout: the amount owed becomes a draft order, and the shopper pays at its invoice
 * link. The checkout charges right away, so nothing is held, and a capture only confirms the payment.
 */
export function createCheckoutPayments(options: ShopifyConnection): Payments {
  const client = createShopifyClient(options);
  const needDraft = async (caller: Caller, idFromPlatform: string): Promise<Draft> => {
    const id = readId(idFromPlatform);
    if (!id) throw refused('this is no payment over the checkout of a store');
    const draft = await readDraft(caller, id.draftIdFromPlatform);
    if (!draft) throw refused('this payment was canceled');
    return draft;
  };
  return {
    provider: 'platformCheckout',
    canHold: PAYMENT_PROVIDERS.platformCheckout.canHold,
    browser: null,
    async start(request, context) {
      if (request.amount.amount <= 0) throw refused('a payment must be of more than nothing');
      const draft = await draftOnce({ client, context }, request.purposeKey, () => Promise.resolve(inputOf(request)));
      const { idFromPlatform, amount } = paymentOf(draft);
      if (amount.amount !== request.amount.amount || amount.currencyCode !== request.amount.currencyCode) {
        throw refused(
          `this payment was begun as ${decimalFromMinor(amount.amount, amount.currencyCode)} ${amount.currencyCode}`,
        );
      }
      return { idFromPlatform, clientSecret: null, payUrl: draft.invoiceUrl };
    },
    async find(idFromPlatform, context) {
      const id = readId(idFromPlatform);
      if (!id) return null;
      const draft = await readDraft({ client, context }, id.draftIdFromPlatform);
      return draft ? paymentOf(draft) : releasedPayment(idFromPlatform, id);
    },
    async capture(idFromPlatform, amount, _purposeKey, context) {
      const payment = paymentOf(await needDraft({ client, context }, idFromPlatform));
      if (payment.status !== 'captured') throw refused(`nothing to capture: the payment is ${payment.status}`);
      if (payment.captured !== amount.amount || payment.amount.currencyCode !== amount.currencyCode) {
        throw refused('the checkout took the whole amount; give back what is too much');
      }
      return payment;
    },
    async release(idFromPlatform, _purposeKey, context) {
      const id = readId(idFromPlatform);
      if (!id) throw refused('this is no payment over the checkout of a store');
      const draft = await readDraft({ client, context }, id.draftIdFromPlatform);
      if (draft && paymentOf(draft).captured > 0) throw refused('the shopper has paid; give it back by a refund');
      if (draft) await deleteDraft({ client, context }, draft);
      return releasedPayment(idFromPlatform, id);
    },
    async refund(idFromPlatform, amount, purposeKey, context) {
      const caller = { client, context };
      const { order } = await needDraft(caller, idFromPlatform);
      if (!order) throw refused('nothing was paid yet, so nothing can be given back');
      const done = await refundOnce(caller, {
        purposeKey,
        amount,
        orderIdFromPlatform: tailOf(order.id),
        claimExternalId: order.name,
        lines: [],
        to: 'originalPayment',
        note: 'Payment refunded',
      });
      return { refundIdFromPlatform: done.idFromPlatform, amount: done.amount };
    },
    holdAgain: () => Promise.reject(refused("the store's checkout holds no money")),
    changedSince: (sinceIso, cursor, context) => changedSince({ client, context }, sinceIso, cursor),
  };
}

function inputOf({ amount, customerEmail, description, order }: PaymentRequest) {
  const { currencyCode } = amount;
  return {
    tags: [TAG],
    note: `For order ${order.orderNo}`,
    presentmentCurrencyCode: currencyCode,
    // The amount owed includes its tax.
    taxExempt: true,
    ...(customerEmail ? { email: customerEmail } : {}),
    lineItems: [
      {
        title: description,
        quantity: 1,
        requiresShipping: false,
        taxable: false,
        originalUnitPriceWithCurrency: { amount: decimalFromMinor(amount.amount, currencyCode), currencyCode },
      },
    ],
  };
}

function paymentOf(draft: Draft): ProviderPayment {
  const { currencyCode } = draft.totalPriceSet.presentmentMoney;
  const amount: Money = { amount: minorOf(draft.totalPriceSet, currencyCode), currencyCode };
  const captured = draft.order ? minorOf(draft.order.totalReceivedSet, currencyCode) : 0;
  return {
    idFromPlatform: idOf(tailOf(draft.id), amount),
    status: statusOf(draft, amount, captured),
    amount,
    capturable: 0,
    captured,
    refunded: draft.order
      ? minorOf(draft.order.totalRefundedSet, currencyCode) + pendingOf(draft.order.refunds, currencyCode)
      : 0,
    captureBefore: null,
    reusableMethod: null,
    lastError: null,
  };
}

function statusOf({ order }: Draft, amount: Money, captured: number): PaymentStatus {
  if (!order) return 'requiresPayment';
  if (captured >= amount.amount) return 'captured';
  return order.cancelledAt === null ? 'processing' : 'failed';
}

/** The remains of a payment whose draft order was deleted. */
const releasedPayment = (idFromPlatform: string, { amount }: PaymentId): ProviderPayment => ({
  idFromPlatform,
  status: 'released',
  amount,
  capturable: 0,
  captured: 0,
  refunded: 0,
  captureBefore: null,
  reusableMethod: null,
  lastError: null,
});

/** The draft order's id and the amount, which would be unknown once the draft order is deleted. */
type PaymentId = { draftIdFromPlatform: string; amount: Money };
const idOf = (draftIdFromPlatform: string, { amount, currencyCode }: Money): string =>
  `${draftIdFromPlatform}-${amount}-${currencyCode}`;
function readId(idFromPlatform: string): PaymentId | null {
  const [, draftIdFromPlatform, amount, currencyCode] = /^(\d+)-(\d+)-([A-Z]{3})$/.exec(idFromPlatform) ?? [];
  if (!draftIdFromPlatform || !amount || !currencyCode) return null;
  return { draftIdFromPlatform, amount: { amount: Number(amount), currencyCode } };
}

async function changedSince(
  { client, context }: Caller,
  sinceIso: string,
  cursor: string | null,
): Promise<Page<ProviderPayment & { purposeKey: string }>> {
  const query = `tag:'${TAG}' updated_at:>='${new Date(sinceIso).toISOString()}'`;
  const answer = z.object({ draftOrders: connection(DraftShape) });
  const { draftOrders } = await client.run(DRAFTS_CHANGED, { query, after: cursor }, answer, context);
  return {
    items: draftOrders.nodes.flatMap((draft) => {
      const purposeKey = keyOf(draft);
      return purposeKey === null ? [] : [{ ...paymentOf(draft), purposeKey }];
    }),
    nextCursor: draftOrders.pageInfo.hasNextPage ? draftOrders.pageInfo.endCursor : null,
  };
}
