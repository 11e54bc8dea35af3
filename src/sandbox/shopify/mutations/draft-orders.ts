import type { Pair } from '../amounts.ts';
import { fromMoneyInput, fromShop, minorOf, share, times, ZERO } from '../amounts.ts';
import { draftSums } from '../draft-sums.ts';
import { customerById, variantById } from '../lookup.ts';
import type { DraftLine, DraftOrder, Order } from '../state.ts';
import { nextId, numberOf } from '../state.ts';
import type { Context, View } from '../views/connection.ts';
import { draftView } from '../views/platform.ts';
import { announceOrder, isoNow } from './announce.ts';
import type { AddressInput } from './order-change.ts';
import { readAddress } from './order-change.ts';
import { confirmationNumber, sortedTags } from './order-create.ts';
import { reserveDraft } from './stock.ts';

type Money = { amount: unknown; currencyCode: string };
type Discount = {
  value: number;
  valueType: 'PERCENTAGE' | 'FIXED_AMOUNT';
  title?: string | null;
  description?: string | null;
};
type Input = {
  email?: string | null;
  phone?: string | null;
  note?: string | null;
  tags?: string[] | null;
  customerId?: string | null;
  taxExempt?: boolean | null;
  presentmentCurrencyCode?: string | null;
  shippingAddress?: AddressInput | null;
  billingAddress?: AddressInput | null;
  appliedDiscount?: Discount | null;
  customAttributes?: { key: string; value: string }[] | null;
  reserveInventoryUntil?: string | null;
  shippingLine?: { title?: string | null; price?: string | null; priceWithCurrency?: Money | null } | null;
  lineItems?:
    | {
        variantId?: string | null;
        title?: string | null;
        quantity: number;
        originalUnitPrice?: string | null;
        originalUnitPriceWithCurrency?: Money | null;
        priceOverride?: Money | null;
        appliedDiscount?: Discount | null;
        customAttributes?: { key: string; value: string }[] | null;
      }[]
    | null;
};

const refused = (field: string[], message: string): View => ({ draftOrder: null, userErrors: [{ field, message }] });

function off(discount: Discount | null | undefined, whole: Pair): Pair {
  if (!discount) return ZERO;
  if (discount.valueType === 'PERCENTAGE') return share(whole, 0, Math.round(discount.value * 100), 10_000);
  return {
    shop: Math.min(whole.shop, Math.round(discount.value * 100)),
    presentment: Math.min(whole.presentment, Math.round(discount.value * 100)),
  };
}

