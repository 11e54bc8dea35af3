import { z } from 'zod';

/** The part of a claim about emails that tell the shopper to ship, and about their not doing so. */
export const CLAIM_REMINDERS = {
  /** When each was sent; absent while none was. */
  reminded: z
    .object({ Return_Reminder: z.string().exactOptional(), Return_Expiring: z.string().exactOptional() })
    .exactOptional(),
  /** When the last day to ship had passed and nothing was on its way; absent on others. */
  returnExpiredOn: z.string().exactOptional(),
};
