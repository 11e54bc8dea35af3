import { afterAll, beforeAll, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import { returnableOrder, type Returnable } from '#server/testing/claims.ts';
import { onlyRules } from '#server/testing/live-rules.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { LONG_WINDOWS, startTestServer, type TestServer } from '#server/testing/server.ts';

const SHOP_NOW = { ...LONG_WINDOWS, isShopNowEnabled: true, isShopCartUsed: true };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.saveSettings(SHOP_NOW);
});
afterAll(() => server.close());

const begin = ({ call, order, line }: Returnable, language?: string, page: string | null = null) =>
  call(
    customer.startShopping,
    {
      params: { slug: server.slug, idFromPlatform: order.idFromPlatform },
      body: {
        selections: [
          { lineIdFromPlatform: line.lineIdFromPlatform, quantity: 1, reasonId: order.reasons[0]?.id ?? '' },
        ],
        page,
      },
    },
    language,
  );
const ask = (token: string) =>
  fetch(`${server.url}/api/customer/${server.slug}/shopping?token=${encodeURIComponent(token)}`);

test('a page of the shop learns what there is to spend and the way back, and nothing else', async () => {
  const from = await returnableOrder(server);
  expect(await refusalOf(begin(from))).toBe('422 SHOP_NOW_NOT_OFFERED');
  await onlyRules(server, {
    at: 'afterReasonSelection',
    does: 'shopNow',
    params: {
      shopNowHeadline: 'Keep shopping',
      shopNowDescription: 'Spend it now.',
      startShoppingUrl: 'https://shop.example/new?from=returns',
      shopNowIncentive: { shouldModify: true, type: 'percent', amount: 0.1 },
    },
  });
  const url = new URL((await begin(from, 'de')).url);
  expect(url.href).toMatch(/^https:\/\/shop\.example\/new\?from=returns&makegood-shopping=/);
  const token = url.searchParams.get('makegood-shopping') ?? '';
  const answer = await ask(token);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const said = (await answer.json()) as Record<string, string>;
  const { lineIdFromPlatform } = from.line;
  const refund = {
    lineIdFromPlatform,
    quantity: 1,
    reasonId: from.order.reasons[0]?.id ?? '',
    method: 'refund' as const,
  };
  const { lines } = await from.call(customer.quote, {
    params: { slug: server.slug, idFromPlatform: from.order.idFromPlatform },
    body: { selections: [refund], shippingMethod: 'packingSlip' },
  });
  const credit = Math.round((lines[0]?.amount ?? 0) * 110) / 100;
  expect(said).toMatchObject({
    lang: 'de',
    dir: 'ltr',
    back: 'Zurück zu meiner Retoure',
    failed: 'Wir konnten deinen Warenkorb nicht lesen. Bitte versuch es noch einmal.',
    url: `${server.url}/p/${server.slug}/order/${encodeURIComponent(from.order.idFromPlatform)}?step=shop`,
  });
  expect(said['credit']).toContain(new Intl.NumberFormat('de', { minimumFractionDigits: 2 }).format(credit));
  expect(JSON.stringify(said)).not.toContain(from.email);

  // It says what it says to anyone who has it, for some hours, and opens no order.
  expect((await ask(`${token}x`)).status).toBe(403);
  expect(
    await refusalOf(
      server.browser()(customer.getOrder, {
        params: { slug: server.slug, idFromPlatform: from.order.idFromPlatform },
      }),
    ),
  ).toMatch(/^401/);
});

test('a portal inside a page of the shop is come back to there, and in no page of others', async () => {
  const from = await returnableOrder(server);
  const page = 'https://www.shop.example/pages/returns?email=ada%40b.de';
  expect(await refusalOf(begin(from, 'de', page))).toBe('422 SHOP_NOW_NOT_OFFERED');
  await server.saveSettings({ ...SHOP_NOW, embeddedIn: ['https://www.shop.example'] });
  const url = new URL((await begin(from, 'de', page)).url);
  const answer = await ask(url.searchParams.get('makegood-shopping') ?? '');
  const said = (await answer.json()) as Record<string, string>;
  const back = new RegExp(
    String.raw`^https://www\.shop\.example/pages/returns\?makegood-order=${from.order.idFromPlatform}&makegood-left=\w+`,
  );
  expect(said['url']).toMatch(back);
  expect(said['cartUrl']).toBe(`${said['url']}&makegood-cart=`);
  expect(JSON.stringify(said)).not.toContain('ada');
  expect(await refusalOf(begin(from, 'de', 'https://evil.example/pages/returns'))).toBe('422 SHOP_NOW_NOT_OFFERED');
});

test('only where the store uses its own pages', async () => {
  const from = await returnableOrder(server);
  await server.saveSettings({ ...LONG_WINDOWS, isShopNowEnabled: true, isShopCartUsed: false });
  expect(await refusalOf(begin(from))).toBe('422 SHOP_NOW_NOT_OFFERED');
});
