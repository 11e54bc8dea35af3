import { describe, expect, test } from 'vitest';
import {
  COVER_ATTRIBUTES,
  coverFor,
  settle,
  withoutCover,
  type Choice,
  type Market,
  type ShopCart,
  type ShopCartLine,
} from './cover-in-cart.ts';
import { offeredCover } from './offered-cover.fixture.ts';
import type { OfferedCover } from './offered-cover.ts';
import { CONSENT_ATTRIBUTE } from './widget-config.ts';

const OFFERED = offeredCover({
  coverVariantIds: ['901', '902', '903', '900'],
  description: 'For lost, damaged or stolen packages.',
  modal: { imageUrl: null, title: 'What it covers', description: null, benefits: [] },
  colors: { primary: '#000000', onPrimary: '#ffffff' },
  prices: [
    { upTo: 5_000, variantId: '901', price: 129 },
    { upTo: 10_000, variantId: '902', price: 229 },
    { upTo: 20_000, variantId: '903', price: 399 },
  ],
  displayCountryCodes: ['US', 'JP'],
  hideWidgetSkus: ['NO-COVER'],
});
const US: Market = { rate: 1, country: 'US', isCompany: false };
const NOW = '2026-11-27T10:00:00.000Z';
const { title, price, discount, optedOutAt, added } = COVER_ATTRIBUTES;

const line = (variantId: number, total: number, changes: Partial<ShopCartLine> = {}): ShopCartLine => ({
  key: `${variantId}:${total}`,
  variant_id: variantId,
  quantity: 1,
  final_line_price: total,
  requires_shipping: true,
  sku: null,
  ...changes,
});
const coverLine = (variantId: number, changes: Partial<ShopCartLine> = {}): ShopCartLine =>
  line(variantId, 229, { requires_shipping: false, ...changes });

const cart = (items: ShopCartLine[], changes: Partial<ShopCart> = {}): ShopCart => ({
  token: 't',
  items,
  attributes: {},
  items_subtotal_price: items.reduce((sum, one) => sum + one.final_line_price, 0),
  ...changes,
});

const settled = (
  of: ShopCart,
  {
    offered = {},
    choice = null,
    isPageLoad = false,
  }: Partial<{ offered: Partial<OfferedCover>; choice: Choice | null; isPageLoad: boolean }> = {},
) =>
  settle({ ...OFFERED, ...offered }, of, {
    market: US,
    choice,
    isPageLoad,
    priceOf: (id) => `price of ${id}`,
    now: NOW,
  });

describe('the variant that covers a cart', () => {
  const variant = (of: ShopCart, changes: Partial<OfferedCover> = {}, market = US): string | null =>
    coverFor({ ...OFFERED, ...changes }, of, market);

  test('is of the first row that reaches the value, and none above the last', () => {
    expect(variant(cart([line(1, 5_000)]))).toBe('901');
    expect(variant(cart([line(1, 5_001)]))).toBe('902');
    expect(variant(cart([line(1, 20_001)]))).toBeNull();
  });

  test('counts what is shipped, after discounts, without the cover', () => {
    const ticket = line(2, 90_000, { requires_shipping: false });
    expect(variant(cart([line(1, 4_900), ticket, coverLine(901, { requires_shipping: true })]))).toBe('901');
    expect(variant(cart([ticket]))).toBeNull();
    const off = { cart_level_discount_applications: [{ total_allocated_amount: 2_000 }] };
    expect(variant(cart([line(1, 6_000), line(2, 4_000, { requires_shipping: false })], off))).toBe('901');
  });

  test('is of the value in the currency of the shop; yen come in hundredths', () => {
    const yen: Market = { rate: 150, country: 'JP', isCompany: false };
    expect(variant(cart([line(1, 7_500 * 100)]), {}, yen)).toBe('901');
    expect(variant(cart([line(1, 7_502 * 100)]), {}, yen)).toBe('902');
    expect(variant(cart([line(1, 5_000 * 100)]), { currencyCode: 'JPY', displayCountryCodes: ['US'] })).toBe('901');
    // Dinars have hundredths, which the language leaves out.
    expect(variant(cart([line(1, 5_001)]), { currencyCode: 'RSD' })).toBe('902');
  });

  test('is none for other countries, for companies, subscriptions and hidden SKUs as the store says', () => {
    const goods = cart([line(1, 100)]);
    expect(variant(goods, {}, { ...US, country: 'DE' })).toBeNull();
    expect(variant(goods, {}, { ...US, isCompany: true })).toBe('901');
    expect(variant(goods, { shouldProtectCompanyCarts: false }, { ...US, isCompany: true })).toBeNull();
    const subscription = cart([line(1, 100, { selling_plan_allocation: { price: 1 } })]);
    expect(variant(subscription)).toBeNull();
    expect(variant(subscription, { areSubscriptionsEnabled: true })).toBe('901');
    expect(variant(cart([line(1, 100), line(2, 1, { sku: 'NO-COVER' })]))).toBeNull();
  });
});

