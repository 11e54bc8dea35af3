import { z } from 'zod';
import { Address } from '#core/address.ts';

const Days = z.number().int().min(0).max(999999);
const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'a colour is # and six hexadecimal digits');

export const ClaimReason = z.object({
  id: z.string(),
  name: z.string().min(1).max(100),
  details: z.array(z.string().max(100)).default([]),
});

/** What a merchant can set in this version; one document per store, every field with a default. */
export const StoreSettings = z.object({
  isReturnsEnabled: z.boolean().default(true),
  refundWindowDays: Days.default(30),
  storeCreditWindowDays: Days.default(45),
  giftCardWindowDays: Days.default(60),
  exchangeWindowDays: Days.default(60),
  /** Days from fulfilment to assumed delivery when the carrier said nothing. */
  defaultDeliveryDays: z.number().int().min(0).max(60).default(5),
  isRefundEnabled: z.boolean().default(true),
  isStoreCreditEnabled: z.boolean().default(true),
  isGiftCardEnabled: z.boolean().default(true),
  isExchangeEnabled: z.boolean().default(true),
  /** Bonus on gift card and store credit, in basis points (1000 is 10 percent). */
  incentiveBasisPoints: z.number().int().min(0).max(10000).default(1000),
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
  returnAddress: Address.nullable().default(null),
  reasons: z
    .array(ClaimReason)
    .min(1)
    .default([
      { id: 'Wrong_Fit', name: 'It does not fit', details: ['Too small', 'Too large', 'Uncomfortable'] },
      { id: 'Not_As_Expected', name: 'Not as expected', details: ['Colour', 'Material', 'Quality'] },
      {
        id: 'Defective_Item',
        name: 'Defective or damaged',
        details: ['Arrived damaged', 'Stopped working', 'Missing part'],
      },
      { id: 'Wrong_Item', name: 'Wrong item received', details: [] },
      { id: 'No_Longer_Needed', name: 'No longer needed', details: [] },
    ]),
  brandColor: Color.default('#1f4d3f'),
  logoUrl: z.string().max(2000).default(''),
  supportEmail: z.string().max(255).default(''),
  portalHeading: z.string().max(200).default('Start a return or exchange'),
});
export type StoreSettings = z.infer<typeof StoreSettings>;
