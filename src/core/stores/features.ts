import { z } from 'zod';
import type { StoreSettings } from '#core/settings/settings.ts';

/** C3.36. What a store has switched on; menus and search show no more than that (C6.05). Orders are always on. */
export const StoreFeatures = z.object({
  returns: z.object({ isReturnsEnabled: z.boolean() }),
  warranties: z.object({ isWarrantiesEnabled: z.boolean() }),
  shippingProtection: z.boolean(),
  registrations: z.object({ isRegistrationEnabled: z.boolean() }),
});
export type StoreFeatures = z.infer<typeof StoreFeatures>;

export const featuresOf = (settings: StoreSettings): StoreFeatures => ({
  returns: { isReturnsEnabled: settings.isReturnsEnabled },
  warranties: { isWarrantiesEnabled: settings.isWarrantiesEnabled },
  shippingProtection: settings.isShippingProtectionEnabled,
  registrations: { isRegistrationEnabled: settings.isRegistrationEnabled },
});

export type Area = 'returns' | 'warranties' | 'shippingClaims' | 'registrations';

/** The areas that are on, in the order in which the first is opened (C2.03). */
export function areasOf(features: StoreFeatures): Area[] {
  const isOn: Readonly<Record<Area, boolean>> = {
    returns: features.returns.isReturnsEnabled,
    warranties: features.warranties.isWarrantiesEnabled,
    shippingClaims: features.shippingProtection,
    registrations: features.registrations.isRegistrationEnabled,
  };
  return (['returns', 'warranties', 'shippingClaims', 'registrations'] as const).filter((area) => isOn[area]);
}
