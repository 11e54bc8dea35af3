import type { StoreSettings } from '#core/settings/settings.ts';
import type { StoreFeatures } from '#core/stores/features.ts';

/** What a store has switched on. */
export const featuresOf = ({ returns, warranties, provider }: StoreSettings): StoreFeatures => ({
  returns: { isReturnsEnabled: returns.isReturnsEnabled },
  warranties: { isWarrantiesEnabled: warranties.isWarrantiesEnabled },
  shippingProtection: provider.isShippingProtectionEnabled,
  registrations: { isRegistrationEnabled: provider.isRegistrationEnabled },
});
