import type { StoreSettings } from '#core/settings/settings.ts';

/** Where shoppers read the return policy: at the store, or in the portal; empty where nowhere. */
export const policyUrlOf = ({ returns, publishedPolicy }: StoreSettings, portal: string): string => {
  if (returns.returnPolicyUrl !== '') return returns.returnPolicyUrl;
  return publishedPolicy.isPolicyPublished ? `${portal}/policy` : '';
};

/** The same for the terms of the warranty, which the published policy says too. */
export const warrantyPolicyUrlOf = ({ warranties, publishedPolicy }: StoreSettings, portal: string): string => {
  if (warranties.warrantyPolicyUrl !== '') return warranties.warrantyPolicyUrl;
  return publishedPolicy.isPolicyPublished ? `${portal}/policy` : '';
};
