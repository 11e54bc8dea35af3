import { z } from 'zod';

/** What mail servers said of the shopper's address. */
export const EmailTrouble = z.object({
  /** It never arrived, or the recipient reported it as spam. */
  kind: z.enum(['bounce', 'complaint']),
  email: z.string(),
  on: z.string(),
  /** In the words of the mail server. */
  reason: z.string(),
});
export type EmailTrouble = z.infer<typeof EmailTrouble>;

/** The part of a claim about whether the shopper can be written to. */
export const CLAIM_DELIVERY = {
  /** Absent while nothing went wrong. */
  emailTrouble: EmailTrouble.exactOptional(),
};
