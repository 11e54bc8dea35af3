import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import type { Selection } from '#contract/customer/customer.ts';
import { claimVariants } from '#contract/merchant/merchant.ts';
import type { SettingsChanges } from '#core/settings/settings.fixture.ts';
import { insertProductGroup } from '#server/db/product-groups.ts';
import {
  approveAndFinalize,
  claimOf,
  returnableOrder,
  settledClaim,
  told,
  type Returnable,
} from '#server/testing/claims.ts';
import { onlyRules, type LiveRule } from '#server/testing/live-rules.ts';
import { PAYING } from '#server/testing/payments.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';
import { onlyLine } from '#server/testing/staff-claims.ts';

/** Other products are offered by rules alone. */
const SETTINGS: SettingsChanges = { ...PAYING, isAdvancedExchangeEnabled: false, isShopNowEnabled: false };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  await onlyRules(server);
  await server.saveSettings(SETTINGS);
});
afterAll(() => server.close());

/** A group of all products of a type of the shop. */
async function groupOf(type: string): Promise<number> {
  const made = await server.server.deps.database.inStore(server.storeId, (db) =>
    insertProductGroup(db, server.storeId, {
      name: `${type} ${randomUUID()}`,
      tags: [],
      types: [type],
      collections: [],
      warrantyDays: null,
    }),
  );
  return told(made).group_id;
}

type Params = Partial<{
  advancedExchangeMethod: string;
  isNoAdjustmentVariantExchangeEnabled: boolean;
  minInventoryAvailableToCustomer: number;
  isAdvancedExchangeFilterAndSearchEnabled: boolean;
  excludedAdvancedExchangeOptionNames: string[];
  advancedExchangeSortCriteria: string;
  exchangeKind: string;
}>;
const offer = (storeProductGroupIds: number[], params: Params = {}, rule: Partial<LiveRule> = {}): LiveRule => ({
  at: 'exchangeProductSelection',
  does: 'offerAdvancedExchange',
  params: {
    storeProductGroupIds,
    advancedExchangeMethod: 'NO_PAYMENT_OR_REFUND',
    isNoAdjustmentVariantExchangeEnabled: false,
    minInventoryAvailableToCustomer: 0,
    isAdvancedExchangeFilterAndSearchEnabled: true,
    excludedAdvancedExchangeOptionNames: ['Title'],
    advancedExchangeSortCriteria: 'ALPHABETICAL',
    exchangeKind: 'product',
    ...params,
  },
  ...rule,
});

/** An order in the shop's currency with a line of another type than the most frequent one, and that type. */
async function orderAndType(): Promise<{ from: Returnable; type: string; titles: string[] }> {
  for (;;) {
    const from = await returnableOrder(server);
    const own = server.shop.products.find(({ id }) => String(id) === from.line.productIdFromPlatform);
    if (from.order.currencyCode !== 'USD' || !own) continue;
    const others = server.shop.products.filter(
      (one) => one.productType !== own.productType && one.status === 'ACTIVE' && !one.isGiftCard,
    );
    const byType = [...Map.groupBy(others, (one) => one.productType)].toSorted((a, b) => b[1].length - a[1].length);
    const [type, products] = told(byType[0] ?? null);
    return { from, type, titles: products.map(({ title }) => title) };
  }
}

const place = ({ order }: Returnable) => ({ slug: server.slug, idFromPlatform: order.idFromPlatform });
const reasonId = ({ order }: Returnable, index = 0): string => told(order.reasons[index] ?? null).id;
const offered = (from: Returnable, query: Record<string, string | number> = {}) =>
  from.call(customer.exchangeOptions, {
    params: place(from),
    query: { lineIdFromPlatform: from.line.lineIdFromPlatform, reasonId: reasonId(from), take: 500, ...query },
  });
type Options = Awaited<ReturnType<typeof offered>>;
const lineGiven = async (from: Returnable, reason = reasonId(from)) => {
  const { lineIdFromPlatform } = from.line;
  const order = await from.call(customer.orderForReasons, {
    params: place(from),
    body: { selections: [{ lineIdFromPlatform, quantity: 1, reasonId: reason }] },
  });
  return told(order.lineItems.find((one) => one.lineIdFromPlatform === lineIdFromPlatform) ?? null);
};
const variantsIn = ({ products }: Options) =>
  products.flatMap((product) => product.variants.map((variant) => ({ product, variant })));

