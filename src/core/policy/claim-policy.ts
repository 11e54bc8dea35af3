import { z } from 'zod';
import { ExchangePricing, RemainderMethod } from '#core/claims/goods-shapes.ts';
import { UTC } from '#core/dates.ts';
import { Minor } from '#core/money.ts';

const Days = z.number().int().nonnegative();
const BasisPoints = z.number().int().nonnegative();

/** The last day of a window that a rule ends on a day, as people read it, and the instant it ends in the store's time zone. */
const Until = z.object({ day: z.iso.date(), instant: z.string() });

/** One that `until` ends does not count days. */
const MethodTerms = z.object({ isOffered: z.boolean(), windowDays: Days, until: Until.exactOptional() });
export type MethodTerms = z.infer<typeof MethodTerms>;

const RuleId = z.number().int().exactOptional();

/** Other products that a rule offers instead of a line, and what becomes of a price difference. */
export const ProductExchange = z.object({
  ruleId: z.number().int(),
  pricing: ExchangePricing,
  /** Another variant of the same product is an even swap. */
  isVariantEven: z.boolean(),
  productGroupIds: z.array(z.number().int()),
  /** Units of a variant that have to be there for it to be offered. */
  leastInStock: z.number().int().nonnegative(),
  /** Shoppers choose a product and then its variant, or a variant at once. */
  kind: z.enum(['product', 'variant']),
  sort: z.enum(['ALPHABETICAL', 'NEWEST_FIRST']),
  isSearchable: z.boolean(),
  /** Names of options that shoppers cannot filter by. */
  unfilteredOptions: z.array(z.string()),
});
export type ProductExchange = z.infer<typeof ProductExchange>;

/** What may be done with one line of an order, and until when. Windows count from the day its units arrived. */
/**
 * The end of the warranty of one item. Of an item that was sent as a replacement it is that of the item it replaced, which
 * it keeps, and at least some days of its own.
 */
export const OwnWarranty = z.object({ until: z.string(), isReplacement: z.boolean() });
export type OwnWarranty = z.infer<typeof OwnWarranty>;

export const LinePolicy = z.object({
  lineIdFromPlatform: z.string(),
  isProtection: z.boolean(),
  isFinalSale: z.boolean(),
  /** Days from fulfillment to assumed delivery when the carrier reported none. */
  defaultDeliveryDays: Days,
  /** Whose days the windows count; absent for those of UTC. */
  timeZone: z.string().exactOptional(),
  methods: z.object({
    refund: MethodTerms,
    storeCredit: MethodTerms,
    giftCard: MethodTerms,
    variantExchange: MethodTerms,
  }),
  /** It came from an exchange, and the store exchanges no such item; absent on others. */
  isExchangedBefore: z.literal(true).exactOptional(),
  /** Absent where no rule offers other products: what the settings say then holds. */
  productExchange: ProductExchange.exactOptional(),
  warrantyWindowDays: Days,
  /** Absent unless a rule says so. */
  warrantyUntil: Until.exactOptional(),
  isWarrantyRefused: z.literal(true).exactOptional(),
  /** The law knows no right of withdrawal for it; absent in all other terms. */
  isWithdrawalExempt: z.literal(true).exactOptional(),
  /** What was promised of this very item; absent where rules, its product group and the settings say it all. */
  ownWarranty: OwnWarranty.exactOptional(),
  /** Days that a repair adds to the warranty; absent where it adds none. */
  repairAddsDays: Days.exactOptional(),
  /** What a rule says to a method it does not offer. */
  footnote: z.string().exactOptional(),
  /** The rules that decided, by what; absent without any. */
  ruledBy: z
    .object({ refund: RuleId, giftCard: RuleId, exchange: RuleId, warrantyReview: RuleId, footnote: RuleId })
    .exactOptional(),
});
export type LinePolicy = z.infer<typeof LinePolicy>;

/**
 * The terms of a claim: what its shopper was shown before submitting. They are stored with the claim, so that settings
 * saved later change nothing about it.
 */
export const ClaimPolicy = z.object({
  /** The buyer's right of withdrawal by law; absent where the claim is what the store offers itself. */
  basis: z.literal('withdrawal').exactOptional(),
  /** What delivery of the order cost, given back with a withdrawal from all of it; absent on others. */
  deliveryAmount: Minor.exactOptional(),
  /** Staff inspect the items before they decide. */
  isInspected: z.boolean(),
  incentiveBasisPoints: BasisPoints,
  shopNowIncentiveBasisPoints: BasisPoints,
  giftCardType: z.enum(['Gift_Card', 'Store_Credit', 'Gift_Card_Order']),
  giftCardOrderPrefix: z.string(),
  /** The template of gift cards, and the product of gift card orders; absent for the usual ones. */
  giftCardTemplateSuffix: z.string().exactOptional(),
  giftCardProductIdFromPlatform: z.string().exactOptional(),
  /** Exchange for a variant of the same product, and for another product. */
  variantExchangePricing: ExchangePricing,
  advancedExchangePricing: ExchangePricing,
  exchangeRemainderMethod: RemainderMethod,
  exchangeOrderType: z.enum(['separateOrder', 'platformReturn']),
  exchangeOrderPrefix: z.string(),
  /** Names the shipping line of orders that send goods; absent for none. */
  exchangeShippingTitle: z.string().exactOptional(),
  /** Days to bring the goods of an instant exchange back before the card is charged (R5.13). */
  instantExchangeReturnDays: Days,
  /** What happens to a hold that is about to end before the goods are back. */
  holdLapsePolicy: z.enum(['capture', 'holdAgain']),
  returnFee: Minor,
  returnFeeName: z.string(),
  returnShippingFee: Minor,
  exchangeShippingFee: Minor,
  /** A rule charges a part of what the label costs: the return shipping fee is that part, of this price. */
  returnLabelShare: z.object({ basisPoints: BasisPoints, ofCost: Minor }).exactOptional(),
  /** A rule sends other variants of the same product free of charge. */
  isVariantShippingFree: z.literal(true).exactOptional(),
  /** A bonus that a rule gives as an amount, once for the claim; its percentage is 0. */
  incentiveAmount: Minor.exactOptional(),
  shopNowIncentiveAmount: Minor.exactOptional(),
  /** The rules that decided, by what; absent without any. */
  ruledBy: z
    .object({
      incentive: RuleId,
      shopNow: RuleId,
      instantExchange: RuleId,
      fee: RuleId,
      returnLabel: RuleId,
      exchangeShipping: RuleId,
      variantShipping: RuleId,
    })
    .exactOptional(),
  /** The lines of the claim. */
  lines: z.array(LinePolicy),
});
export type ClaimPolicy = z.infer<typeof ClaimPolicy>;

/** Whose days the terms count; terms from before the store's time zone was kept with them count the days of UTC. */
export const zoneOf = ({ timeZone = UTC }: Pick<LinePolicy, 'timeZone'>): string => timeZone;

/** The same of all terms of a claim, which are of one store. */
export const zoneOfTerms = ({ lines: [first] }: Pick<ClaimPolicy, 'lines'>): string => (first ? zoneOf(first) : UTC);
