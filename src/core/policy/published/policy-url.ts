import type { StoreSettings } from '#core/settings/settings.ts';

/** Where shoppers read the return policy: at the store, or in the portal; empty where nowhere. */
export const policyUrlOf = ({ publishedPolicy }: StoreSettings, slug: string): string => {
  const { policyUrl, isPolicyPublished } = publishedPolicy;
  if (policyUrl !== '') return policyUrl;
  return isPolicyPublished ? `/p/${encodeURIComponent(slug)}/policy` : '';
};
