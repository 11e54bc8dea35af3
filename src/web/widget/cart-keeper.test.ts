import { expect, test } from 'vitest';
import { COVER_ATTRIBUTES, type ShopCart } from '#core/protection/cover-in-cart.ts';
import { offeredCover } from '#core/protection/offered-cover.fixture.ts';
import { keepCart, type CartCalls, type Chosen, type Seen } from './cart-keeper.ts';

const OFFERED = offeredCover();

const line = (variantId: number) => ({
  key: `${variantId}:a`,
  variant_id: variantId,
  quantity: 1,
  final_line_price: 1000,
  requires_shipping: variantId !== 901,
  sku: null,
});

/** A cart that only this test and the keeper change. */
function shop(inTheWay: (kind: 'read' | 'write') => void = () => undefined) {
  let cart: ShopCart = { token: 't', items: [line(1)], attributes: {}, items_subtotal_price: 1000 };
  const calls: CartCalls = {
    async read() {
      inTheWay('read');
      return cart;
    },
    async write({ updates, attributes }) {
      const kept = cart.items.filter(({ variant_id: id }) => updates[id] !== 0);
      const isAdded = updates['901'] === 1 && !kept.some(({ variant_id: id }) => id === 901);
      cart = {
        ...cart,
        items: isAdded ? [...kept, line(901)] : kept,
        attributes: { ...cart.attributes, ...attributes },
      };
      inTheWay('write');
      return cart;
    },
  };
  const shown: (Seen | undefined)[] = [];
  const told: Chosen[] = [];
  let clock = 0;
  let ids = 0;
  const keeper = keepCart({
    offered: OFFERED,
    market: () => ({ rate: 1, country: 'US', isCompany: false }),
    calls,
    priceOf: () => '1.29',
    newId: () => `id ${(ids += 1)}`,
    now: () => clock,
    wait: async (ms) => void (clock += ms),
    show: (seen) => void shown.push(seen),
    tell: (chosen) => void told.push(chosen),
  });
  return {
    keeper,
    shown,
    told,
    cart: () => cart,
    put: (items: ShopCart['items']) => {
      cart = { ...cart, items };
    },
  };
}

test('a choice is written once, told once, and named by the cart', async () => {
  const { keeper, told, cart } = shop();
  await keeper.choose('accepted');
  expect(cart().items.map(({ variant_id: id }) => id)).toEqual([1, 901]);
  expect(told).toMatchObject([{ choice: 'accepted', wasAdded: false }]);
  expect(cart().attributes[COVER_ATTRIBUTES.consent]).toBe(told[0]?.id);
});

test('a choice whose answer got lost is made once more, and is one choice', async () => {
  let isLost = true;
  const { keeper, told, cart } = shop((kind) => {
    if (kind === 'write' && isLost) {
      isLost = false;
      throw new Error('lost');
    }
  });
  await keeper.choose('accepted');
  expect(cart().items.filter(({ variant_id: id }) => id === 901)).toHaveLength(1);
  expect(told).toHaveLength(1);
});

test('a shop that does not answer is left alone after three tries', async () => {
  let reads = 0;
  const { keeper, shown, told } = shop(() => {
    reads += 1;
    throw new Error('down');
  });
  await keeper.choose('accepted');
  expect(reads).toBe(3);
  expect(shown).toEqual([undefined]);
  expect(told).toEqual([]);
  expect(keeper.isBusy()).toBe(false);
});

test.each(['accepted', 'declined'] as const)(
  'a choice that never reached the shop leaves the cover as it was seen: %s before',
  async (before) => {
    let isDown = false;
    const { keeper, shown, cart } = shop(() => {
      if (isDown) throw new Error('down');
    });
    await keeper.choose(before);
    const seen = shown.at(-1);
    const { items } = cart();
    isDown = true;
    await keeper.choose(before === 'accepted' ? 'declined' : 'accepted');
    expect(shown.at(-1)).toEqual(seen);
    expect(seen?.isOn).toBe(before === 'accepted');
    expect(cart().items).toEqual(items);
    isDown = false;
    await keeper.choose('declined');
    expect(shown.at(-1)?.isOn).toBe(false);
  },
);

test('a script that puts the cover back in each time does not keep it writing', async () => {
  const others: { writes: number; put: () => void } = { writes: 0, put: () => undefined };
  const { keeper, put, cart } = shop((kind) => {
    if (kind !== 'write') return;
    others.writes += 1;
    others.put();
  });
  await keeper.choose('accepted');
  await keeper.choose('declined');
  others.writes = 0;
  others.put = () => put([line(1), line(901)]);
  others.put();
  for (let change = 0; change < 50; change += 1) await keeper.look();
  expect(others.writes).toBeLessThanOrEqual(15);
  expect(cart().attributes[COVER_ATTRIBUTES.optedOutAt]).not.toBe('');
});
