import * as customer from '#contract/customer/customer.ts';
import type { RouteInput } from '#contract/route.ts';
import type { OrderLine } from '#core/orders/order.ts';
import { outcomeOf, type Person, type Place } from './people.ts';

const METHODS = ['refund', 'refund', 'refund', 'giftCard', 'storeCredit', 'variantExchange'] as const;
const MOST_TRIES = 6;

/** Somebody with the order open who submits returns, one after the other, and tries again when no answer comes. */
export const shopper = (name: string, claims: number): Person => ({
  name,
  async live(place, life) {
    const { scheduler, server, plant, storeId, slug, orderId } = place;
    const portal = { storeId, slug, orderId, orderIdFromPlatform: plant.order.idFromPlatform };
    for (let made = 0; made < claims; made += 1) {
      const input = returnOf(place, `${name} ${made}`);
      for (let tried = 0; tried < MOST_TRIES; tried += 1) {
        const isImpatient = scheduler.chance.under(0.15);
        await scheduler.step(life, isImpatient ? 'submits twice' : 'submits');
        const calls = Array.from({ length: isImpatient ? 2 : 1 }, () =>
          outcomeOf(server.ask(customer.submit, input, { portal })),
        );
        const outcomes = await Promise.all(calls);
        if (!outcomes.includes('unknown')) break;
      }
    }
  },
});

function returnOf({ scheduler, plant, slug }: Place, name: string): RouteInput<typeof customer.submit> {
  const { chance } = scheduler;
  const lines = plant.order.lines.filter(() => chance.under(0.5));
  const chosen = lines.length > 0 ? lines : plant.order.lines.slice(0, 1);
  return {
    params: { slug, idFromPlatform: plant.order.idFromPlatform },
    body: {
      requestKey: uuidOf(name),
      shippingMethod: 'label',
      selections: chosen.map((line) => {
        const method = chance.pick(METHODS);
        return {
          lineIdFromPlatform: line.idFromPlatform,
          quantity: chance.between(1, line.quantity),
          reasonId: 'Wrong_Fit',
          method,
          variantIdFromPlatform: method === 'variantExchange' ? otherVariant(plant, chance.next(), line) : null,
        };
      }),
    },
  };
}

function otherVariant({ template }: Place['plant'], chance: number, line: OrderLine): string {
  const variants = template.products.find(({ id }) => String(id) === line.productIdFromPlatform)?.variants ?? [];
  const others = variants.filter(({ id }) => String(id) !== line.variantIdFromPlatform);
  return String(others[Math.floor(chance * others.length)]?.id ?? line.variantIdFromPlatform);
}

/** Each request of a schedule has its own key, and every schedule the same ones. */
const uuidOf = (name: string): string =>
  `00000000-0000-4000-8000-${Buffer.from(name.slice(-6)).toString('hex').padStart(12, '0').slice(-12)}`;
