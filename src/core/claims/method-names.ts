import { z } from 'zod';
import type { ResolutionMethod } from '#core/claims/claim.ts';

const METHOD_NAMES: Readonly<Record<ResolutionMethod, string>> = {
  refund: 'Refund',
  giftCard: 'Gift Card',
  storeCredit: 'Store Credit',
  variantExchange: 'Exchange',
  replacementOrder: 'Replacement Order',
  repair: 'Repair',
  warrantyReview: 'Warranty Review',
  other: 'Return',
};

/** What a method is called wherever it is shown (C3.17). */
export const methodName = (method: ResolutionMethod): string => METHOD_NAMES[method];

/** A method as the API names it (C3.17), with the store credit, which is a method of its own here. */
// Marked as pure, as below: the portal only reads the names and is built without zod.
export const ResolutionMethodEnum = /* @__PURE__ */ z.enum([
  'Refund',
  'Gift_Card',
  'Store_Credit',
  'Variant_Exchange',
  'Replacement_Order',
  'Repair',
  'Warranty_Review',
  'Other',
]);
export type ResolutionMethodEnum = z.infer<typeof ResolutionMethodEnum>;

/** The ways leftover exchange value can be issued. */
export const RemainderMethodEnum = /* @__PURE__ */ ResolutionMethodEnum.extract([
  'Refund',
  'Gift_Card',
  'Store_Credit',
]);
export type RemainderMethodEnum = z.infer<typeof RemainderMethodEnum>;

const METHOD_OF = {
  Refund: 'refund',
  Gift_Card: 'giftCard',
  Store_Credit: 'storeCredit',
  Variant_Exchange: 'variantExchange',
  Replacement_Order: 'replacementOrder',
  Repair: 'repair',
  Warranty_Review: 'warrantyReview',
  Other: 'other',
} as const satisfies Record<ResolutionMethodEnum, ResolutionMethod>;
const ENUM_OF = {
  refund: 'Refund',
  giftCard: 'Gift_Card',
  storeCredit: 'Store_Credit',
  variantExchange: 'Variant_Exchange',
  replacementOrder: 'Replacement_Order',
  repair: 'Repair',
  warrantyReview: 'Warranty_Review',
  other: 'Other',
} as const satisfies Record<ResolutionMethod, ResolutionMethodEnum>;

/** The method behind the API's name. */
export const methodOf = <Name extends ResolutionMethodEnum>(name: Name): (typeof METHOD_OF)[Name] => METHOD_OF[name];
/** What the API calls a method. */
export const methodEnum = <Method extends ResolutionMethod>(method: Method): (typeof ENUM_OF)[Method] =>
  ENUM_OF[method];
