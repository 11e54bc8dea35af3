import { movedBy } from '#core/books/trace.ts';
import { defineEffect } from '#core/effects/define.ts';
import { PaymentMove } from '#core/effects/payment.ts';
import { formatMoney } from '#core/money.ts';

export const paymentCapture = defineEffect({
  payload: PaymentMove,
  keptTexts: { payload: ['provider'], result: ['label', 'payment.status'] },
  summary: ({ amount }) => `Capture ${formatMoney(amount)}`,
  isPromised: true,
  movement: ({ amount }) => ({ way: 'in', partner: 'payments:captured', money: amount, words: 'Payment captured' }),
  trace: ({ paymentId, amount }, result) => ({
    charge: { paymentId, kind: 'capture', amount: movedBy(result) ?? amount },
  }),
});
