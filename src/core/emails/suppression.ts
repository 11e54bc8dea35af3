import { z } from 'zod';

/** Why an address of a store gets no reminders. */
export const SuppressionReason = z.enum(['bounce', 'complaint', 'unsubscribed']);
export type SuppressionReason = z.infer<typeof SuppressionReason>;
