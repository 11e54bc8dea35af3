import * as actions from '#contract/merchant/claim-actions.ts';
import { announceOrder } from '#sandbox/shopify/mutations/announce.ts';
import { orderCancel } from '#sandbox/shopify/mutations/order-change.ts';
import { currentQuantity } from '#sandbox/shopify/order-sums.ts';
import { gid, type Order } from '#sandbox/shopify/state.ts';
import { COVER_SKU } from '#core/protection/cover-product.ts';
import { boughtWithCover } from '../worlds.ts';
import { outcomeOf, type Person, type Place } from './people.ts';
import { refundByHand, tagOrder } from './platform.ts';
import { ask } from './staff.ts';
import { send } from './warehouse.ts';

/** Shoppers who buy the cover with their orders, today. */
export const coverBuyer = (orders: number): Person => ({
  name: 'cover buyer',
  async live(place, life) {
    const { scheduler, twins, shopDomain, sold, covers, template } = place;
    const { chance } = scheduler;
    const patterns = sold.orders.filter(({ id }) => template.shop.orders.some((one) => one.id === id));
    for (let bought = 0; bought < orders; bought += 1) {
      await scheduler.step(life, 'buys the cover with an order');
      twins.shopify.outside(shopDomain, (context) => {
        const order = boughtWithCover(context.shop, chance.pick(patterns), {
          world: template.world,
          covers: chance.between(1, 3),
        });
        if (chance.under(0.08)) order.transactions = [];
        context.shop.orders.push(order);
        covers.bought(order.id);
        sold.orders.push(structuredClone(order));
        announceOrder(context, order);
      });
    }
  },
});

type Deed = (place: Place, order: Order, turn: number) => unknown;

/** Staff and apps at the platform, who send such orders, take packages back, refund by hand, and cancel. */
export const orderOffice = (turns: number): Person => ({
  name: 'order office',
  async live(place, life) {
    const { scheduler, twins, shopDomain, covers } = place;
    const { chance } = scheduler;
    const { orders } = twins.shopify.store(shopDomain);
    for (let turn = 0; turn < turns; turn += 1) {
      await scheduler.step(life, 'looks at orders with the cover', [], () => covers.ids.length > 0);
      const order = chance.pick(orders.filter(({ id }) => covers.ids.includes(id)));
      const [name, deed] = chance.pick(deedsOn(order));
      // Others may be quicker.
      await scheduler.step(life, name);
      const done = await scheduler.inside(async () => deed(place, order, turn));
      if (typeof done === 'string') scheduler.note(`${life.name}: ${name} is ${done}`);
    }
  },
});

const isGoods = ({ sku, requiresShipping }: Order['lineItems'][number]): boolean =>
  sku !== COVER_SKU && requiresShipping;
const sentOf = ({ fulfillments }: Order) => fulfillments.filter(({ status }) => status === 'SUCCESS');
const coverOf = ({ lineItems }: Order) => lineItems.find(({ sku }) => sku === COVER_SKU) ?? null;

/** Sends what is not sent yet of some lines, in one package; nothing of an order that was canceled. */
const sends =
  (isMeant: (line: Order['lineItems'][number], index: number) => boolean, most = Infinity): Deed =>
  ({ twins, shopDomain }, order) => {
    const sent = sentOf(order).flatMap(({ lines }) => lines);
    const units = order.lineItems.filter(isMeant).map((line) => ({
      id: line.id,
      quantity: Math.min(
        most,
        currentQuantity(order, line) -
          sent.filter(({ lineItemId }) => lineItemId === line.id).reduce((sum, one) => sum + one.quantity, 0),
      ),
    }));
    const open = units.filter(({ quantity }) => quantity > 0);
    if (order.cancelledAt !== null || open.length === 0) return 'too late';
    twins.shopify.outside(shopDomain, (context) => {
      send(context.shop, order, open);
      announceOrder(context, order);
    });
    return 'done';
  };

/** A package that had not left yet is not sent after all. */
const takesBack: Deed = ({ twins, shopDomain, scheduler: { chance } }, order) => {
  const sent = sentOf(order);
  if (sent.length === 0) return 'too early';
  twins.shopify.outside(shopDomain, (context) => {
    chance.pick(sent).status = 'CANCELLED';
    announceOrder(context, order);
  });
  return 'done';
};

