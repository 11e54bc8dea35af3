import fc from 'fast-check';
import { lineOf, orderOf, variantOf } from '#core/claims/test-data.ts';
import { allocate, percentOf, type Minor } from '#core/money.ts';
import type { Fulfillment, Order, OrderLine, Variant } from '#core/orders/order.ts';

/** One currency of each exponent there is, and more of those that are common. */
const CURRENCIES = ['USD', 'EUR', 'JPY', 'CLP', 'KWD'] as const;

const anyLine = fc.record({
  quantity: fc.integer({ min: 1, max: 12 }),
  unitListPrice: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 60_000 })),
  /** Every so many units are free; 0 is no such offer. */
  freeEvery: fc.constantFrom(0, 0, 0, 2, 3),
  lineDiscount: fc.constantFrom(0, 0, 0, 0, 0, 1000, 1000, 3333, 10_000),
  taxRate: fc.constantFrom(0, 700, 833, 1900),
  /** Where the units are cut into parcels; the rest of the last cut may be unsent. */
  cuts: fc.array(fc.nat(12), { maxLength: 2 }),
  isRestUnsent: fc.constantFrom(false, false, true),
  isSameProduct: fc.constantFrom(false, false, true),
});
type AnyLine = typeof anyLine extends fc.Arbitrary<infer Value> ? Value : never;

/** What an order came to be: its lines, discounts on it, taxes, shipping and parcels. Amounts in minor units. */
const anyBasket = fc.record({
  currencyCode: fc.constantFrom(...CURRENCIES),
  taxesIncluded: fc.boolean(),
  lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
  orderDiscount: fc.constantFrom(0, 0, 0, 0, 0, 0, 500, 500, 2500, 2500, 10_000),
  orderDiscountAmount: fc.oneof(fc.constant(0), fc.constant(0), fc.nat(300), fc.nat(3000)),
  shippingPaid: fc.oneof(fc.constant(0), fc.nat(2500)),
  unpaid: fc.constantFrom(0, 0, 0, 0, 1, 700),
  buyer: fc.constantFrom('customer', 'customer', 'customer', 'guest', 'nobody'),
});
type Basket = typeof anyBasket extends fc.Arbitrary<infer Value> ? Value : never;

/** A fully paid order of a shopper with an email address. */
export const anyPaidOrder: fc.Arbitrary<Order> = anyBasket.map((basket) =>
  orderFrom({ ...basket, unpaid: 0, buyer: basket.buyer === 'nobody' ? 'guest' : basket.buyer }, true),
);
/** An order that may be partly unpaid or unshipped. */
export const anyOrder: fc.Arbitrary<Order> = anyBasket.map((basket) => orderFrom(basket, false));

function orderFrom(basket: Basket, isSentWhole: boolean): Order {
  const gross = basket.lines.map(afterLineDiscounts);
  const total = gross.reduce((sum, amount) => sum + amount, 0);
  const off = Math.min(total, percentOf(total, basket.orderDiscount) + basket.orderDiscountAmount);
  const shares = allocate(off, gross);
  const lines = basket.lines.map((line, index): OrderLine => {
    const paidTotal = Math.max(0, (gross[index] ?? 0) - (shares[index] ?? 0));
    return lineOf({
      idFromPlatform: `line-${index}`,
      productIdFromPlatform: `product-${line.isSameProduct ? 0 : index}`,
      variantIdFromPlatform: `variant-${index}`,
      quantity: line.quantity,
      unitListPrice: line.unitListPrice,
      paidTotal,
      taxTotal: taxOf(paidTotal, line.taxRate, basket.taxesIncluded),
    });
  });
  const { currencyCode, taxesIncluded, shippingPaid } = basket;
  const order = orderOf(lines, {
    currencyCode,
    taxesIncluded,
    shippingPaid,
    fulfillments: parcelsOf(basket.lines, isSentWhole),
    ...(basket.buyer === 'customer' ? {} : { customer: null }),
    ...(basket.buyer === 'nobody' ? { email: '' } : {}),
  });
  const shippingTax = taxesIncluded ? 0 : percentOf(shippingPaid, basket.lines[0]?.taxRate ?? 0);
  const paid = order.total + shippingPaid + shippingTax;
  return {
    ...order,
    taxTotal: order.taxTotal + shippingTax,
    total: paid,
    totalPaid: Math.max(0, paid - basket.unpaid),
  };
}

function afterLineDiscounts(line: AnyLine): Minor {
  const free = line.freeEvery === 0 ? 0 : Math.floor(line.quantity / line.freeEvery);
  const charged = line.unitListPrice * (line.quantity - free);
  return charged - percentOf(charged, line.lineDiscount);
}

const taxOf = (paid: Minor, rate: number, isIncluded: boolean): Minor =>
  isIncluded ? paid - Math.round((paid * 10_000) / (10_000 + rate)) : percentOf(paid, rate);

/** Each line's units in up to three parcels, a day apart; the units of the last may still be at the store. */
function parcelsOf(lines: readonly AnyLine[], isSentWhole: boolean): Fulfillment[] {
  const parts = lines.map(({ quantity, cuts, isRestUnsent }) => {
    const ends = [...new Set(cuts.map((cut) => cut % quantity))].filter((cut) => cut > 0).toSorted((a, b) => a - b);
    const sizes = [...ends, quantity].map((end, index) => end - (ends[index - 1] ?? 0));
    return isRestUnsent && !isSentWhole && sizes.length > 1 ? sizes.slice(0, -1) : sizes;
  });
  const most = Math.max(...parts.map((sizes) => sizes.length));
  return Array.from({ length: most }, (_, parcel) => ({
    idFromPlatform: `parcel-${parcel}`,
    createdOn: `2026-03-0${2 + parcel}T10:00:00.000Z`,
    deliveredOn: parcel === 1 ? null : `2026-03-0${5 + parcel}T10:00:00.000Z`,
    status: 'success',
    trackingCodes: [],
    lines: parts.flatMap((sizes, line) => {
      const quantity = sizes[parcel];
      return quantity === undefined
        ? []
        : [{ idFromPlatform: `sent-${line}-${parcel}`, lineIdFromPlatform: `line-${line}`, quantity }];
    }),
  }));
}

/** What can be had in exchange for each product of an order: cheaper, as dear, dearer, and something else altogether. */
export function variantsFor(order: Order): Map<string, Variant[]> {
  const variants = new Map<string, Variant[]>();
  const put = (productId: string, price: Minor, name: string, available: number | null): void => {
    const variant = variantOf({ idFromPlatform: `${productId}-${name}`, title: name, price, available });
    variants.set(productId, [...(variants.get(productId) ?? []), variant]);
  };
  for (const line of order.lines) {
    const productId = line.productIdFromPlatform ?? '';
    if (variants.has(productId)) continue;
    const paid = Math.floor(line.paidTotal / line.quantity);
    put(productId, Math.floor(paid / 2), 'cheaper', null);
    put(productId, paid, 'even', null);
    put(productId, paid * 2 + 77, 'dearer', 30);
  }
  put('product-other', 1234, 'small', null);
  put('product-other', 45_678, 'large', null);
  return variants;
}