export function draftOrderCreate(context: Context, input: Input): View {
  const { shop } = context;
  const currencies = { shop: shop.currency, presentment: shop.currency, rate: 1 };
  if (input.presentmentCurrencyCode && input.presentmentCurrencyCode !== shop.currency)
    return refused(
      ['presentmentCurrencyCode'],
      'Only the currency of the shop is served for draft orders by this sandbox',
    );
  if (!input.lineItems || input.lineItems.length === 0) return refused(['lineItems'], 'Add at least 1 product');
  const lines: DraftLine[] = [];
  for (const [index, each] of input.lineItems.entries()) {
    const picked = variantById(shop, numberOf(each.variantId, 'ProductVariant'));
    const title = picked?.product.title ?? each.title;
    if ((each.variantId && picked === undefined) || !title)
      return refused(['lineItems', String(index), 'variantId'], 'Product with ID is no longer available.');
    if (each.quantity < 1)
      return refused(['lineItems', String(index), 'quantity'], 'Quantity must be greater than or equal to 1');
    const own = picked === undefined ? (each.originalUnitPriceWithCurrency ?? null) : (each.priceOverride ?? null);
    const plain =
      picked === undefined && each.originalUnitPrice
        ? fromShop(minorOf(each.originalUnitPrice, shop.currency) ?? 0, currencies)
        : fromShop(picked?.variant.price ?? 0, currencies);
    const unitPrice = own === null ? plain : fromMoneyInput(own, currencies);
    if (unitPrice === null)
      return refused(['lineItems', String(index)], 'Price is not valid for the currency of the draft order');
    lines.push({
      id: nextId(shop),
      variantId: picked?.variant.id ?? null,
      title,
      quantity: each.quantity,
      unitPrice,
      discount: off(each.appliedDiscount, times(unitPrice, each.quantity)),
      properties: each.customAttributes ?? [],
    });
  }
  const customer = customerById(shop, numberOf(input.customerId, 'Customer'));
  if (input.customerId && customer === undefined) return refused(['customerId'], 'Customer does not exist');
  const shippingPrice = input.shippingLine?.priceWithCurrency
    ? fromMoneyInput(input.shippingLine.priceWithCurrency, currencies)
    : fromShop(minorOf(input.shippingLine?.price ?? '0', shop.currency) ?? 0, currencies);
  const now = isoNow();
  const draft: DraftOrder = {
    id: nextId(shop),
    name: `#D${shop.nextDraftNumber}`,
    status: 'OPEN',
    email: input.email ?? customer?.email ?? null,
    phone: input.phone ?? null,
    note: input.note ?? null,
    tags: sortedTags(input.tags ?? []),
    customerId: customer?.id ?? null,
    currencies,
    shippingAddress: input.shippingAddress ? readAddress(input.shippingAddress) : null,
    billingAddress: input.billingAddress ? readAddress(input.billingAddress) : null,
    customAttributes: input.customAttributes ?? [],
    lines,
    shipping: input.shippingLine
      ? { title: input.shippingLine.title ?? 'Shipping', price: shippingPrice ?? ZERO }
      : null,
    orderDiscount: null,
    taxExempt: input.taxExempt === true,
    reserveUntil: input.reserveInventoryUntil ?? null,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
    orderId: null,
  };
  if (input.appliedDiscount) {
    draft.orderDiscount = {
      title: input.appliedDiscount.title ?? null,
      description: input.appliedDiscount.description ?? '',
      value: input.appliedDiscount.value,
      valueType: input.appliedDiscount.valueType,
      amount: off(input.appliedDiscount, draftSums(draft).subtotal),
    };
  }
  shop.nextDraftNumber += 1;
  shop.draftOrders.push(draft);
  if (draft.reserveUntil) reserveDraft(context, draft, 1);
  return { draftOrder: draftView(context, draft), userErrors: [] };
}

export function draftOrderComplete(
  context: Context,
  args: { id: string; paymentPending: boolean; sourceName?: string | null },
): View {
  const { shop } = context;
  const draft = shop.draftOrders.find((each) => each.id === numberOf(args.id, 'DraftOrder'));
  if (draft === undefined) return refused(['id'], 'Draft order does not exist');
  if (draft.status === 'COMPLETED') return refused(['id'], 'This order has already been completed');
  complete(context, draft, args.paymentPending ? null : 'manual', args.sourceName);
  return { draftOrder: draftView(context, draft), userErrors: [] };
}

/** Deletes a draft order and releases its stock; a completed one stays. */
export function draftOrderDelete(context: Context, id: string): View {
  const { shop } = context;
  const draft = shop.draftOrders.find((each) => each.id === numberOf(id, 'DraftOrder'));
  if (draft === undefined)
    return { deletedId: null, userErrors: [{ field: ['input', 'id'], message: 'Draft order does not exist' }] };
  if (draft.status === 'COMPLETED')
    return {
      deletedId: null,
      userErrors: [{ field: ['input', 'id'], message: 'Completed draft orders cannot be deleted' }],
    };
  if (draft.reserveUntil) reserveDraft(context, draft, -1);
  shop.draftOrders = shop.draftOrders.filter((each) => each !== draft);
  return { deletedId: id, userErrors: [] };
}

