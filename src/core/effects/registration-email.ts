import { z } from 'zod';
import { defineEffect } from '#core/effects/define.ts';

/** Emails the owner of a registration: the certificate, or that it ended. */
export const RegistrationEmailPayload = z.object({
  registrationId: z.number().int(),
  externalId: z.string(),
  news: z.enum(['registered', 'transferred', 'canceled']),
});
export type RegistrationEmailPayload = z.infer<typeof RegistrationEmailPayload>;

const NEWS = {
  registered: 'Email the certificate of',
  transferred: 'Email the new owner of',
  canceled: 'Email that it was canceled:',
} as const;

export const registrationEmail = defineEffect({
  payload: RegistrationEmailPayload,
  keptTexts: { payload: ['externalId', 'news'], result: ['label'] },
  summary: ({ externalId, news }) => `${NEWS[news]} ${externalId}`,
});
