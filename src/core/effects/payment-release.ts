import { defineEffect } from '#core/effects/define.ts';
import { PaymentOf } from '#core/effects/payment.ts';

export const paymentRelease = defineEffect({
  payload: PaymentOf,
  summary: () => "Release the hold on the customer's card",
});
