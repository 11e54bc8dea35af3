import { z } from 'zod';
import { Minor } from '#core/money.ts';

/** Tax on top as a part of a price without it. */
export const TaxRate = z.object({ part: Minor, whole: Minor });
export type TaxRate = z.infer<typeof TaxRate>;

/** Units of a variant to send: in exchange, as a replacement, or bought with Shop Now credit. */
export const WantedItem = z.object({
  variantIdFromPlatform: z.string(),
  productIdFromPlatform: z.string().nullable().default(null),
  /** Name of the variant; of the product and the variant where it is another product. */
  title: z.string(),
  sku: z.string().default(''),
  imgUrl: z.string().nullable().default(null),
  quantity: z.number().int().min(1).max(9999).default(1),
  /** Price of one unit in the claim's currency, tax apart where the order's taxes are not included. */
  unitPrice: Minor.default(0),
  unitTax: Minor.default(0),
  /** The tax on it as a part of a price without tax, of the order line it is wanted instead of; absent where none is on top. */
  taxRate: TaxRate.exactOptional(),
});
export type WantedItem = z.infer<typeof WantedItem>;

/** As it is chosen, before the platform's price is known. */
export type WantedInput = z.input<typeof WantedItem>;

/** Where leftover exchange value goes (C3.07 variantExchangeAmountResolutionMethodEnum). */
export const RemainderMethod = z.enum(['refund', 'giftCard', 'storeCredit']);
export type RemainderMethod = z.infer<typeof RemainderMethod>;

/** What a price difference does (R3.40): nothing, a payment for a more expensive item, or that and the rest back for a cheaper one. */
export const ExchangePricing = z.enum(['NO_PAYMENT_OR_REFUND', 'PAYMENT', 'PAYMENT_AND_PARTIAL_REFUND']);
export type ExchangePricing = z.infer<typeof ExchangePricing>;

const RequestedExchange = z.object({
  exchange: WantedItem.nullable(),
  exchangeDeltaAmount: Minor,
  exchangeRemainderMethod: RemainderMethod.nullable(),
});

/** The part of a line about goods that are sent: in exchange, as a replacement, or by its credit. */
export const LINE_GOODS = {
  exchange: WantedItem.nullable(),
  /** The price of the new item minus the value of the returned one; the shopper owes it if positive. */
  exchangeDeltaAmount: Minor,
  exchangeRemainderMethod: RemainderMethod.nullable(),
  /** These as they were asked for, once staff decided on another exchange; absent where they stand as asked for. */
  requestedExchange: RequestedExchange.exactOptional(),
  /** When the goods wanted were ordered ahead of the return, in an instant exchange. */
  exchangeOrderedOn: z.string().nullable(),
  /** What a replacement order sends. */
  replacementItems: z.array(WantedItem).max(500),
  /** Its value is a credit the shopper spends on the claim's shop-now items. */
  isShopNow: z.boolean(),
};

/** What the shopper buys with the credit of the claim. */
const ShopNow = z.object({ items: z.array(WantedItem).min(1).max(500) });

/** The new items are sent before the returned ones are back, against a hold on the shopper's card. */
const InstantExchange = z.object({
  /** Everything is decided, but items sent ahead are not back yet: the payments are settled when they are. */
  isOnlyReturnAwaited: z.literal(true).exactOptional(),
});

/** The parts of a claim about goods that are sent; each is absent on claims without. */
export const CLAIM_GOODS = {
  shopNow: ShopNow.exactOptional(),
  instantExchange: InstantExchange.exactOptional(),
};
