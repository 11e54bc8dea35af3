import fc from 'fast-check';
import { expect, test } from 'vitest';
import { law } from '#core/law.fixture.ts';
import { COVER_ATTRIBUTES } from '#core/protection/cover-in-cart.ts';
import type { OfferedCover } from '#core/protection/offered-cover.ts';
import type { CoverConsent } from '#core/protection/widget-config.ts';
import { offeredCover } from '#core/protection/offered-cover.fixture.ts';
import { keepCoverAtCheckout, type Checkout } from './cover-at-checkout.ts';

const OFFERED = offeredCover({
  prices: [
    { upTo: 5_000, variantId: '901', price: 129 },
    { upTo: null, variantId: '902', price: 229 },
  ],
  coverVariantIds: ['901', '902'],
  productCheckoutExtensionTitle: 'Safe arrival',
  productCheckoutExtensionDescription: 'For lost packages.',
});

type Line = Checkout['lines']['value'][number];

/** A checkout as the platform publishes it, which changes the id of each line with each change. */
function checkoutWith(
  units: number,
  { currency = 'USD' as const, mayAdd = true, refuses = (): boolean => false }: Partial<Options> = {},
) {
  let round = 0;
  const now: Now = { country: 'US', isCompany: false, taken: 0, mayAdd };
  let items = [{ variantId: '1', quantity: units }];
  const listeners = new Map<string, Set<() => void>>();
  const signal = <Value>(name: string, value: () => Value) => ({
    get value() {
      return value();
    },
    get current() {
      return value();
    },
    subscribe: (listener: (next: Value) => void) => {
      const wake = (): void => listener(value());
      const those = listeners.get(name) ?? new Set();
      listeners.set(name, those.add(wake));
      return () => void those.delete(wake);
    },
    destroy: async () => undefined,
  });
  const isCover = (variantId: string): boolean => OFFERED.coverVariantIds.includes(variantId);
  const lineOf = ({ variantId, quantity }: (typeof items)[number], at: number): Line => ({
    id: `gid://shopify/CartLine/${at}?round=${round}`,
    quantity,
    merchandise: {
      type: 'variant',
      id: `gid://shopify/ProductVariant/${variantId}`,
      title: 'Shirt',
      selectedOptions: [],
      product: { id: 'gid://shopify/Product/1', vendor: '', productType: '' },
      requiresShipping: !isCover(variantId),
    },
    cost: { totalAmount: { amount: (isCover(variantId) ? 1.29 : 30) * quantity, currencyCode: currency } },
    attributes: [],
    discountAllocations: [],
    lineComponents: [],
    parentRelationship: null,
  });
  const attributes = new Map<string, string>();
  const changed = (name = 'lines'): { type: 'success' } => {
    round += 1;
    for (const wake of listeners.get(name) ?? []) wake();
    return { type: 'success' };
  };
  const refused = { type: 'error', message: 'The checkout is busy.' } as const;
  const checkout: Checkout = {
    lines: signal('lines', () => items.map(lineOf)),
    attributes: signal('attributes', () => [...attributes].map(([key, value]) => ({ key, value }))),
    discountAllocations: signal('discountAllocations', () =>
      now.taken === 0
        ? []
        : [{ type: 'code', code: 'CART', discountedAmount: { amount: now.taken, currencyCode: currency } }],
    ),
    checkoutToken: signal('checkoutToken', () => 'token'),
    instructions: signal('instructions', () => ({
      attributes: { canUpdateAttributes: true },
      delivery: { canSelectCustomAddress: true },
      discounts: { canUpdateDiscountCodes: true },
      lines: { canAddCartLine: now.mayAdd, canRemoveCartLine: true, canUpdateCartLine: true },
      metafields: { canSetCartMetafields: true, canDeleteCartMetafield: true },
      notes: { canUpdateNote: true },
    })),
    localization: {
      currency: signal('currency', () => ({ isoCode: currency })),
      timezone: signal('timezone', () => 'America/New_York' as const),
      language: signal('language', () => ({ isoCode: 'en' })),
      extensionLanguage: signal('extensionLanguage', () => ({ isoCode: 'en' })),
      country: signal('country', () => ({ isoCode: now.country })),
      market: signal('market', () => undefined),
    },
    buyerIdentity: {
      customer: signal('customer', () => undefined),
      email: signal('email', () => undefined),
      phone: signal('phone', () => undefined),
      purchasingCompany: signal('purchasingCompany', () =>
        now.isCompany
          ? {
              company: { id: 'gid://shopify/Company/1', name: 'Acme' },
              location: { id: 'gid://shopify/CompanyLocation/1', name: 'Acme' },
            }
          : undefined,
      ),
    },
    async applyAttributeChange(change) {
      if (refuses()) return refused;
      if (change.type === 'updateAttribute') attributes.set(change.key, change.value);
      else attributes.delete(change.key);
      return changed();
    },
    async applyCartLinesChange(change) {
      if (refuses()) return refused;
      if (change.type === 'addCartLine')
        items = [...items, { variantId: change.merchandiseId.split('/').at(-1) ?? '', quantity: change.quantity }];
      else {
        const at = items.findIndex((item, index) => lineOf(item, index).id === change.id);
        if (at < 0) return { type: 'error', message: 'There is no such line.' };
        const { quantity = 1 } = change;
        items =
          change.type === 'removeCartLine'
            ? items.filter((_item, index) => index !== at)
            : items.map((item, index) => (index === at ? { ...item, quantity } : item));
      }
      return changed();
    },
  };
  return {
    checkout,
    attributes,
    covers: () => items.filter(({ variantId }) => isCover(variantId)),
    /** The shopper, or a script of somebody else. */
    set: (next: typeof items) => {
      items = next;
      changed();
    },
    items: () => items,
    /** The platform, which says what it has changed. */
    turn: (next: Partial<Now>, name: string) => {
      Object.assign(now, next);
      changed(name);
    },
  };
}
type Now = { country: 'US' | 'DE'; isCompany: boolean; taken: number; mayAdd: boolean };
type Options = { currency: 'USD' | 'CAD'; mayAdd: boolean; refuses: () => boolean };