/** Makes the order of a draft, paid over the gateway named; pending payment without one. */
export function complete(
  context: Context,
  draft: DraftOrder,
  gateway: string | null,
  sourceName?: string | null,
): void {
  const { shop } = context;
  if (draft.reserveUntil) {
    reserveDraft(context, draft, -1);
    draft.reserveUntil = null;
  }
  const now = isoNow();
  const sums = draftSums(draft);
  const number = shop.nextOrderNumber;
  shop.nextOrderNumber += 1;
  const total = {
    shop: sums.subtotal.shop + sums.shipping.shop,
    presentment: sums.subtotal.presentment + sums.shipping.presentment,
  };
  const order: Order = {
    id: nextId(shop),
    name: `#${number}`,
    number,
    email: draft.email,
    phone: draft.phone,
    customerId: draft.customerId,
    currencies: draft.currencies,
    taxesIncluded: shop.taxesIncluded,
    createdAt: now,
    processedAt: now,
    updatedAt: now,
    cancelledAt: null,
    cancelReason: null,
    closedAt: null,
    shippingAddress: draft.shippingAddress,
    billingAddress: draft.billingAddress ?? draft.shippingAddress,
    tags: draft.tags,
    note: draft.note,
    customAttributes: draft.customAttributes,
    discountApplications: discounts(draft),
    lineItems: orderLines(context, draft, sums.original),
    shippingLines:
      draft.shipping === null
        ? []
        : [
            {
              id: nextId(shop),
              title: draft.shipping.title,
              code: 'custom',
              price: draft.shipping.price,
              taxLines: [],
            },
          ],
    transactions:
      gateway === null || total.presentment === 0
        ? []
        : [
            {
              id: nextId(shop),
              kind: 'SALE',
              status: 'SUCCESS',
              gateway,
              amount: total,
              parentId: null,
              createdAt: now,
              test: false,
            },
          ],
    fulfillments: [],
    refunds: [],
    sourceName: sourceName ?? 'shopify_draft_order',
    sourceIdentifier: null,
    confirmationNumber: confirmationNumber(),
    test: false,
  };
  shop.orders.push(order);
  draft.status = 'COMPLETED';
  draft.completedAt = now;
  draft.updatedAt = now;
  draft.orderId = order.id;
  announceOrder(context, order, 'orders/create');
}

function discounts(draft: DraftOrder): Order['discountApplications'] {
  const ownLine = {
    kind: 'manual' as const,
    code: '',
    title: 'Custom discount',
    allocation: 'EACH' as const,
    selection: 'ENTITLED' as const,
    value: { amount: ZERO },
  };
  const whole = draft.orderDiscount;
  return whole === null
    ? [ownLine]
    : [
        ownLine,
        {
          kind: 'manual',
          code: '',
          title: whole.title ?? 'Custom discount',
          allocation: 'ACROSS',
          selection: 'ALL',
          value: { amount: whole.amount },
        },
      ];
}

function orderLines(context: Context, draft: DraftOrder, original: Pair): Order['lineItems'] {
  let before = 0;
  return draft.lines.map((line) => {
    const picked = variantById(context.shop, line.variantId);
    const own = times(line.unitPrice, line.quantity);
    const spread = share(
      draft.orderDiscount?.amount ?? ZERO,
      before,
      own.presentment,
      Math.max(1, original.presentment),
    );
    before += own.presentment;
    return {
      id: nextId(context.shop),
      productId: picked?.product.id ?? null,
      variantId: line.variantId,
      title: line.title,
      variantTitle: picked?.variant.title ?? null,
      sku: picked?.variant.sku ?? null,
      vendor: picked?.product.vendor ?? null,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      discounts: [
        { application: 0, amount: line.discount },
        { application: 1, amount: spread },
      ].filter((each) => each.amount.presentment > 0),
      taxLines: [],
      grams: picked?.variant.grams ?? 0,
      taxable: true,
      requiresShipping: true,
      isGiftCard: picked?.product.isGiftCard ?? false,
      properties: line.properties,
    };
  });
}
