import { z } from 'zod';

export const DenialDetail = z.enum([
  'Wrong_Item',
  'Item_Not_Returned',
  'Noncompliant_Return',
  'Not_Covered_Under_Warranty',
  'No_Action_Taken',
]);
export type DenialDetail = z.infer<typeof DenialDetail>;

/** Why nothing is issued for a canceled line; the first is the default. */
export const CancelReason = z.enum(['No_Action_Taken', 'Final_Sale']);
export type CancelReason = z.infer<typeof CancelReason>;

export const LineStatus = z.enum(['open', 'approved', 'denied', 'closed']);
export type LineStatus = z.infer<typeof LineStatus>;
