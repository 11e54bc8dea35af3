import { maximumRefundable } from '#sandbox/shopify/order-sums.ts';
import { addLine } from '#sandbox/shopify/mutations/order-edit.ts';
import type { LineItem, Order } from '#sandbox/shopify/state.ts';
import { ACCESS_TOKEN } from '../settings.ts';
import type { Person, Place } from './people.ts';
import { decimalsOf } from './selection.ts';

/** What staff write on a refund they give at the shop itself. */
export const BY_HAND = 'by hand';

/** Staff who work at the platform itself: they refund by hand and edit the order. */
export const platformStaff = (turns: number): Person => ({
  name: 'staff at the platform',
  async live(place, life) {
    const { scheduler, twins, shopDomain } = place;
    for (let turn = 0; turn < turns; turn += 1) {
      const [name, work] = scheduler.chance.pick(WORKS);
      await scheduler.step(life, name);
      const bought = place.orders.map(({ order }) => order.idFromPlatform);
      const { orders } = twins.shopify.store(shopDomain);
      const order = scheduler.chance.pick(orders.filter(({ id }) => bought.includes(String(id))));
      await scheduler.inside(() => work(place, order, turn));
    }
  },
});

/** Others buy what is left in the shop, while some of it may just have been promised. */
export const buyers: Person = {
  name: 'other customers of the shop',
  async live({ scheduler, twins, shopDomain, nextDue }, life) {
    await scheduler.step(life, 'buy the last of everything', [], () => nextDue().promised > 0);
    for (const variant of twins.shopify.store(shopDomain).products.flatMap(({ variants }) => variants)) {
      const { available = 0, on_hand: onHand = 0 } = variant.quantities;
      if (available > 0) variant.quantities = { ...variant.quantities, available: 0, on_hand: onHand - available };
    }
  },
};

type Work = (place: Place, order: Order, turn: number) => Promise<unknown>;
const WORKS: readonly [string, Work][] = [
  ['refunds by hand', (place, order, turn) => refundByHand(place, order, { key: `${turn}`, unit: null })],
  [
    'refunds a unit by hand',
    (place, order, turn) => refundByHand(place, order, { key: `${turn}`, unit: order.lineItems[0] ?? null }),
  ],
  ['tags the order', (place, order) => tagOrder(place, order)],
  ['edits the order', (place, order) => editOrder(place, order)],
  ['adds to the order', (place, order) => addToOrder(place, order)],
  ['cancels a unit added', (place, order, turn) => cancelAdded(place, order, turn)],
];

const post = (place: Place, query: string, variables: object): Promise<unknown> =>
  place.twins.shopify.call(new URL(`https://${place.shopDomain}/admin/api/2026-07/graphql.json`), ACCESS_TOKEN, {
    query,
    variables,
  });

/** Takes back what was added, before it was sent. */
async function cancelAdded(place: Place, order: Order, turn: number): Promise<void> {
  const added = order.lineItems.find(
    ({ id }) =>
      !place.orders.some(({ order: known }) => known.lines.some((line) => line.idFromPlatform === String(id))),
  );
  if (added) await refundByHand(place, order, { key: `${turn}`, unit: added, restockType: 'CANCEL' });
}

type ByHand = {
  key: string;
  unit: LineItem | null;
  restockType?: 'NO_RESTOCK' | 'CANCEL';
  most?: number;
  isRest?: boolean;
};

/** At most so much, or all that is left of the payment, for a unit or for nothing in particular. The platform refuses what is more than there is. */
export function refundByHand(
  place: Place,
  order: Order,
  { key, unit, restockType = 'NO_RESTOCK', most = 6000, isRest = false }: ByHand,
): Promise<unknown> {
  const sale = order.transactions.findLast(({ kind }) => kind === 'SALE');
  const minor = isRest && sale ? maximumRefundable(order, sale).presentment : place.scheduler.chance.between(100, most);
  const decimals = decimalsOf(order.currencies.presentment);
  return post(
    place,
    `mutation ByHand($input: RefundInput!, $key: String!) { refundCreate(input: $input) @idempotent(key: $key) {
      refund { id } userErrors { message } } }`,
    {
      key: `by-hand-${key}`,
      input: {
        orderId: `gid://shopify/Order/${order.id}`,
        note: BY_HAND,
        refundLineItems:
          unit === null ? [] : [{ lineItemId: `gid://shopify/LineItem/${unit.id}`, quantity: 1, restockType }],
        transactions: [
          {
            orderId: `gid://shopify/Order/${order.id}`,
            kind: 'REFUND',
            gateway: sale?.gateway,
            parentId: `gid://shopify/OrderTransaction/${sale?.id}`,
            amount: (minor / 10 ** decimals).toFixed(decimals),
          },
        ],
      },
    },
  );
}

export const tagOrder = (place: Place, order: Order): Promise<unknown> =>
  post(
    place,
    'mutation Tag($id: ID!, $tags: [String!]!) { tagsAdd(id: $id, tags: $tags) { userErrors { message } } }',
    {
      id: `gid://shopify/Order/${order.id}`,
      tags: ['seen'],
    },
  );

const editOrder = (place: Place, order: Order): Promise<unknown> =>
  post(place, 'mutation Edit($input: OrderInput!) { orderUpdate(input: $input) { userErrors { message } } }', {
    input: { id: `gid://shopify/Order/${order.id}`, note: 'Called, wants it soon', phone: '+14155550123' },
  });

/** The shopper wanted one thing more, and paid for it on the telephone, or owes it. */
function addToOrder({ twins, shopDomain, scheduler: { chance } }: Place, order: Order): Promise<void> {
  const variants = twins.shopify.store(shopDomain).products.flatMap((product) => product.variants);
  const line = {
    variantId: chance.pick(variants).id,
    quantity: chance.between(1, 2),
    gateway: chance.pick(['shopify_payments', order.transactions[0]?.gateway ?? null, null]),
  };
  twins.shopify.outside(shopDomain, (context) => addLine(context, order, line));
  return Promise.resolve();
}
