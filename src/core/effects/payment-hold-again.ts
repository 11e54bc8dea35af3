import { defineEffect } from '#core/effects/define.ts';
import { PaymentMove } from '#core/effects/payment.ts';
import { formatMoney } from '#core/money.ts';

export const paymentHoldAgain = defineEffect({
  payload: PaymentMove,
  keptTexts: { payload: ['provider'], result: ['label', 'payment.status'] },
  summary: ({ amount }) => `Renew the ${formatMoney(amount)} hold on the customer's card`,
});
