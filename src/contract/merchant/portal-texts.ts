import { z } from 'zod';
import { StoreParams } from '#contract/merchant/params.ts';
import { Nothing, route } from '#contract/route.ts';
import { LANGUAGE_CODES } from '#core/texts/languages.ts';

const Language = z.enum(LANGUAGE_CODES);
const TextParams = StoreParams.extend({ language: Language });

export const PortalTextShown = z.object({
  id: z.string(),
  /** In English: what people search for. */
  english: z.string(),
  /** As it ships in the language; for a text of the store's own, as the settings have it. */
  shipped: z.string(),
  /** What the store says instead; null where it says nothing else. */
  said: z.string().nullable(),
  /** A text of the store's own settings, said in another language. */
  isOwn: z.boolean(),
});
export type PortalTextShown = z.infer<typeof PortalTextShown>;

export const listPortalTexts = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/portal-text/{language}',
  access: 'admin',
  summary: "List every text of the portal in a language, with what the store says instead, the store's own texts first",
  params: TextParams,
  response: z.object({ texts: z.array(PortalTextShown) }),
});

export const changePortalText = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/portal-text/{language}',
  access: 'admin',
  summary: 'Say a text of the portal differently in a language; its values and number forms are checked',
  params: TextParams,
  body: z.object({ id: z.string().min(1).max(700), text: z.string().trim().min(1).max(2000) }),
  response: Nothing,
  errors: {
    PORTAL_TEXT_NOT_FOUND: 'The portal has no such text',
    PORTAL_TEXT_INVALID: 'The text lacks a value or a number form, or has one that is unknown',
  },
});

export const resetPortalText = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/portal-text/{language}',
  access: 'admin',
  summary: 'Say a text of the portal as it ships again',
  params: TextParams,
  query: z.object({ id: z.string().min(1).max(700) }),
  response: Nothing,
});
