import { z } from 'zod';
import { defineEffect } from '#core/effects/define.ts';
import { ShippingReason } from '#core/protection/reasons.ts';
import { LANGUAGE_CODES } from '#core/texts/languages.ts';

/** Tells somebody who asked for it that a parcel can be claimed from now on. */
export const FilingReminderPayload = z.object({
  to: z.string(),
  language: z.enum(LANGUAGE_CODES),
  /** What they want to report; absent on those before it was kept. */
  reason: ShippingReason.exactOptional(),
});

export const filingReminder = defineEffect({
  payload: FilingReminderPayload,
  keptTexts: { payload: ['language', 'reason'] },
  summary: () => 'Email that a package can be claimed',
});
