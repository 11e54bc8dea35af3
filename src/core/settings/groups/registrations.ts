import { z } from 'zod';
import { area, countries, longText, onOff, special, tags, text, webAddress } from '#core/settings/field.ts';
import { settingsGroup, type FieldProblems } from '#core/settings/group.ts';

/** A custom field that is asked of everyone who registers a product. */
export const FieldOfForm = z.object({ id: z.number().int().positive(), isRequired: z.boolean() });
export type FieldOfForm = z.infer<typeof FieldOfForm>;

const whileConsent = { field: 'shouldCollectRegistrationEmailMarketingConsent', is: true };

/** S5.12: owners have to be able to read what they agree to. */
const CONSENT_TEXTS = [
  'emailMarketingConsentPolicyUrl',
  'emailMarketingConsentPolicyUrlTextTitle',
  'emailMarketingConsentText',
  'emailMarketingConsentDescriptionText',
] as const;

export const registrations = settingsGroup({
  page: 'registrations',
  title: 'Product registration',
  help: 'Owners tell you about products they bought, here or elsewhere, and get a certificate with their warranty.',
  fields: z.object({
    isRegistrationEnabled: area({
      label: 'Registrations',
      whenOff: "Registrations aren't offered to customers. You can still change these settings.",
      also: 'enable turn on off switch register',
      default: false,
    }),
    isRegistrationWarrantyClaimEnabled: onOff({
      label: 'Accept warranty claims on registered products',
      help: 'Owners claim in the portal, as with an order.',
      default: true,
    }),
    useProductListPriceOnRegistration: onOff({
      label: 'Value registered products at their list price',
      help: 'A claim can then end with a gift card or store credit up to that price. Otherwise they are worth nothing. Nothing is ever refunded, because nothing was paid here.',
      default: false,
    }),
    offeredSalesChannels: tags({
      label: 'Where products are bought',
      help: "What owners choose from. With only one, they aren't asked.",
      also: 'sales channels shops amazon retail',
      default: ['Online store', 'Retail store', 'Marketplace'],
      most: 60,
    }),
    shouldCollectRegistrationProofOfPurchase: onOff({
      label: 'Ask for proof of purchase',
      help: 'A photo or PDF of the receipt. Only your team sees it.',
      also: 'receipt invoice',
      default: false,
    }),
    shouldCollectRegistrationAddress: onOff({ label: 'Ask for an address', default: false }),
    registrationCountryCodes: countries({
      label: 'Countries',
      help: 'Where owners may live. Leave it empty for anywhere.',
      most: 100,
      onlyWhen: { field: 'shouldCollectRegistrationAddress', is: true },
    }),
    isRegistrationPhoneRequired: onOff({ label: 'Require a phone number', default: false }),
    customFields: special('customFields', z.array(FieldOfForm).max(20, 'At most 20 custom fields.').default([]), {
      label: 'Custom fields',
      help: 'What else owners are asked. Create custom fields on their own page.',
      also: 'questions serial number',
    }),
    shouldCollectRegistrationEmailMarketingConsent: onOff({
      label: 'Ask to send marketing emails',
      help: 'The box is never ticked in advance. You keep the exact text that was agreed to, with date and language.',
      also: 'consent newsletter opt in',
      default: false,
    }),
    emailMarketingConsentText: text({
      label: 'Consent text',
      help: 'The words next to the box.',
      most: 500,
      isShopperText: true,
      onlyWhen: whileConsent,
    }),
    emailMarketingConsentDescriptionText: longText({
      label: 'Consent description',
      most: 1000,
      isShopperText: true,
      onlyWhen: whileConsent,
    }),
    emailMarketingConsentPolicyUrlTextTitle: text({
      label: 'Policy link text',
      most: 100,
      isShopperText: true,
      onlyWhen: whileConsent,
    }),
    emailMarketingConsentPolicyUrl: webAddress({ label: 'Policy URL', onlyWhen: whileConsent }),
    orderLookupRegistrationText: longText({
      label: 'Registration text',
      help: 'Shown above the form. Leave it empty to show none.',
      most: 500,
      isShopperText: true,
    }),
    identifyProductFormPlaceholder: text({
      label: 'Product search hint',
      help: 'Shown in the empty product field, such as the name or model.',
      most: 100,
      isShopperText: true,
    }),
    identifyProductDetailText: longText({
      label: 'How to identify a product',
      help: 'Where the model and serial number are found.',
      most: 500,
      isShopperText: true,
    }),
    identifyProductButtonText: text({ label: 'Help link text', most: 100, isShopperText: true }),
    identifyProductUrl: webAddress({ label: 'Help link URL' }),
    registrationSubmissionText: longText({
      label: 'Text after registering',
      help: 'Shown with the certificate. Leave it empty to show none.',
      most: 500,
      isShopperText: true,
    }),
  }),
  check: (its): FieldProblems =>
    its.shouldCollectRegistrationEmailMarketingConsent
      ? Object.fromEntries(
          CONSENT_TEXTS.filter((name) => its[name].trim() === '').map((name) => [name, 'Must not be empty.']),
        )
      : {},
});
