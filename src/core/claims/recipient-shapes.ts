import { z } from 'zod';

/** The part of a claim made by someone other than the buyer with an account. */
export const CLAIM_RECIPIENT = {
  /** A gift return: the customer above is the recipient, and the buyer isn't notified. Absent on others. */
  isGiftReturn: z.boolean().exactOptional(),
  /** The account at the store platform of a recipient or guest, once it was looked up or made for this email. */
  recipientAccount: z.object({ email: z.string(), idFromPlatform: z.string() }).exactOptional(),
};
