import { z } from 'zod';
import { firstWinsAction } from '#core/automations/action.ts';
import { amountText, Change, NO_CHANGE } from '#core/automations/amounts.ts';

export const modifyIncentives = firstWinsAction({
  label: 'Modify Incentives',
  description: 'Change the bonus for shoppers who take a gift card or store credit instead of a refund.',
  hooks: ['beforeClaimSubmission', 'afterReasonSelection'],
  perLine: false,
  params: z.strictObject({ giftCardIncentive: Change, shouldApplyVariantExchangeShipping: z.boolean() }),
  initial: { giftCardIncentive: NO_CHANGE, shouldApplyVariantExchangeShipping: false },
  summary: ({ giftCardIncentive, shouldApplyVariantExchangeShipping }, words) => [
    giftCardIncentive.shouldModify ? `Bonus: ${amountText(giftCardIncentive, words)}` : 'Bonus: store default',
    shouldApplyVariantExchangeShipping
      ? 'Exchanges for a variant pay exchange shipping'
      : 'Exchanges for a variant ship free',
  ],
});