const exchangeFor = (
  from: Returnable,
  { product, variant }: ReturnType<typeof variantsIn>[number],
  changes: Partial<Selection> = {},
): Selection => ({
  lineIdFromPlatform: from.line.lineIdFromPlatform,
  quantity: 1,
  reasonId: reasonId(from),
  method: 'variantExchange',
  productIdFromPlatform: product.idFromPlatform,
  variantIdFromPlatform: variant.idFromPlatform,
  ...changes,
});
const quoted = (from: Returnable, selection: Selection) =>
  from.call(customer.quote, { params: place(from), body: { selections: [selection], shippingMethod: 'packingSlip' } });
const submitted = (from: Returnable, selection: Selection) =>
  from.call(customer.submit, {
    params: place(from),
    body: { requestKey: randomUUID(), shippingMethod: 'packingSlip', selections: [selection] },
  });

test('without a matching rule only variants of the same product are offered', async () => {
  const { from, type } = await orderAndType();
  const group = await groupOf(type);
  await onlyRules(
    server,
    offer([group], {}, { when: [{ fact: 'claim/reason', operator: 'in', value: [reasonId(from, 1)] }] }),
  );
  expect(await refusalOf(offered(from))).toBe('422 EXCHANGE_NOT_OFFERED');
  expect((await lineGiven(from)).productExchange).toBeNull();
  const other = await offered(from, { reasonId: reasonId(from, 1) });
  const [wanted] = variantsIn(other);
  expect(await refusalOf(submitted(from, exchangeFor(from, told(wanted ?? null))))).toBe('422 EXCHANGE_NOT_OFFERED');
  await submitted(from, exchangeFor(from, told(wanted ?? null), { reasonId: reasonId(from, 1) }));
});

test('a rule offers the products of its groups, and no others, whatever the settings say', async () => {
  const { from, type, titles } = await orderAndType();
  await server.saveSettings({ ...SETTINGS, isAdvancedExchangeEnabled: true });
  const all = variantsIn(await offered(from));
  await onlyRules(server, offer([await groupOf(type)]));
  const given = await offered(from);
  expect(given.products.map(({ title }) => title)).toEqual(
    [...new Set(given.products.map(({ title }) => title))].toSorted((a, b) => a.localeCompare(b, 'en')),
  );
  expect(titles).toEqual(expect.arrayContaining(given.products.map(({ title }) => title)));
  expect(given.products.length).toBeGreaterThan(1);
  const outside = told(all.find(({ product }) => !titles.includes(product.title)) ?? null);
  expect((await offered(from, { productIdFromPlatform: outside.product.idFromPlatform })).products).toEqual([]);
  expect(await refusalOf(quoted(from, exchangeFor(from, outside)))).toBe('422 EXCHANGE_NOT_OFFERED');
  expect(await refusalOf(submitted(from, exchangeFor(from, outside)))).toBe('422 EXCHANGE_NOT_OFFERED');
});

test('the groups of several rules are offered together; the rest is as the first one says', async () => {
  const { from, type, titles } = await orderAndType();
  const own = told(server.shop.products.find(({ id }) => String(id) === from.line.productIdFromPlatform) ?? null);
  await onlyRules(
    server,
    offer([await groupOf(type)], { advancedExchangeSortCriteria: 'NEWEST_FIRST' }),
    offer([await groupOf(own.productType)], { advancedExchangeMethod: 'PAYMENT' }),
  );
  const { products } = await offered(from);
  const types = new Set(
    products.map(
      ({ idFromPlatform }) => server.shop.products.find(({ id }) => String(id) === idFromPlatform)?.productType,
    ),
  );
  expect(types).toEqual(new Set([type, own.productType]));
  expect(products.map(({ idFromPlatform }) => idFromPlatform)).not.toContain(from.line.productIdFromPlatform);
  expect((await lineGiven(from)).productExchange).toMatchObject({ pricing: 'NO_PAYMENT_OR_REFUND' });
  const made = products.map(
    ({ idFromPlatform }) => server.shop.products.find(({ id }) => String(id) === idFromPlatform)?.createdAt ?? '',
  );
  expect(made).toEqual(made.toSorted().toReversed());
  expect(titles.length).toBeGreaterThan(0);
});

