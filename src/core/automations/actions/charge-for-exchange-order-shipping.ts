import { z } from 'zod';
import { firstWinsAction } from '#core/automations/action.ts';
import { amountText, Change, NO_CHANGE } from '#core/automations/amounts.ts';

export const chargeForExchangeOrderShipping = firstWinsAction({
  label: 'Charge For Exchange Order Shipping',
  description: 'Charge the shopper for sending exchange items.',
  hooks: ['beforeClaimSubmission'],
  perLine: false,
  params: z.strictObject({ applyExchangeOrderShippingMarkup: Change }),
  initial: { applyExchangeOrderShippingMarkup: NO_CHANGE },
  summary: ({ applyExchangeOrderShippingMarkup: markup }, words) =>
    markup.shouldModify ? [`Exchange shipping: ${amountText(markup, words)}`] : ['Exchange shipping: store default'],
});