function keeping(at: ReturnType<typeof checkoutWith>, offered: OfferedCover = OFFERED) {
  const shown: ({ isOn: boolean; price: number } | null)[] = [];
  const consents: CoverConsent[] = [];
  const keeper = keepCoverAtCheckout(offered, at.checkout, {
    show: (seen) => void shown.push(seen),
    send: (consent) => void consents.push(consent),
    wait: () => Promise.resolve(),
  });
  return { keeper, consents, shown, last: () => shown.at(-1) };
}

test('the cover is off until the shopper turns it on, and what they chose is kept with the order', async () => {
  const at = checkoutWith(1);
  const { keeper, consents, last } = keeping(at);
  await keeper.look();
  expect(last()).toEqual({ isOn: false, price: 1.29 });
  expect(at.covers()).toEqual([]);
  await keeper.choose(true);
  expect(last()).toEqual({ isOn: true, price: 1.29 });
  expect(at.covers()).toEqual([{ variantId: '901', quantity: 1 }]);
  expect(consents).toMatchObject([
    { choice: 'accepted', label: 'Safe arrival', price: 129, currencyCode: 'USD', countryCode: 'US', page: 'checkout' },
  ]);
  expect(at.attributes.get(COVER_ATTRIBUTES.consent)).toBe(consents[0]?.consentId);
  await keeper.choose(false);
  expect(at.covers()).toEqual([]);
  expect(at.attributes.get(COVER_ATTRIBUTES.title)).toBeUndefined();
  expect(consents.map(({ choice }) => choice)).toEqual(['accepted', 'declined']);
});

test('a dearer cart gets the cover of its value, by itself', async () => {
  const at = checkoutWith(1);
  const { keeper, last } = keeping(at);
  await keeper.choose(true);
  at.set([{ variantId: '1', quantity: 3 }, ...at.covers()]);
  await keeper.look();
  expect(at.covers()).toEqual([{ variantId: '902', quantity: 1 }]);
  expect(last()).toEqual({ isOn: true, price: 2.29 });
});

