import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { law } from '#core/law.fixture.ts';
import type { Market, ShopCart } from '#core/protection/cover-in-cart.ts';
import type { OfferedCover } from '#core/protection/offered-cover.ts';
import type { Cart, Product, ShopState } from '#sandbox/shopify/state.ts';
import { SHOP } from '#sandbox/shopify/client.fixture.ts';
import { startShopifySandbox, type ShopifySandbox } from '#sandbox/shopify/server.ts';
import { openBrowser, type Browser } from '#sandbox/shopify/storefront/browser.fixture.ts';
import { keepCart, type CartKeeper, type Chosen } from '#web/widget/cart-keeper.ts';
import { coverOffered } from './cover-offered.fixture.ts';

let sandbox: ShopifySandbox;
let shop: ShopState;
let cover: Product;
let offered: OfferedCover;
beforeAll(async () => {
  sandbox = await startShopifySandbox({ port: 0, apiKey: 'key', apiSecret: 'secret' });
  sandbox.seedDemo(SHOP, { orders: 1, customers: 1 });
  shop = sandbox.store(SHOP);
  for (const product of shop.products) for (const each of product.variants) each.quantities['available'] = 1000;
  const [plain] = shop.products;
  if (plain) plain.sellingPlans = [{ id: 77, name: 'Monthly', percentageOff: 15 }];
  shop.discountCodes = [
    { code: 'LINES10', percentage: 10, of: 'lines' },
    { code: 'CART20', percentage: 20, of: 'cart' },
  ];
  ({ cover, offered } = coverOffered(shop));
});
afterAll(() => sandbox.close());

type Step =
  | { does: 'add'; product: number; quantity: number; isSubscription: boolean }
  | { does: 'change'; line: number; quantity: number }
  | { does: 'clear' | 'load' | 'accept' | 'decline' | 'takeOut' | 'secondTab' | 'bothChoose' }
  | { does: 'putIn'; price: number; quantity: number; name: string }
  | { does: 'country'; code: string }
  | { does: 'code'; code: string }
  | { does: 'fault'; match: string; mode: 'fail' | 'delay' | 'drop' | 'dropAnswer' | 'throttle'; times: number };

