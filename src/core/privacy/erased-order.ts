import type { Order } from '#core/orders/order.ts';
import { withoutTexts } from '#core/privacy/without-texts.ts';

/** Texts of an order that say what was sold, not to whom. */
const KEPT: ReadonlySet<string> = new Set([
  'orderNo',
  'financialStatus',
  'fulfillmentStatus',
  'channel',
  ...['name', 'variantTitle', 'options', 'sku', 'imgUrl', 'vendor', 'productType', 'productTags'].map(
    (name) => `lines.${name}`,
  ),
  'fulfillments.status',
  'fulfillments.event',
  'returns.name',
  'returns.status',
  'platformRisk.level',
  'platformRisk.recommendation',
]);

/** The order without its buyer; amounts, goods, ids and dates stay. */
export function erasedOrder(order: Order, now: string): Order {
  const erased = withoutTexts(order, KEPT);
  return {
    ...erased,
    erasedOn: order.erasedOn ?? now,
    shippingAddress: null,
    billingAddress: null,
    ...(order.platformRisk && erased.platformRisk ? { platformRisk: { ...erased.platformRisk, facts: [] } } : {}),
  };
}
