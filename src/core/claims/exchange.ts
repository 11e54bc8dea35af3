import type { ClaimLine } from '#core/claims/claim.ts';
import type { ExchangePricing, TaxRate, WantedItem } from '#core/claims/goods-shapes.ts';
import { inProportion, unitsValue, type Minor } from '#core/money.ts';
import type { Order, OrderLine, Product, Variant } from '#core/orders/order.ts';
import type { ClaimPolicy, LinePolicy, ProductExchange } from '#core/policy/claim-policy.ts';
import type { StorePolicy } from '#core/policy/policy.ts';

export type ExchangePolicy = Pick<
  ClaimPolicy,
  'variantExchangePricing' | 'advancedExchangePricing' | 'exchangeRemainderMethod'
> & {
  /** Absent where no rule has a say. */
  lines?: readonly Pick<LinePolicy, 'lineIdFromPlatform' | 'productExchange'>[];
};

/** What becomes of a price difference: as the store's settings say, or a rule about the line. */
export function exchangePricing(
  { lines, variantExchangePricing, advancedExchangePricing }: Omit<ExchangePolicy, 'exchangeRemainderMethod'>,
  lineIdFromPlatform: string,
  isSameProduct: boolean,
): ExchangePricing {
  const ruled = lines?.find((line) => line.lineIdFromPlatform === lineIdFromPlatform)?.productExchange;
  if (!isSameProduct) return ruled?.pricing ?? advancedExchangePricing;
  return ruled?.isVariantEven === true ? 'NO_PAYMENT_OR_REFUND' : variantExchangePricing;
}

/** Whether a product can be had in exchange or with a shop-now credit: for sale, and goods. */
export const isOfferedProduct = (
  product: Pick<Product, 'status' | 'isGiftCard' | 'variants'>,
  { protectionSkus }: Pick<StorePolicy, 'protectionSkus'>,
): boolean =>
  product.status === 'ACTIVE' &&
  !product.isGiftCard &&
  !product.variants.some((variant) => protectionSkus.includes(variant.sku));

/** Whether a rule offers a product that is in some groups. */
export const isInGroups = ({ productGroupIds }: ProductExchange, groupIds: readonly number[]): boolean =>
  productGroupIds.some((id) => groupIds.includes(id));

/** Whether a variant is there in the units that a rule wants to be left; one that is not counted always is. */
export const isStocked = (
  { leastInStock }: Pick<ProductExchange, 'leastInStock'>,
  { available }: Pick<Variant, 'available'>,
): boolean => available === null || available >= leastInStock;

type Priced = Pick<WantedItem, 'quantity' | 'unitPrice' | 'unitTax' | 'taxRate'>;

/** The tax of all the units together, rounded once. */
export const goodsTax = ({ quantity, unitPrice, unitTax, taxRate }: Priced): Minor =>
  taxRate ? inProportion(quantity * unitPrice, taxRate.part, taxRate.whole) : quantity * unitTax;

/** What the units cost, tax in it. */
export const goodsCost = (item: Priced): Minor => item.quantity * item.unitPrice + goodsTax(item);

/** A swap for the same price is even: its tax is that of what comes back, whichever way the rest of a cent fell there. */
const costInstead = (line: Returned, item: WantedItem): Minor =>
  item.taxRate && item.quantity * item.unitPrice === line.subtotal ? line.subtotal + line.tax : goodsCost(item);

type Returned = Pick<
  ClaimLine,
  'lineIdFromPlatform' | 'productIdFromPlatform' | 'quantity' | 'requestedAmount' | 'subtotal' | 'tax'
>;

/** So many units of what comes back, at their share of its value. */
const unitsOf = (line: Returned, quantity: number): Returned => {
  const share = (amount: Minor): Minor => unitsValue(amount, line.quantity, 0, quantity);
  return {
    ...line,
    quantity,
    requestedAmount: share(line.requestedAmount),
    subtotal: share(line.subtotal),
    tax: share(line.tax),
  };
};

/**
 * The price of the new item minus the value of the returned one, as far as the store counts a price difference. Units
 * without a new item are no price difference: their value is left over.
 */
export function exchangeDelta(line: Returned, item: WantedItem, policy: ExchangePolicy): Minor {
  const isSameProduct = item.productIdFromPlatform === line.productIdFromPlatform;
  const exchanged = unitsOf(line, Math.min(item.quantity, line.quantity));
  const difference = costInstead(exchanged, item) - exchanged.requestedAmount;
  const pricing = exchangePricing(policy, line.lineIdFromPlatform, isSameProduct);
  return counted(difference, pricing) - (line.requestedAmount - exchanged.requestedAmount);
}