const STEP: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('add' as const),
      product: fc.nat(60),
      quantity: fc.integer({ min: 1, max: 4 }),
      isSubscription: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('change' as const),
      line: fc.integer({ min: 1, max: 4 }),
      quantity: fc.nat(3),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom(
        'clear' as const,
        'load' as const,
        'accept' as const,
        'accept' as const,
        'decline' as const,
        'takeOut' as const,
        'secondTab' as const,
        'bothChoose' as const,
      ),
    }),
  },
  {
    weight: 2,
    // Another script puts covers in, also beside ours and with properties that split lines.
    arbitrary: fc.record({
      does: fc.constant('putIn' as const),
      price: fc.nat(5),
      quantity: fc.integer({ min: 1, max: 3 }),
      name: fc.constantFrom('', 'by a script'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('country' as const),
      code: fc.constantFrom('US', 'DE', 'JP', 'CA', 'GB'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('code' as const), code: fc.constantFrom('LINES10', 'CART20', '') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('fault' as const),
      match: fc.constantFrom('cart.js', 'cart/update'),
      mode: fc.constantFrom(
        'fail' as const,
        'delay' as const,
        'drop' as const,
        'dropAnswer' as const,
        'throttle' as const,
      ),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
);

/** A shopper with two tabs at the twin of the store, and the widget in each. */
class Shopper {
  readonly browser: Browser = openBrowser(sandbox, SHOP);
  readonly told: Chosen[] = [];
  writes = 0;
  market: Market = { rate: 1, country: 'US', isCompany: false };
  tabs: CartKeeper[] = [];

  /** Each page load starts the widget anew. */
  load(count = 1): Promise<unknown> {
    this.tabs = Array.from({ length: count }, () => this.open());
    return Promise.all(this.tabs.map((tab) => tab.look(true)));
  }

  private open(): CartKeeper {
    const ask = async (path: string, body?: object): Promise<ShopCart> => {
      const answer = await this.browser.call(path, body);
      if (answer.status !== 200) throw new Error(String(answer.status));
      // The twin's answer has the names of the platform's, which its own test looks at.
      return answer.body as ShopCart;
    };
    return keepCart({
      offered,
      market: () => this.market,
      calls: {
        read: () => ask('cart.js'),
        write: (change) => {
          this.writes += 1;
          return ask('cart/update.js', change);
        },
      },
      priceOf: (id) => id,
      newId: randomUUID,
      now: Date.now,
      wait: () => Promise.resolve(),
      show: () => undefined,
      tell: (chosen) => void this.told.push(chosen),
    });
  }

  /** What watching the cart, or the other tab, sets off in every tab. */
  notice(): Promise<unknown> {
    return Promise.all(this.tabs.map((tab) => tab.look()));
  }

  cart(): Cart | undefined {
    return shop.carts?.find(
      ({ token, key }) => encodeURIComponent(`${token}?key=${key}`) === this.browser.cookies.get('cart'),
    );
  }
}

const RATES: Readonly<Record<string, number>> = { US: 1, DE: 0.92, JP: 151.3, CA: 1.37, GB: 0.79 };

async function take(shopper: Shopper, step: Step): Promise<void> {
  const [first] = shopper.tabs;
  // Other scripts meet the same slow and failing answers.
  const others = (path: string, body: object): Promise<unknown> =>
    shopper.browser.call(path, body).catch(() => undefined);
  if (step.does === 'add') {
    const sold = shop.products.filter((product) => product !== cover && product.status === 'ACTIVE');
    const product = sold[step.product % sold.length];
    const plan = step.isSubscription ? product?.sellingPlans?.[0]?.id : undefined;
    await others('cart/add.js', {
      id: product?.variants[0]?.id,
      quantity: step.quantity,
      selling_plan: plan ?? '',
    });
  }
  if (step.does === 'change') await others('cart/change.js', { line: step.line, quantity: step.quantity });
  if (step.does === 'clear') await others('cart/clear.js', {});
  if (step.does === 'code') await others('cart/update.js', { discount: step.code });
  if (step.does === 'putIn')
    await others('cart/add.js', {
      id: cover.variants[step.price]?.id,
      quantity: step.quantity,
      properties: step.name === '' ? {} : { name: step.name },
    });
  if (step.does === 'takeOut') {
    const at = shopper.cart()?.lines.findIndex(({ variantId }) => isCover(variantId)) ?? -1;
    if (at >= 0) await others('cart/change.js', { line: at + 1, quantity: 0 });
  }
  if (step.does === 'fault')
    sandbox.faults.add({ shop: SHOP, match: step.match, mode: step.mode, times: step.times, ms: 15 });
  if (step.does === 'accept') await first?.choose('accepted');
  if (step.does === 'decline') await first?.choose('declined');
  if (step.does === 'secondTab') await shopper.load(2);
  if (step.does === 'bothChoose')
    await Promise.all([first?.choose('accepted'), (shopper.tabs[1] ?? first)?.choose('declined')]);
  if (step.does === 'country') {
    await others('localization', new URLSearchParams({ country_code: step.code }));
    shopper.market = { rate: RATES[step.code] ?? 1, country: step.code, isCompany: false };
    await shopper.load();
  }
  if (step.does === 'load') await shopper.load();
  await shopper.notice();
}

const isCover = (variantId: number): boolean => cover.variants.some(({ id }) => id === variantId);

/**
 * The covers that are right for a cart, reckoned from the shop's own prices: none, or one variant; two where the value
 * stands so near to a border that rounding may decide.
 */
function rightCovers(cart: Cart, country: string): number[] {
  if (!offered.displayCountryCodes.includes(country)) return [];
  let value = 0;
  for (const line of cart.lines) {
    const product = shop.products.find(({ variants }) => variants.some(({ id }) => id === line.variantId));
    const variant = product?.variants.find(({ id }) => id === line.variantId);
    if (!product || !variant || product === cover || product.isGiftCard || variant.grams === 0) continue;
    if (line.sellingPlanId !== null) return [];
    const off = cart.discountCodes.includes('LINES10') ? 0.9 : cart.discountCodes.includes('CART20') ? 0.8 : 1;
    value += line.quantity * variant.price * off;
  }
  if (value <= 0) return [];
  const near = [value - 2 - value / 1000, value, value + 2 + value / 1000];
  return near.flatMap((one) => {
    const row = offered.prices.find(({ upTo }) => upTo === null || one <= upTo);
    return row ? [Number(row.variantId)] : [];
  });
}

function expectRight(shopper: Shopper): void {
  const cart = shopper.cart();
  const covers = cart?.lines.filter(({ variantId }) => isCover(variantId)) ?? [];
  if (!cart || covers.length === 0) return;
  expect(covers).toMatchObject([{ quantity: 1 }]);
  expect(rightCovers(cart, shopper.market.country)).toContain(covers[0]?.variantId);
}

test('whatever happens to a cart, it ends with exactly one right cover or none', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 4, maxLength: 14 }), async (steps) => {
      sandbox.faults.clear();
      // Each call of the shop looks through its carts for its own.
      shop.carts = [];
      const shopper = new Shopper();
      await shopper.load();
      for (const step of steps) {
        const before = shopper.writes;
        const wasCalm = sandbox.faults.all().length === 0;
        await take(shopper, step);
        expect(shopper.writes - before).toBeLessThanOrEqual(shopper.tabs.length * 12);
        if (sandbox.faults.all().length === 0 && step.does !== 'fault') {
          // Where the shop didn't answer, the widget has yet to see the change.
          if (!wasCalm) await shopper.notice();
          expectRight(shopper);
        }
      }
      // The shop answers again, and a page is loaded.
      sandbox.faults.clear();
      await shopper.load();
      expectRight(shopper);
      const covers = shopper.cart()?.lines.filter(({ variantId }) => isCover(variantId)) ?? [];
      // Nobody pays for a cover that they didn't choose.
      if (covers.length > 0) expect(shopper.told.map(({ choice }) => choice)).toContain('accepted');
      // Nothing is left to do, and so nothing is written.
      const writes = shopper.writes;
      await shopper.notice();
      expect(shopper.writes).toBe(writes);
      // A calm shop does what the switch says.
      await shopper.tabs[0]?.choose('accepted');
      const cart = shopper.cart();
      const wanted = cart ? rightCovers(cart, shopper.market.country) : [];
      const now = cart?.lines.filter(({ variantId }) => isCover(variantId)) ?? [];
      if (new Set(wanted).size === 1) expect(now).toMatchObject([{ variantId: wanted[0], quantity: 1 }]);
      await shopper.tabs[0]?.choose('declined');
      expect(shopper.cart()?.lines.filter(({ variantId }) => isCover(variantId)) ?? []).toEqual([]);
    }),
    law(2000),
  );
}, 900_000);
