import { z } from 'zod';
import { firstWinsAction } from '#core/automations/action.ts';

export const ReturnMethod = z.enum(['label', 'packingSlip']);
export type ReturnMethod = z.infer<typeof ReturnMethod>;
const NAMES = { label: 'Prepaid label', packingSlip: 'Packing slip' } as const;

export const returnShippingConfig = firstWinsAction({
  label: 'Configure Return Shipping',
  description: 'Choose where items go back to, and how shoppers can send them.',
  hooks: ['returnShipmentQuote', 'claimCreated'],
  perLine: false,
  params: z.strictObject({
    returnLocationId: z.number('Please select a Return Location').int().positive('Please select a Return Location'),
    returnMethods: z.array(ReturnMethod).min(1, 'Please select at least one Return Method'),
  }),
  initial: { returnLocationId: null, returnMethods: [] },
  summary: ({ returnLocationId, returnMethods }, { returnLocation }) => [
    returnLocation(returnLocationId),
    returnMethods.map((method) => NAMES[method]).join(', '),
  ],
  references: ({ returnLocationId }) => ({ returnLocations: [returnLocationId] }),
});
