import { z } from 'zod';
import { defineEffect } from '#core/effects/define.ts';
import { LANGUAGE_CODES } from '#core/texts/languages.ts';

/** Tells the shopper of a protected order what its cover is for. Whom it goes to is the order's to say when it is sent. */
export const CoverEmailPayload = z.object({ orderNo: z.string(), language: z.enum(LANGUAGE_CODES) });

export const coverEmail = defineEffect({
  payload: CoverEmailPayload,
  keptTexts: { payload: ['orderNo', 'language'] },
  summary: ({ orderNo }) => `Email that order ${orderNo} is protected`,
});
