import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import { changePortalText } from '#contract/merchant/portal-texts.ts';
import { insertProductGroup } from '#server/db/product-groups.ts';
import { onlyRules } from '#server/testing/live-rules.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ orders: 1 });
});
beforeEach(async () => {
  await onlyRules(server);
  await server.saveSettings({ isPolicyPublished: true, refundValidityDays: 21 });
});
afterAll(() => server.close());

const slugged = () => ({ params: { slug: server.slug } });
const policy = () => server.browser()(customer.returnPolicy, slugged());
const linkOf = async () => (await server.browser()(customer.storefront, { ...slugged(), query: {} })).policyUrl;
const script = () => fetch(`${server.url}/api/customer/${server.slug}/return-policy.js`);

/** What a shop's page with the snippet holds for search engines. */
async function markupInShop(): Promise<unknown[]> {
  const added: { type: string; textContent: string }[] = [];
  runInNewContext(await (await script()).text(), {
    document: { createElement: () => ({}), head: { append: (one: (typeof added)[number]) => added.push(one) } },
  });
  return added.map(({ type, textContent }) => {
    expect(type).toBe('application/ld+json');
    return JSON.parse(textContent);
  });
}

const windowsOf = async () => (await policy()).sections[0];

test('anyone reads what the settings say, at once after they were saved', async () => {
  expect(await windowsOf()).toMatchObject({
    sentences: expect.arrayContaining(['Refund: within 21 days of delivery.']),
    exceptions: [],
  });
  await server.saveSettings({ isPolicyPublished: true, refundValidityDays: 35 });
  expect((await windowsOf())?.sentences).toContain('Refund: within 35 days of delivery.');
});

test('it is read in the language of its reader, in the words of the store where it has its own', async () => {
  await server.saveSettings({ isPolicyPublished: true, refundValidityDays: 21, returnFee: 300 });
  const inGerman = () => server.browser()(customer.returnPolicy, slugged(), 'de-AT, en;q=0.5');
  const { sections, markup } = await inGerman();
  const textOf = (some: typeof sections): string => some.flatMap((one) => [one.title, ...one.sentences]).join('\n');
  expect(textOf(sections)).toContain('Erstattung: innerhalb von 21 Tagen nach der Lieferung.');
  expect(textOf(sections)).toContain('Wir ziehen „Bearbeitungsgebühr“ ab');
  expect(markup).toEqual((await policy()).markup);

  const staff = await server.staff('Admin');
  await staff(changePortalText, {
    params: { storeId: server.storeId, language: 'de' },
    body: { id: 'policy.method.refund', text: 'Geld zurück' },
  });
  expect(textOf((await inGerman()).sections)).toContain('Geld zurück: innerhalb von 21 Tagen');
  expect(textOf((await policy()).sections)).toContain('Refund: within 21 days of delivery.');
});

test('a live rule is part of it, with the names of the store and nothing of its own business', async () => {
  const group = await server.server.deps.database.inStore(server.storeId, (db) =>
    insertProductGroup(db, server.storeId, {
      name: 'Swimwear',
      tags: ['swim'],
      types: [],
      collections: [],
      warrantyDays: null,
    }),
  );
  await onlyRules(server, {
    at: 'orderLookup',
    does: 'modifyResolutionWindow',
    params: {
      kind: 'eligibilityDays',
      refund: 0,
      giftCard: null,
      exchange: null,
      warrantyReview: null,
      ineligibleLineItemFootnote: '',
    },
    when: [
      { fact: 'product/group', operator: 'in', value: [group?.group_id ?? 0] },
      { fact: 'customer/tags', operator: 'in', value: ['serial-returner'] },
    ],
  });
  const published = await policy();
  expect(published.sections[0]?.exceptions).toEqual([
    'For some orders, if the product group is “Swimwear”: refund not available.',
  ]);
  expect(JSON.stringify(published)).not.toContain('serial-returner');
});

test('a shop with the snippet shows search engines the same markup, from any site', async () => {
  const { markup } = await policy();
  expect(markup).toMatchObject({
    '@type': 'OnlineStore',
    hasMerchantReturnPolicy: [{ merchantReturnDays: 21, merchantReturnLink: `${server.url}/p/${server.slug}/policy` }],
  });
  expect(await markupInShop()).toEqual([markup]);
  const { headers } = await script();
  expect(headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});

test('a store that does not publish it says so, and its snippet adds nothing', async () => {
  await server.saveSettings({ isPolicyPublished: false });
  expect(await refusalOf(policy())).toBe('404 POLICY_NOT_PUBLISHED');
  expect(await markupInShop()).toEqual([]);
  expect(await linkOf()).toBe('');
});

test('the portal links to the page, or to the page of the store', async () => {
  expect(await linkOf()).toBe(`/p/${server.slug}/policy`);
  const returnPolicyUrl = 'https://shop.example/policies/returns';
  await server.saveSettings({ isPolicyPublished: true, returnPolicyUrl });
  expect(await linkOf()).toBe(returnPolicyUrl);
  const { ownPageUrl, markup } = await policy();
  expect(ownPageUrl).toBe(returnPolicyUrl);
  expect(JSON.stringify(markup)).toContain(returnPolicyUrl);
});
