import { z } from 'zod';
import { ExchangePricing, RemainderMethod } from '#core/claims/goods-shapes.ts';
import { Minor } from '#core/money.ts';

const Days = z.number().int().nonnegative();
const BasisPoints = z.number().int().nonnegative();

const MethodTerms = z.object({ isOffered: z.boolean(), windowDays: Days });

/** What may be done with one line of an order, and until when. Windows count from the day its units arrived. */
export const LinePolicy = z.object({
  lineIdFromPlatform: z.string(),
  isProtection: z.boolean(),
  isFinalSale: z.boolean(),
  /** Days from fulfillment to assumed delivery when the carrier reported none. */
  defaultDeliveryDays: Days,
  methods: z.object({
    refund: MethodTerms,
    storeCredit: MethodTerms,
    giftCard: MethodTerms,
    variantExchange: MethodTerms,
  }),
  warrantyWindowDays: Days,
});
export type LinePolicy = z.infer<typeof LinePolicy>;

/**
 * The terms of a claim: what its shopper was shown before submitting. They are stored with the claim, so that settings
 * saved later change nothing about it.
 */
export const ClaimPolicy = z.object({
  /** Staff inspect the items before they decide. */
  isInspected: z.boolean(),
  incentiveBasisPoints: BasisPoints,
  shopNowIncentiveBasisPoints: BasisPoints,
  giftCardType: z.enum(['Gift_Card', 'Store_Credit', 'Gift_Card_Order']),
  giftCardOrderPrefix: z.string(),
  /** Exchange for a variant of the same product, and for another product. */
  variantExchangePricing: ExchangePricing,
  advancedExchangePricing: ExchangePricing,
  exchangeRemainderMethod: RemainderMethod,
  exchangeOrderType: z.enum(['separateOrder', 'platformReturn']),
  exchangeOrderPrefix: z.string(),
  /** Days to bring the goods of an instant exchange back before the card is charged (R5.13). */
  instantExchangeReturnDays: Days,
  /** What happens to a hold that is about to end before the goods are back. */
  holdLapsePolicy: z.enum(['capture', 'holdAgain']),
  returnFee: Minor,
  returnFeeName: z.string(),
  returnShippingFee: Minor,
  exchangeShippingFee: Minor,
  /** The lines of the claim. */
  lines: z.array(LinePolicy),
});
export type ClaimPolicy = z.infer<typeof ClaimPolicy>;
