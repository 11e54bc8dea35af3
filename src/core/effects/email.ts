import { z } from 'zod';
import { EmailContent, EmailType } from '#core/claims/email.ts';
import { defineEffect } from '#core/effects/define.ts';

export const EmailPayload = z.object({
  claimExternalId: z.string(),
  type: EmailType,
  to: z.string(),
  subject: z.string(),
  content: EmailContent,
});

export const email = defineEffect({
  payload: EmailPayload,
  keptTexts: { payload: ['type'] },
  summary: ({ subject, to }) => `Email "${subject}" to ${to}`,
});
