import type {
  Customer,
  Fulfillment,
  LineItem,
  Order,
  Product,
  Return,
  ShopState,
  StoreCreditAccount,
  Transaction,
  Variant,
} from './state.ts';

/**
 * Rows by id. A map is made once per list and followed as the list grows (rows are only ever appended),
 * so that exporting thousands of orders with their products stays linear.
 */
const indexes = new WeakMap<object, { size: number; byId: Map<number, unknown> }>();

function indexed<T extends { id: number }>(rows: readonly T[], id: number | null): T | undefined {
  if (id === null) return undefined;
  let index = indexes.get(rows);
  if (index === undefined || index.size > rows.length)
    indexes.set(rows, (index = { size: 0, byId: new Map<number, unknown>() }));
  for (; index.size < rows.length; index.size += 1) index.byId.set(rows[index.size]?.id ?? 0, index.size);
  const position = index.byId.get(id);
  return typeof position === 'number' ? rows[position] : undefined;
}

export const orderById = (shop: ShopState, id: number | null): Order | undefined => indexed(shop.orders, id);
export const productById = (shop: ShopState, id: number | null): Product | undefined => indexed(shop.products, id);
export const customerById = (shop: ShopState, id: number | null): Customer | undefined => indexed(shop.customers, id);
export const returnById = (shop: ShopState, id: number | null): Return | undefined => indexed(shop.returns, id);

export function variantById(shop: ShopState, id: number | null): { product: Product; variant: Variant } | undefined {
  if (id === null) return undefined;
  for (const product of shop.products) {
    const variant = product.variants.find((each) => each.id === id);
    if (variant !== undefined) return { product, variant };
  }
  return undefined;
}

export function variantOfItem(
  shop: ShopState,
  inventoryItemId: number | null,
): { product: Product; variant: Variant } | undefined {
  for (const product of shop.products) {
    const variant = product.variants.find((each) => each.inventoryItemId === inventoryItemId);
    if (variant !== undefined) return { product, variant };
  }
  return undefined;
}

export function returnsOf(shop: ShopState, orderId: number): Return[] {
  return shop.returns.filter((each) => each.orderId === orderId);
}

export function lineById(order: Order, id: number | null): LineItem | undefined {
  return order.lineItems.find((line) => line.id === id);
}

export function transactionById(order: Order, id: number | null): Transaction | undefined {
  return order.transactions.find((transaction) => transaction.id === id);
}

export type FulfilledLine = { fulfillment: Fulfillment; line: Fulfillment['lines'][number] };

export function fulfilledLine(order: Order, id: number | null): FulfilledLine | undefined {
  for (const fulfillment of order.fulfillments) {
    const line = fulfillment.lines.find((each) => each.id === id);
    if (line !== undefined) return { fulfillment, line };
  }
  return undefined;
}

export function accountsOf(shop: ShopState, customerId: number): StoreCreditAccount[] {
  return shop.storeCreditAccounts.filter((account) => account.customerId === customerId);
}