test.for([
  { method: 'NO_PAYMENT_OR_REFUND', counted: () => 0 },
  { method: 'PAYMENT', counted: (difference: number) => Math.max(0, difference) },
  { method: 'PAYMENT_AND_PARTIAL_REFUND', counted: (difference: number) => difference },
])('a price difference is what the rule makes of it, to the end: $method', async ({ method, counted }) => {
  const { from, type } = await orderAndType();
  await onlyRules(server, offer([await groupOf(type)], { advancedExchangeMethod: 'PAYMENT_AND_PARTIAL_REFUND' }));
  const found = variantsIn(await offered(from));
  const cheaper = told(found.find(({ variant }) => told(variant.difference) < -1) ?? null);
  const difference = told(cheaper.variant.difference);
  const [ruleId] = await onlyRules(server, offer([await groupOf(type)], { advancedExchangeMethod: method }));
  const shown = told(
    variantsIn(await offered(from)).find((one) => one.variant.idFromPlatform === cheaper.variant.idFromPlatform) ??
      null,
  );
  expect(shown.variant.difference).toBe(counted(difference));
  const { ledger } = await quoted(from, exchangeFor(from, cheaper));
  expect(told(ledger).balance).toBe(-counted(difference) + 0);
  const { externalId } = await submitted(from, exchangeFor(from, cheaper));
  // What rules say later changes nothing about it.
  await onlyRules(server);
  const staff = await server.staff();
  const claim = await claimOf(server, staff, externalId);
  expect(onlyLine(claim).exchangeDeltaAmount).toBe(counted(difference));
  expect(
    (
      await staff(claimVariants, {
        params: { storeId: server.storeId, claimId: claim.id, lineId: onlyLine(claim).id },
        query: { productIdFromPlatform: cheaper.product.idFromPlatform },
      })
    ).pricing,
  ).toBe(method);
  await approveAndFinalize(server, staff, externalId);
  const done = await settledClaim(server, staff, externalId);
  expect(done.ledger.balance).toBe(-counted(difference) + 0);
  expect(ruleId).toBeDefined();
});

test('variants of the same product are an even swap where the rule says so', async () => {
  const { from, type } = await orderAndType();
  await server.saveSettings({ ...SETTINGS, variantExchangePricing: 'PAYMENT_AND_PARTIAL_REFUND' });
  await onlyRules(server, offer([await groupOf(type)], { isNoAdjustmentVariantExchangeEnabled: true }));
  expect((await lineGiven(from)).productExchange).toMatchObject({ isVariantEven: true });
});

test('only what is there in so many units is offered, and nothing that fell below', async () => {
  const { from, type } = await orderAndType();
  const group = await groupOf(type);
  await onlyRules(server, offer([group]));
  const counts = variantsIn(await offered(from)).map(({ variant }) => {
    const its = server.shop.products
      .flatMap(({ variants }) => variants)
      .find(({ id }) => String(id) === variant.idFromPlatform);
    return { id: variant.idFromPlatform, units: told(its ?? null).quantities['available'] ?? 0 };
  });
  const least =
    told(counts.map(({ units }) => units).toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? null) + 1;
  const few = told(counts.find(({ units }) => units < least) ?? null);
  const scarce = told(variantsIn(await offered(from)).find(({ variant }) => variant.idFromPlatform === few.id) ?? null);
  await onlyRules(server, offer([group], { minInventoryAvailableToCustomer: least }));
  const ids = variantsIn(await offered(from)).map(({ variant }) => variant.idFromPlatform);
  expect(ids.toSorted()).toEqual(
    counts
      .filter(({ units }) => units >= least)
      .map(({ id }) => id)
      .toSorted(),
  );
  const { products } = await offered(from, { productIdFromPlatform: scarce.product.idFromPlatform });
  expect(products[0]?.variants.find(({ idFromPlatform }) => idFromPlatform === few.id)?.isAvailable).toBe(false);
  expect(await refusalOf(submitted(from, exchangeFor(from, scarce)))).toBe('422 OUT_OF_STOCK');
});

test('shoppers filter by the options the rule leaves, and choose variants where it says so', async () => {
  const { from, type } = await orderAndType();
  const group = await groupOf(type);
  await onlyRules(server, offer([group]));
  const { filters } = await offered(from);
  const [filter] = filters;
  const { name, values } = told(filter ?? null);
  const value = told(values[0] ?? null);
  const narrowed = variantsIn(await offered(from, { options: new URLSearchParams({ [name]: value }).toString() }));
  expect(narrowed.length).toBeGreaterThan(0);
  for (const { variant } of narrowed) expect(variant.options).toContainEqual({ name, value });
  await onlyRules(server, offer([group], { excludedAdvancedExchangeOptionNames: [name.toUpperCase()] }));
  expect((await offered(from)).filters.map((one) => one.name)).not.toContain(name);
  await onlyRules(server, offer([group], { isAdvancedExchangeFilterAndSearchEnabled: false, exchangeKind: 'variant' }));
  const each = await offered(from);
  expect(each.filters).toEqual([]);
  expect(each.products.map(({ variants }) => variants.length)).toEqual(each.products.map(() => 1));
  expect((await lineGiven(from)).productExchange).toMatchObject({ kind: 'variant', isSearchable: false });
});