/** With the money or without, taking the items off or not. The platform refuses it once something was sent. */
const cancels: Deed = ({ twins, shopDomain, scheduler: { chance } }, order) => {
  let isRefused = false;
  twins.shopify.outside(shopDomain, (context) => {
    const asked = {
      orderId: gid('Order', order.id),
      reason: 'CUSTOMER',
      restock: chance.under(0.4),
      refundMethod: { originalPaymentMethodsRefund: chance.under(0.25) },
    };
    const answer = orderCancel(context, asked, (work) => work(context));
    isRefused = answer['job'] === null;
  });
  return isRefused ? 'refused' : 'done';
};

/** As a platform does that lets a canceled order keep its packages. */
const cancelsThoughSent: Deed = ({ twins, shopDomain }, order) => {
  if (order.cancelledAt !== null) return 'too late';
  twins.shopify.outside(shopDomain, (context) => {
    order.cancelledAt = new Date().toISOString();
    order.cancelReason = 'CUSTOMER';
    announceOrder(context, order);
  });
  return sentOf(order).length > 0 ? 'done though sent' : 'done';
};

const refunds =
  (of: (order: Order) => Order['lineItems'][number] | null, most: number): Deed =>
  (place, order, turn) =>
    refundByHand(place, order, { key: `office-${turn}`, unit: of(order), most });

type Named = readonly [name: string, deed: Deed];
const CANCEL: Named = ['cancels an order', cancels];
const BY_HAND: readonly Named[] = [
  ['refunds a cover by hand', refunds(coverOf, 300)],
  ['refunds a little by hand', refunds(() => null, 250)],
  ['refunds an item by hand', refunds(({ lineItems }) => lineItems[0] ?? null, 4000)],
  ['tags an order with the cover', (place, order) => tagOrder(place, order).then(() => undefined)],
];
const TAKE_BACK: Named = ['takes a package back', takesBack];
const CANCEL_THOUGH_SENT: Named = ['cancels an order whatever was sent', cancelsThoughSent];
const REFUND_REST: Named = [
  'refunds the rest by hand',
  (place, order, turn) => refundByHand(place, order, { key: `office-${turn}`, unit: null, isRest: true }),
];
const ON_CANCELED: readonly Named[] = [...BY_HAND, TAKE_BACK, REFUND_REST, REFUND_REST, REFUND_REST];
const ON_SENT: readonly Named[] = [...BY_HAND, CANCEL, TAKE_BACK, TAKE_BACK, CANCEL_THOUGH_SENT, CANCEL_THOUGH_SENT];
const ON_UNSENT: readonly Named[] = [
  ...BY_HAND,
  ...Array.from({ length: 6 }, () => CANCEL),
  ['sends an order', sends(isGoods)],
  ['sends a part of an order', sends((line, index) => isGoods(line) && index === 0, 1)],
  ['sends the cover alone', sends(({ sku }) => sku === COVER_SKU)],
];

function deedsOn(order: Order): readonly Named[] {
  if (order.cancelledAt !== null) return ON_CANCELED;
  return sentOf(order).length > 0 ? ON_SENT : ON_UNSENT;
}

/** Staff who look after refunds of covers that failed, or say that they gave them another way. */
export const coverDesk = (turns: number): Person => ({
  name: 'cover desk',
  async live(place, life) {
    const { scheduler, server, storeId, covers, story } = place;
    for (let turn = 0; turn < turns; turn += 1) {
      await scheduler.step(life, 'looks at refunds of covers', [], () => server.isUp && covers.ids.length > 0);
      const state = story.hasElsewhere && scheduler.chance.under(0.4) ? 'waiting' : 'failed';
      const found = await outcomeOf(ask(place, actions.listEffects, { params: { storeId }, query: { state } }));
      if (typeof found === 'string') continue;
      const [effect] = found.answer.data.filter(({ kind }) => kind === 'coverRefund');
      if (!effect) continue;
      const params = { storeId, effectId: effect.id };
      const isElsewhere = state === 'waiting' || (story.hasElsewhere && scheduler.chance.under(0.5));
      const name = isElsewhere ? 'marks the refund of a cover as resolved externally' : 'tries a cover again';
      await scheduler.step(life, name, [], () => server.isUp);
      const outcome = await outcomeOf<unknown>(
        isElsewhere
          ? ask(place, actions.settleEffect, { params, body: { reason: 'Given in the shop' } })
          : ask(place, actions.retryEffect, { params }),
      );
      scheduler.note(`${life.name}: ${name} is ${typeof outcome === 'string' ? outcome : 'done'}`);
    }
  },
});
