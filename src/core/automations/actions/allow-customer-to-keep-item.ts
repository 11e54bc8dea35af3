import { z } from 'zod';
import { firstWinsAction } from '#core/automations/action.ts';

export const allowCustomerToKeepItem = firstWinsAction({
  label: 'Manual Review',
  description: 'Send no label by itself: staff decide whether the customer keeps the item.',
  hooks: ['claimCreated'],
  perLine: true,
  params: z.strictObject({}),
  initial: {},
  summary: () => ['Manual review. No label or packing slip is sent automatically.'],
});
