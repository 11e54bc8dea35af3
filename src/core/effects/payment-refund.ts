import { movedBy } from '#core/books/trace.ts';
import { defineEffect } from '#core/effects/define.ts';
import { PaymentMove } from '#core/effects/payment.ts';
import { formatMoney } from '#core/money.ts';

export const paymentRefund = defineEffect({
  payload: PaymentMove,
  keptTexts: { payload: ['provider'], result: ['label', 'payment.status'] },
  summary: ({ amount }) => `Refund ${formatMoney(amount)} of the customer's payment`,
  isPromised: true,
  movement: ({ amount }) => ({ way: 'out', partner: 'payments:captured', money: amount, words: 'Payment refunded' }),
  trace: ({ paymentId, amount }, result) => ({
    charge: { paymentId, kind: 'refund', amount: movedBy(result) ?? amount },
  }),
});
