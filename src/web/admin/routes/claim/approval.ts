import { methodEnum, methodOf } from '#core/claims/method-names.ts';
import type { ClaimLineShown } from '#contract/claim-shapes.ts';
import type { RouteAnswer } from '#contract/route.ts';
import type { claimVariants } from '#contract/merchant/merchant.ts';
import type { LineChange } from '#contract/merchant/claim-actions.ts';
import type { WantedChoice, WantedShown } from '#contract/money-shapes.ts';
import type { RemainderMethod, WantedItem } from '#core/claims/goods-shapes.ts';
import type { ResolutionMethod } from '#core/claims/claim.ts';
import { exchangeDelta, goodsCost, isSameChoice } from '#core/claims/exchange.ts';
import type { Minor } from '#core/money.ts';
import { moneyText } from '../../../ui/money-text.tsx';
import { isMoney, isOnlyExternal, methodOfLine, minorOf, waysToEnd } from './claim-words.ts';

export const VARIANT_CAP = 500;
export const MAX_QUANTITY = 9999;

/** Goods as they are chosen; what they cost hangs on the terms of the store. */
export type WantedGoods = Omit<WantedShown, 'cost'>;

/** A decision as it is being typed. */
export type Approval = {
  method: ResolutionMethod;
  amount: number | null;
  exchange: WantedGoods | null;
  replacements: readonly WantedGoods[];
  remainder: RemainderMethod | null;
  isExternal: boolean;
  /** Of one resolved externally: the store's refund it was settled by, '' for none of these, null while nobody has said. */
  refund: string | null;
  noteToCustomer: string;
};

/** How the dialog begins: as decided before, else as asked for where that is a way to end. */
export function firstApproval(line: ClaimLineShown): Approval {
  const asked = methodOfLine(line);
  const ways = waysToEnd(line);
  return {
    method: ways.includes(asked) ? asked : (ways[0] ?? asked),
    amount:
      line.resolutionMethodEnum !== null && line.amount !== null && isMoney(asked) ? line.amount : line.requestedAmount,
    exchange: line.variantExchangeLineItem,
    replacements:
      line.replacementItems.length === 0 && line.suggestedWarrantyReplacementItem
        ? [line.suggestedWarrantyReplacementItem]
        : line.replacementItems,
    remainder: remainderOf(line),
    isExternal: line.wasResolvedExternally || isOnlyExternal(line),
    refund: line.wasResolvedExternally ? (line.externalRefundIdFromPlatform ?? '') : null,
    noteToCustomer: line.noteToCustomer,
  };
}

/** As it was chosen, where there still is an account for it; else the way it was paid. */
function remainderOf(line: ClaimLineShown): RemainderMethod | null {
  const { variantExchangeAmountResolutionMethodEnum: chosen } = line;
  if (chosen === null) return null;
  const remainder = methodOf(chosen);
  return line.isExchangeSent || line.allowedMethods.includes(remainder) ? remainder : 'refund';
}

export const isWhole = (quantity: number, max: number): boolean =>
  Number.isInteger(quantity) && quantity >= 1 && quantity <= max;

/** What is missing before it can be approved; null when nothing is. */
export function approvalProblem(approval: Approval, line: ClaimLineShown): string | null {
  const { method, amount, exchange, replacements } = approval;
  if (method === 'variantExchange') {
    if (!exchange) return 'Choose the variant to send.';
    return isWhole(exchange.quantity, line.quantity) ? null : `Send 1 to ${line.quantity}.`;
  }
  if (method === 'replacementOrder') {
    if (replacements.length === 0) return 'Choose at least one variant to send.';
    return replacements.every((item) => isWhole(item.quantity, MAX_QUANTITY))
      ? null
      : `Quantities are from 1 to ${MAX_QUANTITY}.`;
  }
  if (!isMoney(method)) return null;
  if (amount === null) return 'Enter an amount.';
  return amount < 0 ? 'Must be zero or a positive number.' : null;
}

/** The price difference that counts in this store, and the tax on top of the new item. */
export type Terms = Pick<RouteAnswer<typeof claimVariants>, 'pricing' | 'taxRate'>;