function counted(difference: Minor, pricing: ExchangePricing): Minor {
  switch (pricing) {
    case 'NO_PAYMENT_OR_REFUND':
      return 0;
    case 'PAYMENT':
      return Math.max(0, difference);
    case 'PAYMENT_AND_PARTIAL_REFUND':
      return difference;
  }
}

/** A line with the exchange it was asked for, whatever staff decided. */
export const withRequestedExchange = ({ requestedExchange, ...line }: ClaimLine): ClaimLine => ({
  ...line,
  ...requestedExchange,
});

/** A choice of the same units, whatever they cost now. */
export const isSameChoice = (
  one: Pick<WantedItem, 'variantIdFromPlatform' | 'quantity'>,
  other: Pick<WantedItem, 'variantIdFromPlatform' | 'quantity'>,
): boolean => one.variantIdFromPlatform === other.variantIdFromPlatform && one.quantity === other.quantity;

/** Goods by product and variant; the only variant of a product bears its name, or none. */
export const goodsTitle = (productTitle: string, variantTitle: string): string =>
  variantTitle === productTitle || variantTitle === '' ? productTitle : `${productTitle} - ${variantTitle}`;

/** The name of the new items where the line's own name isn't shown next to it. */
export const goodsName = (
  { title, productIdFromPlatform }: Pick<WantedItem, 'title' | 'productIdFromPlatform'>,
  line: Pick<ClaimLine, 'name' | 'productIdFromPlatform'>,
): string => (productIdFromPlatform === line.productIdFromPlatform ? goodsTitle(line.name, title) : title);

/** The units of an order line once more, at the price they are sold for; null where the platform no longer knows them. */
export function sameAgain(orderLine: OrderLine, quantity: number): WantedItem | null {
  const { variantIdFromPlatform, productIdFromPlatform, name, variantTitle, sku, imgUrl, unitListPrice } = orderLine;
  if (variantIdFromPlatform === null || productIdFromPlatform === null) return null;
  return {
    variantIdFromPlatform,
    productIdFromPlatform,
    title: goodsTitle(name, variantTitle),
    sku,
    imgUrl,
    quantity,
    unitPrice: unitListPrice,
    unitTax: 0,
  };
}

type Taxed = Pick<OrderLine, 'paidTotal' | 'taxTotal'>;

/** The tax an order line was taxed at, as a part of its price without it; null where none came on top. */
export const rateOnTop = (
  { taxTotal, paidTotal }: Taxed,
  { taxesIncluded }: Pick<Order, 'taxesIncluded'>,
): TaxRate | null => (taxesIncluded || paidTotal === 0 || taxTotal === 0 ? null : { part: taxTotal, whole: paidTotal });

/**
 * A variant when the shop's currency differs from the order's: one of the same product counts as much as was paid for
 * the line, and others have no price.
 */
export const withoutShopPrice = (
  variant: Variant,
  { paidTotal, quantity }: Pick<OrderLine, 'paidTotal' | 'quantity'>,
  isOther: boolean,
): Variant => ({ ...variant, price: isOther ? 0 : unitsValue(paidTotal, quantity, 0, 1) });

/** Units of a variant as they are wanted instead of an order line: its tax is at the rate that line was taxed at. */
export function wantedItem(
  variant: Variant,
  product: { idFromPlatform: string; title: string } | null,
  orderLine: Taxed & Pick<OrderLine, 'productIdFromPlatform' | 'imgUrl'>,
  order: Pick<Order, 'taxesIncluded'>,
  quantity: number,
): WantedItem {
  const isOther = product !== null && product.idFromPlatform !== orderLine.productIdFromPlatform;
  const taxRate = rateOnTop(orderLine, order);
  return {
    variantIdFromPlatform: variant.idFromPlatform,
    productIdFromPlatform: product?.idFromPlatform ?? orderLine.productIdFromPlatform,
    title: isOther ? goodsTitle(product.title, variant.title) : variant.title,
    sku: variant.sku,
    imgUrl: variant.imgUrl ?? (isOther ? null : orderLine.imgUrl),
    quantity,
    unitPrice: variant.price,
    unitTax: taxRate ? inProportion(variant.price, taxRate.part, taxRate.whole) : 0,
    ...(taxRate ? { taxRate } : {}),
  };
}