test.each([
  ['in another currency', checkoutWith(1, { currency: 'CAD' }), OFFERED],
  ['where lines cannot be added', checkoutWith(1, { mayAdd: false }), OFFERED],
  ['in another country', checkoutWith(1), offeredCover({ ...OFFERED, displayCountryCodes: ['DE'] })],
  ['where rates carry it', checkoutWith(1), offeredCover({ ...OFFERED, checkoutAction: 'setShippingPlusOptOut' })],
])('nothing is shown or changed %s', async (_where, at, offered) => {
  const { keeper, last } = keeping(at, offered);
  await keeper.look();
  await keeper.choose(true);
  expect(last()).toBeNull();
  expect(at.covers()).toEqual([]);
});

test('what else decides on the cover is looked at whenever it changes', async () => {
  const at = checkoutWith(2);
  const { keeper, consents, last } = keeping(
    at,
    offeredCover({ ...OFFERED, displayCountryCodes: ['US', 'DE'], shouldProtectCompanyCarts: false }),
  );
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  await keeper.choose(true);
  expect(at.covers()).toEqual([{ variantId: '902', quantity: 1 }]);
  at.turn({ taken: 20 }, 'discountAllocations');
  await settled();
  expect(at.covers()).toEqual([{ variantId: '901', quantity: 1 }]);
  at.turn({ country: 'DE' }, 'country');
  await settled();
  await keeper.choose(true);
  expect(consents.map(({ countryCode }) => countryCode)).toEqual(['US', 'DE']);
  at.turn({ mayAdd: false }, 'instructions');
  await settled();
  expect(last()).toBeNull();
  at.turn({ mayAdd: true }, 'instructions');
  await settled();
  expect(last()).toEqual({ isOn: true, price: 1.29 });
  at.turn({ isCompany: true }, 'purchasingCompany');
  await settled();
  expect(last()).toBeNull();
  expect(at.covers()).toEqual([]);
});

test('a switch that the checkout refuses jumps back', async () => {
  let isRefused = false;
  const at = checkoutWith(1, { refuses: () => isRefused });
  const { keeper, last } = keeping(at);
  await keeper.choose(true);
  isRefused = true;
  await keeper.choose(false);
  expect(last()).toEqual({ isOn: true, price: 1.29 });
  expect(at.covers()).toEqual([{ variantId: '901', quantity: 1 }]);
});

const Deed = fc.oneof(
  fc.record({ kind: fc.constant('choose' as const), isOn: fc.boolean() }),
  fc.record({ kind: fc.constant('quantity' as const), units: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constantFrom('removed' as const, 'doubled' as const, 'busy' as const) }),
);

test('law: whatever happens in a checkout, it ends with the right cover or none', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Deed, { maxLength: 12 }), async (deeds) => {
      let refusals = 0;
      const at = checkoutWith(1, { refuses: () => refusals-- > 0 });
      const { keeper, last } = keeping(at);
      await keeper.look();
      for (const deed of deeds) {
        const goods = at.items().filter(({ variantId }) => variantId === '1');
        if (deed.kind === 'choose') await keeper.choose(deed.isOn);
        else if (deed.kind === 'quantity') at.set([{ variantId: '1', quantity: deed.units }, ...at.covers()]);
        else if (deed.kind === 'removed') at.set(goods);
        else if (deed.kind === 'doubled') at.set([...goods, ...at.covers(), ...at.covers()]);
        // Too few for the keeper to give up.
        else refusals = 1;
        await keeper.look();
      }
      refusals = 0;
      await keeper.look();
      const units = at.items().find(({ variantId }) => variantId === '1')?.quantity ?? 0;
      const right = units * 30 <= 50 ? '901' : '902';
      expect(at.covers()).toEqual(last()?.isOn ? [{ variantId: right, quantity: 1 }] : []);
    }),
    law(4000),
  );
});
