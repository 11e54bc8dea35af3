import { movedBy } from '#core/books/trace.ts';
import { defineEffect } from '#core/effects/define.ts';
import { PaymentOf } from '#core/effects/payment.ts';

export const paymentRelease = defineEffect({
  payload: PaymentOf,
  keptTexts: { payload: ['provider'], result: ['label', 'payment.status'] },
  summary: () => "Release the hold on the customer's card",
  trace({ paymentId }, result) {
    const amount = movedBy(result);
    return amount === null ? {} : { charge: { paymentId, kind: 'captureRefunded', amount } };
  },
});
