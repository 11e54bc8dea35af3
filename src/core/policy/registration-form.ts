import { fieldsWithIds } from '#core/claims/field-answers.ts';
import type { AskedField } from '#core/claims/field-shapes.ts';
import type { ConsentAsked, RegistrationForm } from '#core/registrations/form.ts';
import type { StoreSettings } from '#core/settings/settings.ts';

/** A custom field, and whether its answers are serial numbers. */
export type FieldOfStore = AskedField & { isSerialNumber: boolean };

/** What the settings ask of someone who registers a product. */
export function registrationFormFor(
  { registrations: its }: Pick<StoreSettings, 'registrations'>,
  storeFields: readonly FieldOfStore[],
): RegistrationForm {
  const asked = fieldsWithIds(
    storeFields,
    its.customFields.map(({ id }) => id),
  );
  const required = new Set(its.customFields.filter(({ isRequired }) => isRequired).map(({ id }) => String(id)));
  const serial = new Set(storeFields.filter(({ isSerialNumber }) => isSerialNumber).map(({ id }) => id));
  return {
    isOffered: its.isRegistrationEnabled,
    channels: its.offeredSalesChannels,
    wantsProof: its.shouldCollectRegistrationProofOfPurchase,
    wantsAddress: its.shouldCollectRegistrationAddress,
    isPhoneRequired: its.isRegistrationPhoneRequired,
    countryCodes: its.registrationCountryCodes,
    consent: consentOf(its),
    fields: asked.map((field) => ({ ...field, required: required.has(field.id) })),
    serialFieldIds: asked.filter(({ id }) => serial.has(id)).map(({ id }) => id),
  };
}

const consentOf = (its: StoreSettings['registrations']): ConsentAsked | null =>
  its.shouldCollectRegistrationEmailMarketingConsent
    ? {
        title: its.emailMarketingConsentPolicyUrlTextTitle,
        text: its.emailMarketingConsentText,
        description: its.emailMarketingConsentDescriptionText,
        policyUrl: its.emailMarketingConsentPolicyUrl,
      }
    : null;

/** The store's own words around the form. */
export const registrationTextsFor = ({ registrations: its }: Pick<StoreSettings, 'registrations'>) => ({
  introduction: its.orderLookupRegistrationText,
  productHint: its.identifyProductFormPlaceholder,
  identifyText: its.identifyProductDetailText,
  identifyLinkText: its.identifyProductButtonText,
  identifyUrl: its.identifyProductUrl,
  afterwards: its.registrationSubmissionText,
});
export type RegistrationTexts = ReturnType<typeof registrationTextsFor>;

/** Whether the products of a registration are worth their list price in a claim. */
export const isWorthListPrice = ({ registrations }: Pick<StoreSettings, 'registrations'>): boolean =>
  registrations.useProductListPriceOnRegistration;
