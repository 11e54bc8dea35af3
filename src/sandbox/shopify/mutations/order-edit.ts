import { times } from '../amounts.ts';
import { variantById } from '../lookup.ts';
import type { LineItem, Order } from '../state.ts';
import { nextId } from '../state.ts';
import type { Context } from '../views/connection.ts';
import { announceOrder, isoNow } from './announce.ts';

/** Staff of the shop add units of a variant to an order, untaxed; what they cost is paid over the gateway, or owed without one. */
export function addLine(
  context: Context,
  order: Order,
  { variantId, quantity, gateway }: { variantId: number; quantity: number; gateway: string | null },
): void {
  const { shop } = context;
  const found = variantById(shop, variantId);
  if (!found) throw new Error(`the shop has no variant ${variantId}`);
  const { product, variant } = found;
  const unitPrice = { shop: variant.price, presentment: variant.price };
  const line: LineItem = {
    id: nextId(shop),
    productId: product.id,
    variantId,
    title: product.title,
    variantTitle: variant.title,
    sku: variant.sku,
    vendor: product.vendor,
    quantity,
    unitPrice,
    discounts: [],
    taxLines: [],
    grams: variant.grams,
    taxable: false,
    requiresShipping: true,
    isGiftCard: product.isGiftCard,
    properties: [],
  };
  order.lineItems.push(line);
  if (gateway !== null)
    order.transactions.push({
      id: nextId(shop),
      kind: 'SALE',
      status: 'SUCCESS',
      gateway,
      amount: times(unitPrice, quantity),
      parentId: null,
      createdAt: isoNow(),
      test: false,
    });
  announceOrder(context, order);
}
