import type { ClaimType } from '#core/claims/types.ts';
import type { StoreSettings } from '#core/settings/settings.ts';
import type { StoreFeatures } from '#core/stores/features.ts';

/** What a store has switched on. */
export const featuresOf = ({ returns, warranties, registrations, provider }: StoreSettings): StoreFeatures => ({
  returns: { isReturnsEnabled: returns.isReturnsEnabled },
  warranties: { isWarrantiesEnabled: warranties.isWarrantiesEnabled },
  shippingProtection: provider.isShippingProtectionEnabled,
  orderEditing: provider.isOrderEditingOffered,
  registrations: { isRegistrationEnabled: registrations.isRegistrationEnabled },
});

type TypeSettings = {
  isEnabled: boolean;
  isInspected: boolean;
  leastMedia: number;
  isPhoneRequired: boolean;
  orderPrefix: string;
};

/** What the settings say of each type of claim. */
export const typeSettings = ({
  returns,
  warranties,
  phoneNumbers,
}: StoreSettings): Readonly<Record<ClaimType, TypeSettings>> => ({
  Return: {
    isEnabled: returns.isReturnsEnabled,
    isInspected: returns.isReturnInspectionEnabled,
    leastMedia: returns.isClaimImageFromCustomerRequired ? 1 : 0,
    isPhoneRequired: phoneNumbers.isReturnPhoneRequired,
    orderPrefix: returns.exchangeOrderPrefix,
  },
  Warranty: {
    isEnabled: warranties.isWarrantiesEnabled,
    isInspected: warranties.isWarrantyInspectionEnabled,
    leastMedia: warranties.isWarrantyClaimImageFromCustomerRequired ? 1 : 0,
    isPhoneRequired: phoneNumbers.isWarrantyPhoneRequired,
    orderPrefix: warranties.warrantyOrderPrefix,
  },
});
