import { z } from 'zod';

/**
 * Who has no account with the order: who was given it, and a guest who gets store credit. Value and goods go to an account
 * of theirs at the platform, looked up or made by the email.
 */
export const Recipient = z.object({ email: z.string(), firstName: z.string(), lastName: z.string() });
export type Recipient = z.infer<typeof Recipient>;
