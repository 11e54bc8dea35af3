import type { ShippingTerms } from '#core/protection/file-claim.ts';
import type { StoreSettings } from '#core/settings/settings.ts';

/** What a store says of claims of shipping protection, by its settings. */
export const shippingTermsFor = ({
  settings: { shippingClaims, provider },
  timeZone,
  homeCountryCode,
}: {
  settings: StoreSettings;
  timeZone: string;
  homeCountryCode: string;
}): ShippingTerms => ({
  isOffered: provider.isShippingProtectionEnabled,
  isUnprotectedPermitted: shippingClaims.isUnprotectedShippingClaimPermitted,
  isImageRequired: shippingClaims.isShippingClaimImgRequired,
  timeZone,
  homeCountryCode,
  daysAfterDelivery: {
    Damaged: shippingClaims.damagedFilingDays,
    Wrong_Item: shippingClaims.wrongItemFilingDays,
    Missing_Item: shippingClaims.missingItemFilingDays,
    Quality_Issue: shippingClaims.qualityIssueFilingDays,
  },
  stolenFromDays: shippingClaims.stolenAfterDays,
  lostAfterDays: shippingClaims.lostAfterDays,
  lostAbroadAfterDays: shippingClaims.lostAbroadAfterDays,
  endsAfterDays: shippingClaims.filingEndDays,
});
