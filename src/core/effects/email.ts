import { z } from 'zod';
import { EmailContent, EmailType, type EmailWish } from '#core/claims/email-wishes.ts';
import { defineEffect } from '#core/effects/define.ts';
import type { Subject } from '#core/effects/subject.ts';

export const EmailPayload = z.object({
  claimExternalId: z.string(),
  type: EmailType,
  to: z.string(),
  subject: z.string(),
  content: EmailContent,
  /** The code of a gift card, which only the server can read; it takes the place of GIFT_CARD_CODE. Absent on others. */
  sealedCode: z.string().exactOptional(),
  /** The label or packing slip that it offers; absent on others, and on those before it was kept, which offer the newest. */
  shipmentId: z.number().int().exactOptional(),
  /** The quote it is about: its line, and its step among those of the repair; absent on others, and on those before it was kept. */
  quote: z.object({ lineId: z.number().int(), step: z.number().int() }).exactOptional(),
});
export type EmailPayload = z.infer<typeof EmailPayload>;

/** An email that was decided. It becomes an effect once it is worded for its reader, as the store has it. */
export type WantedEmail = {
  kind: 'email';
  purposeKey: string;
  subject: Subject;
  payload: Omit<EmailPayload, 'subject' | 'content'> & { wish: EmailWish };
  /** As of an effect. */
  isAfterPromised?: true;
};

/** Where an email has the code of a gift card. */
export const GIFT_CARD_CODE = '{gift card code}';

export const email = defineEffect({
  payload: EmailPayload,
  keptTexts: { payload: ['type'] },
  summary: ({ subject, to }) => `Email "${subject}" to ${to}`,
});
