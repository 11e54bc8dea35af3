import type { AskedField } from '#core/claims/field-shapes.ts';

/** What the owner may agree to. */
export type ConsentAsked = { title: string; text: string; description: string; policyUrl: string };

/** What the store asks of someone who registers a product. Nothing else is asked. */
export type RegistrationForm = {
  isOffered: boolean;
  /** Where a product may have been bought; the only one is not asked for. */
  channels: readonly string[];
  wantsProof: boolean;
  wantsAddress: boolean;
  isPhoneRequired: boolean;
  /** Where the owner may live, by ISO 3166-1 codes; empty for anywhere. */
  countryCodes: readonly string[];
  /** Null where the store asks for no consent. */
  consent: ConsentAsked | null;
  fields: readonly AskedField[];
  /** The ids of fields whose answer is a serial number. */
  serialFieldIds: readonly string[];
};
