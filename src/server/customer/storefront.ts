import type * as contract from '#contract/customer/customer.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { policyUrlOf } from '#core/policy/published/policy-url.ts';
import { themeOf } from '#core/policy/theme-of.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';
import { storePolicyOf, type Offered } from '#server/policy.ts';

export type Storefront = RouteAnswer<typeof contract.storefront>;

/** What the portal shows of a store before anybody has looked an order up. */
export function shownStorefront(store: StoreRow, offered: Offered): Storefront {
  const settings = settingsOf(store);
  const policy = storePolicyOf(store, offered);
  return {
    slug: store.slug,
    name: store.name,
    ...themeOf(settings, store.name),
    supportEmail: settings.email.supportEmail,
    isReturnsEnabled: policy.isReturnsEnabled,
    isGiftReturnEnabled: policy.isGiftReturnEnabled,
    isWithdrawalOffered: settings.withdrawal.isWithdrawalOffered,
    isAdvancedExchangeEnabled: policy.isAdvancedExchangeEnabled,
    isInstantExchangeEnabled: policy.isInstantExchangeEnabled,
    isShopNowEnabled: policy.isShopNowEnabled,
    policyUrl: policyUrlOf(settings, `/p/${encodeURIComponent(store.slug)}`),
    embeddedIn: settings.embedding.embeddedIn,
  };
}
