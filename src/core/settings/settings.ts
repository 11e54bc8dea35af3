import { z } from 'zod';
import { RemainderMethod } from '#core/claims/claim.ts';
import { ReasonCategory } from '#core/claims/reason-category.ts';
import { InspectionTemplate } from '#core/claims/inspection-shapes.ts';
import { Minor } from '#core/money.ts';
import { normalColor } from '#core/settings/color.ts';

const Days = z.number().int().min(0).max(999999);
const BasisPoints = z.number().int().min(0).max(10000, 'At most 100 percent.');
/** What a difference in price does (R3.40): nothing, a payment when it is dearer, or that and the rest back when it is cheaper. */
export const ExchangePricing = z.enum(['NO_PAYMENT_OR_REFUND', 'PAYMENT', 'PAYMENT_AND_PARTIAL_REFUND']);
export type ExchangePricing = z.infer<typeof ExchangePricing>;
const Color = z
  .string()
  .overwrite((typed) => normalColor(typed) ?? typed)
  .regex(/^#[0-9a-f]{6}$/, 'Must be # and six hexadecimal digits.');

export const ClaimReason = z.object({
  id: z.string(),
  name: z.string().min(1).max(100),
  details: z.array(z.string().max(100)).default([]),
  /** Absent where its id says it, or else it is the default one. */
  category: ReasonCategory.exactOptional(),
  /** Details that are offered no more. */
  retiredDetails: z.array(z.string().max(100)).exactOptional(),
});
export type ClaimReason = z.infer<typeof ClaimReason>;

/** What a merchant can set in this version; one document per store, every field with a default. */
export const StoreSettings = z.object({
  isReturnsEnabled: z.boolean().default(true),
  /** Whoever was given an order as a gift may send it back for a gift card, store credit or another one (S3.05). */
  isGiftReturnEnabled: z.boolean().default(false),
  isWarrantiesEnabled: z.boolean().default(true),
  /** Days of warranty from delivery; 999999 is for life (S3.10). */
  warrantyWindowDays: Days.default(365),
  refundWindowDays: Days.default(30),
  storeCreditWindowDays: Days.default(45),
  giftCardWindowDays: Days.default(60),
  exchangeWindowDays: Days.default(60),
  /** Days from fulfilment to assumed delivery when the carrier said nothing. */
  defaultDeliveryDays: z.number().int().min(0).max(60).default(5),
  /** Days a label or packing slip may be used from when it is made (S3.05); 999999 is for ever. */
  defaultReturnExpirationDays: Days.default(30),
  isRefundEnabled: z.boolean().default(true),
  isStoreCreditEnabled: z.boolean().default(true),
  isGiftCardEnabled: z.boolean().default(true),
  isExchangeEnabled: z.boolean().default(true),
  /** Bonus on gift card and store credit, in basis points (1000 is 10 percent). */
  incentiveBasisPoints: BasisPoints.default(1000),
  giftCardType: z.enum(['Gift_Card', 'Store_Credit', 'Gift_Card_Order']).default('Gift_Card'),
  giftCardOrderPrefix: z.string().max(20).default('#C-GC-'),
  /** The platform's own return-process exchange on the original order, or an order of its own. */
  exchangeOrderType: z.enum(['separateOrder', 'platformReturn']).default('separateOrder'),
  exchangeOrderPrefix: z.string().max(20).default('#EX-'),
  /** Exchange for a variant of the same product, and for another product. */
  variantExchangePricing: ExchangePricing.default('NO_PAYMENT_OR_REFUND'),
  isAdvancedExchangeEnabled: z.boolean().default(true),
  advancedExchangePricing: ExchangePricing.default('PAYMENT_AND_PARTIAL_REFUND'),
  /** Where what is left of an exchange or of a shop-now credit goes. */
  exchangeRemainderMethod: RemainderMethod.default('refund'),
  isInstantExchangeEnabled: z.boolean().default(false),
  /** Days to bring the goods back before the card is charged (R5.13). */
  instantExchangeReturnDays: z.number().int().min(1).max(90).default(7),
  /** What becomes of a hold that is about to end before the goods are back. */
  holdLapsePolicy: z.enum(['capture', 'holdAgain']).default('capture'),
  isShopNowEnabled: z.boolean().default(true),
  shopNowIncentiveBasisPoints: BasisPoints.default(500),
  /** C4.19, as the back office names them. */
  inventoryHandling: z
    .enum(['doNotDecrement', 'decrementIgnoringPolicies', 'decrementObeyingPolicies'])
    .default('decrementObeyingPolicies'),
  /** What finalizing does with a line whose goods are gone: leaves it out with an error, or sends it anyway. */
  outOfStockAtFinalize: z.enum(['fail', 'continue']).default('fail'),
  /** Days that stock stays kept for a claim; 0 keeps none. */
  reservationDays: z.number().int().min(0).max(90).default(21),
  /** Taken off every return, in minor units of the store's currency; claims in another currency carry none. */
  returnFee: Minor.min(0).default(0),
  returnFeeName: z.string().max(128).default('Handling fee'),
  returnShippingFee: Minor.min(0).default(0),
  exchangeShippingFee: Minor.min(0).default(0),
  /** Who takes what a shopper owes for an exchange; with none, a dearer exchange cannot be chosen. */
  paymentProvider: z.enum(['none', 'stripe', 'platformCheckout']).default('none'),
  finalSaleTags: z.array(z.string().max(255)).default(['final-sale']),
  protectionSkus: z.array(z.string().max(255)).default([]),
  claimOrderTags: z.array(z.string().max(40)).default(['makegood-return']),
  shippingMethods: z
    .array(z.enum(['label', 'packingSlip']))
    .min(1)
    .default(['label', 'packingSlip']),
  returnInstructions: z
    .string()
    .max(2000)
    .default('Pack the items in their original packaging and put this slip inside the box.'),
  /** Items are inspected before they are decided (C6.05). */
  isReturnInspectionEnabled: z.boolean().default(false),
  isWarrantyInspectionEnabled: z.boolean().default(false),
  /** What an inspection collects unless a rule says otherwise. */
  inspectionTemplate: InspectionTemplate.prefault({ name: 'Inspection' }),
  reasons: z
    .array(ClaimReason)
    .min(1)
    .default([
      { id: 'Wrong_Fit', name: 'It does not fit', details: ['Too small', 'Too large', 'Uncomfortable'] },
      { id: 'Not_As_Expected', name: 'Not as expected', details: ['Color', 'Material', 'Quality'] },
      {
        id: 'Defective_Item',
        name: 'Defective or damaged',
        details: ['Arrived damaged', 'Stopped working', 'Missing part'],
      },
      { id: 'Wrong_Item', name: 'Wrong item received', details: [] },
      { id: 'No_Longer_Needed', name: 'No longer needed', details: [] },
    ]),
  /** Reasons that are offered no more. */
  retiredReasons: z.array(ClaimReason).default([]),
  brandColor: Color.default('#1f4d3f'),
  logoUrl: z.string().max(2000).default(''),
  supportEmail: z.string().max(255).default(''),
  portalHeading: z.string().max(200).default('Start a return or exchange'),
  /** What the portal says above the lookup of a gift (S3.16). */
  orderLookupGiftReturnDetailText: z
    .string()
    .max(500)
    .default(
      "Find your gift by the order number on the packing slip or the tracking number on the package. We won't tell the person who gave it to you, and you won't see the price.",
    ),
  isShippingProtectionEnabled: z.boolean().default(false),
  isRegistrationEnabled: z.boolean().default(false),
});
export type StoreSettings = z.infer<typeof StoreSettings>;

/** Eight digits before the point and two after it, in the minor units of most currencies (C5.14). */
const EnteredFee = Minor.min(0).max(9_999_999_999).default(0);

/** As someone may save them; what was saved before these rules stays readable. */
export const EnteredSettings = StoreSettings.extend({
  supportEmail: StoreSettings.shape.supportEmail.refine((text) => text === '' || z.email().safeParse(text).success, {
    error: 'Must be a valid email.',
  }),
  logoUrl: StoreSettings.shape.logoUrl.refine(
    (text) => text === '' || z.url({ protocol: /^https?$/ }).safeParse(text).success,
    { error: 'Must be a valid URL.' },
  ),
  returnFee: EnteredFee,
  returnShippingFee: EnteredFee,
  exchangeShippingFee: EnteredFee,
});

/** Areas of a store that only the provider switches. */
export const PROVIDER_FLAGS = ['isShippingProtectionEnabled', 'isRegistrationEnabled'] as const;

/** Fields of an inspection whose kind of answer is another than was saved: answers given already would no longer fit (C5.02). */
export const retypedFields = (before: StoreSettings, after: StoreSettings): number[] => {
  const types = new Map(before.inspectionTemplate.customFields.map((field) => [field.id, field.valueType]));
  return after.inspectionTemplate.customFields.flatMap(({ id, valueType }, index) =>
    (types.get(id) ?? valueType) === valueType ? [] : [index],
  );
};
