import { isPaymentOrder } from '#core/orders/payment-order.ts';
import { announceOrder } from '#sandbox/shopify/mutations/announce.ts';
import { nextId, type Order, type ShopState } from '#sandbox/shopify/state.ts';
import type { Person } from './people.ts';

/** The warehouse of the store, which sends the goods of exchanges to the shopper. */
export const warehouse: Person = {
  name: 'warehouse',
  async live({ scheduler, twins, shopDomain, template, covers }, life) {
    const shop = twins.shopify.store(shopDomain);
    const bought = template.shop.orders.map(({ id }) => id);
    const open = (): Order[] =>
      shop.orders.filter(
        (order) => !isPaymentOrder(order) && !covers.ids.includes(order.id) && unsentOf(shop, order, bought).length > 0,
      );
    for (;;) {
      await scheduler.step(life, 'sends the goods of an exchange', [], () => open().length > 0);
      const order = scheduler.chance.pick(open());
      twins.shopify.outside(shopDomain, (context) => {
        send(shop, order, unsentOf(shop, order, bought));
        announceOrder(context, order);
      });
    }
  },
};

type Unsent = { id: number; quantity: number };

/** Goods of exchanges without a parcel. What else is on an order, such as shipping that was paid, has no variant. */
function unsentOf({ returns }: ShopState, { id: orderId, ...order }: Order, bought: readonly number[]): Unsent[] {
  const { lineItems, fulfillments, refunds } = order;
  const exchanged = returns.flatMap(({ exchanges }) => exchanges.flatMap(({ lineItemId }) => lineItemId ?? []));
  const sent = fulfillments.flatMap(({ lines }) => lines);
  const removed = refunds.flatMap(({ lines }) => lines);
  return lineItems
    .filter(({ variantId, isGiftCard }) => variantId !== null && !isGiftCard)
    .filter(({ id }) => !bought.includes(orderId) || exchanged.includes(id))
    .map(({ id, quantity }) => ({
      id,
      quantity:
        quantity -
        [...sent, ...removed]
          .filter(({ lineItemId }) => lineItemId === id)
          .reduce((sum, line) => sum + line.quantity, 0),
    }))
    .filter(({ quantity }) => quantity > 0);
}

/** Puts units of an order into one package. */
export function send(shop: ShopState, order: Order, unsent: readonly Unsent[]): void {
  const [pattern] = shop.orders.flatMap(({ fulfillments }) => fulfillments);
  if (!pattern) throw new Error('the shop has sent nothing yet');
  const now = `${new Date().toISOString().slice(0, 19)}Z`;
  order.fulfillments.push({
    ...structuredClone(pattern),
    status: 'SUCCESS',
    id: nextId(shop),
    name: `${order.name}-F${order.fulfillments.length + 1}`,
    createdAt: now,
    updatedAt: now,
    lines: unsent.map(({ id, quantity }) => ({ id: nextId(shop), lineItemId: id, quantity })),
  });
}
