import { z } from 'zod';
import { firstWinsAction } from '#core/automations/action.ts';
import { amountText, Change, NO_CHANGE } from '#core/automations/amounts.ts';

export const shopNow = firstWinsAction({
  label: 'Shop Now',
  description: 'Let the shopper spend the value of the return in the store right away, with a bonus.',
  hooks: ['afterReasonSelection', 'beforeClaimSubmission'],
  perLine: false,
  shopperTexts: ['shopNowHeadline', 'shopNowDescription'],
  params: z.strictObject({
    shopNowHeadline: z.string().trim().min(1, 'Headline is required').max(128),
    shopNowDescription: z.string().trim().min(1, 'Description is required').max(500),
    startShoppingUrl: z.url({ protocol: /^https?$/, error: 'Start Shopping URL is required' }).max(2000),
    shopNowIncentive: Change,
  }),
  initial: { shopNowHeadline: '', shopNowDescription: '', startShoppingUrl: '', shopNowIncentive: NO_CHANGE },
  summary: ({ shopNowHeadline, startShoppingUrl, shopNowIncentive }, words) => [
    shopNowHeadline,
    startShoppingUrl,
    ...(shopNowIncentive.shouldModify ? [`Bonus: ${amountText(shopNowIncentive, words)}`] : []),
  ],
});
