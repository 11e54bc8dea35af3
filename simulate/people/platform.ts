import type { LineItem, Order } from '#sandbox/shopify/state.ts';
import { ACCESS_TOKEN } from '../settings.ts';
import type { Person, Place } from './people.ts';

/** Staff who work at the platform itself: they refund by hand and edit the order. */
export const platformStaff = (turns: number): Person => ({
  name: 'staff at the platform',
  async live(place, life) {
    const { scheduler, twins, shopDomain } = place;
    for (let turn = 0; turn < turns; turn += 1) {
      const [name, work] = scheduler.chance.pick(WORKS);
      await scheduler.step(life, name);
      const order = twins.shopify.store(shopDomain).orders[0];
      if (!order) return;
      await scheduler.inside(() => work(place, order, turn));
    }
  },
});

type Work = (place: Place, order: Order, turn: number) => Promise<unknown>;
const WORKS: readonly [string, Work][] = [
  ['refunds by hand', (place, order, turn) => refundByHand(place, order, turn, null)],
  ['refunds a unit by hand', (place, order, turn) => refundByHand(place, order, turn, order.lineItems[0] ?? null)],
  ['tags the order', (place, order) => tagOrder(place, order)],
  ['edits the order', (place, order) => editOrder(place, order)],
];

const post = (place: Place, query: string, variables: object): Promise<unknown> =>
  place.twins.shopify.call(new URL(`https://${place.shopDomain}/admin/api/2026-07/graphql.json`), ACCESS_TOKEN, {
    query,
    variables,
  });

function refundByHand(place: Place, order: Order, turn: number, unit: LineItem | null): Promise<unknown> {
  const sale = order.transactions.find(({ kind }) => kind === 'SALE');
  const cents = place.scheduler.chance.between(100, 6000);
  return post(
    place,
    `mutation ByHand($input: RefundInput!, $key: String!) { refundCreate(input: $input) @idempotent(key: $key) {
      refund { id } userErrors { message } } }`,
    {
      key: `by-hand-${turn}`,
      input: {
        orderId: `gid://shopify/Order/${order.id}`,
        note: 'by hand',
        refundLineItems:
          unit === null
            ? []
            : [{ lineItemId: `gid://shopify/LineItem/${unit.id}`, quantity: 1, restockType: 'NO_RESTOCK' }],
        transactions: [
          {
            orderId: `gid://shopify/Order/${order.id}`,
            kind: 'REFUND',
            gateway: sale?.gateway,
            parentId: `gid://shopify/OrderTransaction/${sale?.id}`,
            amount: (cents / 100).toFixed(2),
          },
        ],
      },
    },
  );
}

const tagOrder = (place: Place, order: Order): Promise<unknown> =>
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
