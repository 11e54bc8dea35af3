import { z } from 'zod';
import { action, firstOf, whole } from '#core/automations/action.ts';

export const allowCustomerToKeepItem = action({
  label: 'Manual Review',
  description: 'Send no label by itself: staff decide whether the customer keeps the item.',
  hooks: ['claimCreated'],
  perLine: true,
  params: z.strictObject({}),
  initial: {},
  summary: () => ['Manual review. No label or packing slip is sent automatically.'],
  parts: whole,
  combine: firstOf,
});
