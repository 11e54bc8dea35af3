import { queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { listPortalTexts } from '#contract/merchant/portal-texts.ts';
import type { Language } from '#core/texts/languages.ts';

/** Every text of the portal in a language, with what the store says instead. */
export const portalTextsQuery = (storeId: number, language: Language) =>
  queryOptions({
    queryKey: ['portal-texts', storeId, language],
    queryFn: async ({ signal }) => (await call(listPortalTexts, { params: { storeId, language } }, { signal })).texts,
  });
