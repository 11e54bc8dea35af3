import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Claim } from '#core/claims/claim.ts';
import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import type { EffectKind } from '#core/effects/kinds.ts';
import { askCapture, holdAgain, settlePayments } from '#core/claims/payments.ts';
import type { CallContext, Payments } from '#partners/ports.ts';
import { insertPayment, recordProviderPayment } from '#server/db/payments.ts';
import { asCustomerPayment } from '#server/payments/provider-payment.ts';
import { anyOrder, draft, saved, type Draft, type Shop, type Wanted } from '#server/testing/effect-claims.ts';
import type { Proof } from '#server/testing/proof.ts';
import { atStripe, typeCard } from '#server/testing/payments.ts';

const PRICE = 4200;

type Paid = Draft & { payment: CustomerPayment; payments: Payments; context: CallContext };

/** A claim whose shopper paid, or lets us hold, the price; of a payment that was taken, the claim knows. */
async function paid(shop: Shop, provider: Payments['provider'], isTaken = false): Promise<Paid> {
  const { server } = shop;
  const { deps } = server.server;
  const payments = await deps.paymentsOf(server.storeId, provider);
  if (!payments) throw new Error(`the server has no ${provider}`);
  const { claim, order } = await draft(shop, anyOrder(shop), 'refund');
  const purposeKey = `payment:store:${server.storeId}:request:${randomUUID()}:${PRICE}`;
  const context = { requestId: `payment-${claim.id}` };
  const amount = { amount: PRICE, currencyCode: 'USD' };
  const { idFromPlatform: id, ...begun } = await payments.start(
    {
      purposeKey,
      amount,
      customerEmail: claim.customerEmail,
      description: `Exchange for order ${order.orderNo}`,
      keepForLater: true,
      order: { idFromPlatform: order.idFromPlatform, orderNo: order.orderNo },
    },
    context,
  );
  const answer = begun.payUrl ? (await fetch(begun.payUrl, { method: 'POST' })).status : await typeCard(server, begun);
  if (answer !== 200) throw new Error(`the shopper could not pay: ${answer}`);
  if (isTaken) await payments.capture(id, amount, `${purposeKey}:taken`, context);
  const shown = await payments.find(id, context);
  if (!shown) throw new Error('the provider lost the payment');
  const row = await deps.database.inStore(server.storeId, async (db) => {
    const made = await insertPayment(db, {
      store_id: server.storeId,
      order_id: claim.orderId,
      subject_kind: 'order',
      subject_id: claim.orderId,
      purpose_key: purposeKey,
      provider,
      id_from_platform: id,
      amount: amount.amount,
      currency_code: amount.currencyCode,
      status: 'requiresPayment',
      reusable_method: null,
      client_secret: begun.clientSecret,
      pay_url: begun.payUrl,
    });
    if (!made) throw new Error(`the payment ${purposeKey} is there already`);
    await recordProviderPayment(db, server.storeId, made.payment_id, shown);
    return made;
  });
  const held = asCustomerPayment({ row, payment: shown }, claim.createdOn);
  if (!held) throw new Error(`the payment is ${shown.status}`);
  const payment = isTaken ? { ...held, captureAsked: held.capturedAmount } : held;
  return { claim: { ...claim, payments: [payment] }, order, effects: [], payment, payments, context };
}

const wantOf =
  (kind: EffectKind, provider: Payments['provider'], isTaken: boolean, decide: (paid: Paid) => Partial<Draft>) =>
  async (shop: Shop): Promise<Wanted> => {
    const made = await paid(shop, provider, isTaken);
    return saved(shop, { ...made, ...decide(made) }, kind);
  };

const paymentOf = ({ payments: [payment] }: Claim): CustomerPayment => {
  if (!payment) throw new Error('the claim has no payment');
  return payment;
};
const entriesOf = (claim: Claim, subject: RegExp) => claim.timeline.filter((entry) => subject.test(entry.subject));

