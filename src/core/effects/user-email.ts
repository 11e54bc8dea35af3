import { z } from 'zod';
import { defineEffect } from '#core/effects/define.ts';

export const UserEmailPayload = z.object({
  storeUserId: z.number().int(),
  type: z.enum(['invitation', 'signIn']),
  askedBy: z.string(),
  email: z.string(),
});
export type UserEmailPayload = z.infer<typeof UserEmailPayload>;

const WORDS = { invitation: 'Invitation to', signIn: 'Sign-in help for' } as const;

export const userEmail = defineEffect({
  payload: UserEmailPayload,
  summary: ({ type, email }) => `${WORDS[type]} ${email}`,
});
