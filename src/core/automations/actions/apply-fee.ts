import { z } from 'zod';
import { firstWinsAction } from '#core/automations/action.ts';
import { AmountType, amountText, checkAmount } from '#core/automations/amounts.ts';
import { PublicText } from '#core/public-text.ts';

const params = z
  .strictObject({
    /** 0 waives the fee. A fraction when `feeType` is percent. */
    feeAmount: z.number('Fee amount is required'),
    feeType: AmountType,
    feeDisplayName: PublicText(128),
  })
  .superRefine(({ feeAmount, feeType, feeDisplayName }, context) => {
    checkAmount({ type: feeType, amount: feeAmount }, 'feeAmount', context);
    if (feeAmount > 0 && feeDisplayName.trim() === '')
      context.addIssue({ code: 'custom', path: ['feeDisplayName'], message: 'Fee display name is required' });
  });

export const applyFee = firstWinsAction({
  label: 'Apply Fee',
  description: 'Deduct a fee from what a claim gives back, or waive it.',
  hooks: ['beforeClaimSubmission'],
  perLine: false,
  shopperTexts: ['feeDisplayName'],
  params,
  initial: { feeAmount: 1, feeType: 'fixed', feeDisplayName: '' },
  summary: ({ feeAmount, feeType, feeDisplayName }, words) =>
    feeAmount === 0
      ? ['Waives the fee']
      : [`${feeDisplayName}: ${amountText({ type: feeType, amount: feeAmount }, words)}`],
});
