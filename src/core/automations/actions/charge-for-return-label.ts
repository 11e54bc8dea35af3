import { z } from 'zod';
import { firstWinsAction } from '#core/automations/action.ts';
import { amountText, Change, NO_CHANGE } from '#core/automations/amounts.ts';

export const chargeForReturnLabel = firstWinsAction({
  label: 'Charge For Return Label',
  description: 'Charge the shopper for the prepaid return label: a fixed amount, or a percentage of what it costs.',
  hooks: ['beforeClaimSubmission', 'returnShipmentQuote'],
  perLine: false,
  params: z.strictObject({ applyLabelMarkup: Change }),
  initial: { applyLabelMarkup: NO_CHANGE },
  summary: ({ applyLabelMarkup: markup }, words) =>
    markup.shouldModify ? [`Return label: ${amountText(markup, words)}`] : ['Return label: store default'],
});
