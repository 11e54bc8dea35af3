import { z } from 'zod';
import { firstWinsAction } from '#core/automations/action.ts';

export const allowClaimTypeSelection = firstWinsAction({
  label: 'Allow Claim Type Selection',
  description: 'Let the shopper choose between a return and a warranty claim when both are possible.',
  hooks: ['orderLookup'],
  perLine: false,
  shopperTexts: ['claimTypeSelectionDetailText'],
  params: z.strictObject({
    claimTypeSelectionDetailText: z.string().trim().min(1, 'Claim type detail text is required').max(500),
  }),
  initial: { claimTypeSelectionDetailText: '' },
  summary: ({ claimTypeSelectionDetailText }) => [claimTypeSelectionDetailText],
});