async function stripeList(
  { server }: Shop,
  path: string,
): Promise<{ id: string; amount: number; status: string; metadata: Record<string, string> }[]> {
  const response = await fetch(`${server.stripe.url}/v1/${path}`, {
    headers: { authorization: `Bearer ${server.stripe.keys.secretKey}` },
  });
  return ((await response.json()) as { data: Awaited<ReturnType<typeof stripeList>> }).data;
}

export const PAYMENT_PROOFS: Readonly<Record<string, Proof>> = {
  'payment taken': {
    kind: 'paymentCapture',
    want: wantOf('paymentCapture', 'stripe', false, ({ claim, payment }) => askCapture(claim, payment, 1700)),
    async expectOnce({ server }, _wanted, claim) {
      const payment = paymentOf(claim);
      expect(payment).toMatchObject({ status: 'Captured', capturedAmount: 1700 });
      expect(await atStripe(server, payment.idFromPlatform)).toMatchObject({
        status: 'succeeded',
        amount_received: 1700,
      });
      expect(entriesOf(claim, /^[^ ]+ captured$/)).toHaveLength(1);
    },
  },
  'payment given back': {
    kind: 'paymentRefund',
    want: wantOf('paymentRefund', 'stripe', true, ({ claim }) => settlePayments(claim, 1700)),
    async expectOnce(shop, _wanted, claim) {
      const payment = paymentOf(claim);
      expect(payment).toMatchObject({ status: 'Captured', refundedAmount: PRICE - 1700 });
      const refunds = await stripeList(shop, `refunds?payment_intent=${payment.idFromPlatform}`);
      expect(refunds.map(({ amount, status }) => [amount, status])).toEqual([[PRICE - 1700, 'succeeded']]);
      expect(entriesOf(claim, /of the customer's payment refunded$/)).toHaveLength(1);
    },
  },
  "payment at the store's checkout given back": {
    kind: 'paymentRefund',
    want: wantOf('paymentRefund', 'platformCheckout', true, ({ claim }) => settlePayments(claim, 0)),
    expectOnce({ server }, _wanted, claim) {
      const payment = paymentOf(claim);
      expect(payment).toMatchObject({ status: 'Refunded', refundedAmount: PRICE });
      const draftId = Number(payment.idFromPlatform.split('-')[0]);
      const orderId = server.shop.draftOrders.find((one) => one.id === draftId)?.orderId;
      const order = server.shop.orders.find((one) => one.id === orderId);
      const moved = order?.transactions.filter((one) => one.kind === 'REFUND' && one.status === 'SUCCESS') ?? [];
      expect(moved.map((one) => one.amount.presentment)).toEqual([PRICE]);
      expect(entriesOf(claim, /of the customer's payment refunded$/)).toHaveLength(1);
    },
  },
  'hold released': {
    kind: 'paymentRelease',
    want: wantOf('paymentRelease', 'stripe', false, ({ claim }) => settlePayments(claim, 0)),
    async expectOnce({ server }, _wanted, claim) {
      const payment = paymentOf(claim);
      expect(payment.status).toBe('Expired');
      expect(await atStripe(server, payment.idFromPlatform)).toMatchObject({ status: 'canceled', amount_received: 0 });
      expect(entriesOf(claim, /^The hold on the customer's card has ended$/)).toHaveLength(1);
    },
  },
  'hold made again': {
    kind: 'paymentHoldAgain',
    want: wantOf('paymentHoldAgain', 'stripe', false, ({ claim, payment }) => ({
      effects: [holdAgain(claim, payment)],
    })),
    async expectOnce(shop, wanted, claim) {
      const old = paymentOf(wanted.claim).idFromPlatform;
      const { idFromPlatform, status } = paymentOf(claim);
      expect(status).toBe('Authorized');
      const again = (await stripeList(shop, 'payment_intents?limit=100')).filter(
        (one) => one.metadata['replaces'] === old,
      );
      expect(again.map((one) => [one.id, one.status])).toEqual([[idFromPlatform, 'requires_capture']]);
      expect(await atStripe(shop.server, old)).toMatchObject({ status: 'canceled', amount_received: 0 });
    },
  },
};
