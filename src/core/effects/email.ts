import { z } from 'zod';
import { EmailContent, EmailType, type EmailText } from '#core/claims/email.ts';
import { defineEffect } from '#core/effects/define.ts';

export const EmailPayload = z.object({
  claimExternalId: z.string(),
  type: EmailType,
  to: z.string(),
  subject: z.string(),
  content: EmailContent,
  /** Only until the email is worded for its reader, as the store has it; absent in what is kept. */
  unworded: z.custom<EmailText>().exactOptional(),
  /** The code of a gift card, which only the server can read; it takes the place of GIFT_CARD_CODE. Absent on others. */
  sealedCode: z.string().exactOptional(),
});

/** Where an email has the code of a gift card. */
export const GIFT_CARD_CODE = '{gift card code}';

export const email = defineEffect({
  payload: EmailPayload,
  keptTexts: { payload: ['type'] },
  summary: ({ subject, to }) => `Email "${subject}" to ${to}`,
});
