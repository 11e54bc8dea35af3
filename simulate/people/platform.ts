import { maximumRefundable } from '#sandbox/shopify/order-sums.ts';
import { addLine } from '#sandbox/shopify/mutations/order-edit.ts';
import { endRefund } from '#sandbox/shopify/mutations/refund.ts';
import type { LineItem, Order, ShopState } from '#sandbox/shopify/state.ts';
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

// In steps of the schedule: as long as others need to decide something meanwhile.
const PATIENCE = [10, 40, 120, 400];

/** The payment provider of the shop, which takes its time over refunds, and could not carry out some. */
export const slowProvider: Person = {
  name: 'provider of the shop',
  async live(place, life) {
    const { scheduler, twins, shopDomain } = place;
    const shop = twins.shopify.store(shopDomain);
    shop.areRefundsPending = true;
    const until = new Map<number, number>();
    const ripe = (): Pending[] =>
      pendingOf(shop).filter(({ transaction: { id } }) => {
        if (!until.has(id)) until.set(id, scheduler.trace.length + scheduler.chance.pick(PATIENCE));
        return scheduler.trace.length >= (until.get(id) ?? 0);
      });
    for (;;) {
      await scheduler.step(life, 'looks at a refund', [], () => ripe().length > 0);
      end(place, scheduler.chance.pick(ripe()));
      shop.areRefundsPending = scheduler.chance.under(0.8);
    }
  },
};

/** The same provider at the end of the day: nothing stays pending. */
export const providerAtRest: Person = {
  name: 'provider of the shop',
  async live(place, life) {
    const { scheduler, twins, shopDomain } = place;
    const shop = twins.shopify.store(shopDomain);
    for (;;) {
      await scheduler.step(life, 'ends a refund', [], () => pendingOf(shop).length > 0);
      end(place, scheduler.chance.pick(pendingOf(shop)));
    }
  },
};

type Pending = { order: Order; transaction: Order['transactions'][number] };
const pendingOf = ({ orders }: ShopState): Pending[] =>
  orders.flatMap((order) =>
    order.transactions
      .filter(({ kind, status }) => kind === 'REFUND' && status === 'PENDING')
      .map((transaction) => ({ order, transaction })),
  );

function end({ scheduler, twins, shopDomain, sold }: Place, { order, transaction }: Pending): void {
  // What a shopper paid at the checkout for a claim always goes back.
  const isBought = sold.orders.some(({ id }) => id === order.id);
  const status = isBought && scheduler.chance.under(0.2) ? 'FAILURE' : 'SUCCESS';
  const isByHand = order.refunds.some(
    ({ note, transactionIds }) => note === BY_HAND && transactionIds.includes(transaction.id),
  );
  scheduler.note(
    `provider of the shop: ${status === 'SUCCESS' ? 'carries out' : 'declines'} a refund${isByHand ? ' by hand' : ''}`,
  );
  twins.shopify.outside(shopDomain, (context) => endRefund(context, order, transaction, status));
}

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

/** Staff at the platform who refund items that a shipping claim is about, and do not tell who decides it. */
export const lostAndFound = (turns: number): Person => ({
  name: 'lost and found',
  async live(place, life) {
    const { scheduler, twins, shopDomain, nextDue } = place;
    const { chance } = scheduler;
    for (let turn = 0; turn < turns; turn += 1) {
      await scheduler.step(life, 'reads of a lost package', [], () => nextDue().packages > 0);
      const open = (await place.shippingClaims()).filter(({ status }) => status === 'Open' || status === 'InProgress');
      if (open.length === 0) continue;
      const { orderIdFromPlatform, lines } = chance.pick(open);
      const { lineIdFromPlatform, quantity, amount } = chance.pick(lines);
      const order = twins.shopify.store(shopDomain).orders.find(({ id }) => String(id) === orderIdFromPlatform);
      const unit = order?.lineItems.find(({ id }) => String(id) === lineIdFromPlatform) ?? null;
      if (!order || !unit) continue;
      await scheduler.step(life, 'refunds lost items by hand');
      const before = order.refunds.length;
      await scheduler.inside(() =>
        refundByHand(place, order, { key: `lost-${turn}`, unit, units: quantity, most: Math.max(100, amount) }),
      );
      scheduler.note(
        `lost and found: refunds lost items by hand is ${order.refunds.length > before ? 'done' : 'refused'}`,
      );
    }
  },
});

type ByHand = {
  key: string;
  unit: LineItem | null;
  units?: number;
  restockType?: 'NO_RESTOCK' | 'CANCEL';
  most?: number;
  isRest?: boolean;
};

/** At most so much, or all that is left of the payment, for a unit or for nothing in particular. The platform refuses what is more than there is. */
export function refundByHand(
  place: Place,
  order: Order,
  { key, unit, units = 1, restockType = 'NO_RESTOCK', most = 6000, isRest = false }: ByHand,
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
          unit === null ? [] : [{ lineItemId: `gid://shopify/LineItem/${unit.id}`, quantity: units, restockType }],
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