describe('a cart', () => {
  const on = { [title]: 'Delivery Guarantee', [price]: 'price of 901' };

  test('stays without a cover until the shopper wants one', () => {
    expect(settled(cart([line(1, 100)]))).toEqual({ variantId: '901', isOn: false, change: null });
    expect(settled(cart([line(1, 100)]), { choice: 'accepted' })).toEqual({
      variantId: '901',
      isOn: true,
      change: { updates: { 901: 1 }, attributes: on, choice: 'accepted', wasAdded: false },
    });
  });

  test('changes to another price in one call, and is left alone when it is right', () => {
    const goods = [line(1, 6_000), coverLine(901)];
    expect(settled(cart(goods, { attributes: on })).change).toEqual({
      updates: { 901: 0, 902: 1 },
      attributes: { [price]: 'price of 902' },
      choice: null,
      wasAdded: false,
    });
    expect(settled(cart([line(1, 100), coverLine(901)], { attributes: on })).change).toBeNull();
  });

  test('keeps one unit of one line', () => {
    const two = [line(1, 100), coverLine(901, { key: 'a', quantity: 3 }), coverLine(901, { key: 'b' }), coverLine(900)];
    expect(settled(cart(two, { attributes: on })).change?.updates).toEqual({ a: 1, b: 0, 900: 0 });
  });

  test('whose cover somebody took out is declined, and a declined cover stays out', () => {
    const { change } = settled(cart([line(1, 100)], { attributes: on }));
    expect(change).toEqual({
      updates: {},
      attributes: { [title]: '', [price]: '', [optedOutAt]: NOW },
      choice: 'declined',
      wasAdded: false,
    });
    const again = cart([line(1, 100), coverLine(901)], { attributes: { [optedOutAt]: NOW } });
    expect(settled(again).change?.updates).toEqual({ 901: 0 });
    expect(settled(again, { choice: 'accepted' })).toMatchObject({
      isOn: true,
      change: { attributes: { [optedOutAt]: '' } },
    });
  });

  test('without anything to ship loses its cover, and nobody declined it', () => {
    expect(settled(cart([coverLine(901)], { attributes: on })).change).toEqual({
      updates: { 901: 0 },
      attributes: { [title]: '', [price]: '' },
      choice: null,
      wasAdded: false,
    });
  });

  test('loses a cover that nobody chose when a page loads, if the store says so', () => {
    const strange = cart([line(1, 100), coverLine(901)]);
    expect(settled(strange)).toMatchObject({ isOn: true, change: { attributes: { [price]: 'price of 901' } } });
    expect(settled(strange, { isPageLoad: true }).change?.updates).toEqual({ 901: 0 });
    const offered = { removeProtectionProductOnPageLoad: false };
    expect(settled(strange, { isPageLoad: true, offered }).isOn).toBe(true);
    expect(settled(cart(strange.items.slice(), { attributes: on }), { isPageLoad: true }).change).toBeNull();
  });

  test('gets the cover where the store adds it, once: a shopper who declines is not asked again', () => {
    const offered = { addedForShopperCountries: ['US'] };
    expect(settled(cart([line(1, 100)]), { offered }).change).toEqual({
      updates: { 901: 1 },
      attributes: { ...on, [added]: '1' },
      choice: 'accepted',
      wasAdded: true,
    });
    const kept = { attributes: { ...on, [added]: '1' } };
    expect(settled(cart([line(1, 100), coverLine(901)], kept), { offered }).change).toBeNull();
    expect(settled(cart([line(1, 100)], kept), { offered })).toMatchObject({
      isOn: false,
      change: { choice: 'declined', wasAdded: true, attributes: { [added]: '' } },
    });
    expect(settled(cart([line(1, 100)], { attributes: { [optedOutAt]: NOW } }), { offered })).toMatchObject({
      isOn: false,
      change: null,
    });
  });
});

describe('a rate that carries the cover', () => {
  test('is told by attributes, and the cart has no line', () => {
    const offered = { checkoutAction: 'setShippingPlusReorderRate' as const };
    const chosen = settled(cart([line(1, 100), coverLine(901)]), { offered, choice: 'accepted' });
    expect(chosen).toMatchObject({
      isOn: true,
      change: { updates: { 901: 0 }, attributes: { [title]: OFFERED.label } },
    });
    expect(settled(cart([line(1, 100)]), { offered }).change).toBeNull();
  });

  test('is discounted for carts that opted out', () => {
    const offered = { checkoutAction: 'setShippingPlusOptOut' as const };
    expect(settled(cart([line(1, 100)]), { offered }).change).toMatchObject({
      attributes: { [discount]: 'price of 901', [optedOutAt]: NOW },
      choice: null,
    });
    const out = cart([line(1, 100)], { attributes: { [discount]: 'price of 901', [optedOutAt]: NOW } });
    expect(settled(out, { offered }).change).toBeNull();
    expect(settled(out, { offered, choice: 'accepted' }).change?.attributes).toEqual({
      [title]: OFFERED.label,
      [price]: 'price of 901',
      [discount]: '',
      [optedOutAt]: '',
    });
  });
});

test('a shop that offers no cover any more gets its carts back as they were', () => {
  const kept = cart([line(1, 100), coverLine(901)], { attributes: { [title]: 'x', 'Gift wrap': 'Yes' } });
  expect(withoutCover(kept, ['901'])).toEqual({ updates: { 901: 0 }, attributes: { [title]: '' } });
  expect(withoutCover(cart([line(1, 100)]), ['901'])).toBeNull();
});

test('the cart names the consent where the server looks for it', () => {
  // A copy: the widget doesn't load what checks the server's answers.
  expect(COVER_ATTRIBUTES.consent).toBe(CONSENT_ATTRIBUTE);
});