/** The difference of goods that were asked for or decided before; null for others. */
function agreedDifference(item: WantedGoods, line: ClaimLineShown): number | null {
  const isAgreed = (goods: WantedShown | null): boolean => goods !== null && isSameChoice(goods, item);
  if (isAgreed(line.requestedVariantExchangeLineItem)) return line.requestedExchangeDeltaAmount;
  return isAgreed(line.variantExchangeLineItem) ? line.exchangeDeltaAmount : null;
}

/**
 * How much more the new item costs than the returned one, as far as the store counts it, in minor units. An agreed
 * difference stays. Null while the store's settings are loading.
 */
export function differenceOf(
  item: WantedGoods,
  line: ClaimLineShown,
  terms: Terms | undefined,
  currencyCode: string,
): Minor | null {
  const minor = (amount: number): Minor => minorOf(amount, currencyCode);
  const agreed = agreedDifference(item, line);
  if (agreed !== null) return minor(agreed);
  if (!terms) return null;
  const { pricing } = terms;
  return exchangeDelta(
    {
      lineIdFromPlatform: line.originalStoreOrderLineItem.idFromPlatform,
      productIdFromPlatform: line.originalStoreOrderLineItem.productIdFromPlatform,
      quantity: line.quantity,
      requestedAmount: minor(line.requestedAmount),
      subtotal: minor(line.subtotal),
      tax: minor(line.tax),
    },
    pricedItem(item, terms, currencyCode),
    { variantExchangePricing: pricing, advancedExchangePricing: pricing, exchangeRemainderMethod: 'refund' },
  );
}

const pricedItem = (item: WantedGoods, { taxRate }: Pick<Terms, 'taxRate'>, currencyCode: string): WantedItem => ({
  ...item,
  unitPrice: minorOf(item.unitPrice, currencyCode),
  unitTax: minorOf(item.unitTax, currencyCode),
  ...(taxRate ? { taxRate } : {}),
});

/** What all of it costs, tax in it, as the server has it; minor units. */
export const costOf = (item: WantedGoods, terms: Terms | undefined, currencyCode: string): Minor =>
  goodsCost(pricedItem(item, terms ?? { taxRate: null }, currencyCode));

/** Why an amount deserves a second look; null when it does not (C5.06). */
export function amountWarning(amount: number, line: ClaimLineShown, currencyCode: string): string | null {
  const original = Math.max(line.requestedAmount, line.originalAmount);
  if (amount > original)
    return `This is ${moneyText(amount - original, currencyCode)} above the original value of ${moneyText(original, currencyCode)}.`;
  return amount > line.requestedAmount
    ? `This is ${moneyText(amount - line.requestedAmount, currencyCode)} more than the customer requested.`
    : null;
}

const choiceOf = (item: WantedGoods, line: ClaimLineShown): WantedChoice => ({
  variantIdFromPlatform: item.variantIdFromPlatform,
  productIdFromPlatform: item.productIdFromPlatform ?? line.originalStoreOrderLineItem.productIdFromPlatform ?? '',
  quantity: item.quantity,
});

/** The change as it is sent. Untouched, the amount is left to the server, which knows the bonus of the method. */
export function approvedChange(approval: Approval, line: ClaimLineShown): LineChange {
  const { method, amount, exchange, replacements, remainder } = approval;
  return {
    kind: 'approved',
    resolutionMethod: method,
    amount: isMoney(method) && amount !== line.requestedAmount ? amount : null,
    wasResolvedExternally: approval.isExternal,
    externalRefundIdFromPlatform: approval.isExternal ? approval.refund || null : null,
    replacementItems: method === 'replacementOrder' ? replacements.map((item) => choiceOf(item, line)) : [],
    variantExchangeLineItem: method === 'variantExchange' && exchange ? choiceOf(exchange, line) : null,
    variantExchangeAmountResolutionMethodEnum: method === 'variantExchange' && remainder ? methodEnum(remainder) : null,
    noteToCustomer: approval.noteToCustomer,
  };
}
