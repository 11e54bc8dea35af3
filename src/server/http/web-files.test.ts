import Fastify from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { secureHeaders } from '#server/http/secure-headers.ts';
import type { Storefront } from '#server/customer/storefront.ts';
import { serveWeb } from '#server/http/web-files.ts';

const STORE: Storefront = {
  slug: 'shop',
  name: '</script><b>$& "Shop"',
  brandColor: '#ff0000',
  backgroundColor: '#ffffff',
  backgroundUrl: '',
  logoUrl: '',
  faviconUrl: '',
  heading: '',
  pageTitle: 'Returns of <Shop>',
  orderNumberDescriptionText: '',
  orderHubStartRequestTitleText: '',
  orderHubStartRequestDetailText: '',
  warrantyItemsDetailText: '',
  offerRefundDetailText: '',
  offerGiftCardDetailText: '',
  shouldPrioritizeCredit: false,
  creditHeadlineText: '',
  creditDetailText: '',
  hideLabelDownloadWhenQrCodeIsPresent: false,
  supportEmail: '',
  isReturnsEnabled: true,
  isGiftReturnEnabled: false,
  isWithdrawalOffered: false,
  orderLookupDetailText: '',
  orderLookupGiftReturnDetailText: '',
  footerText: '',
  isAdvancedExchangeEnabled: false,
  isInstantExchangeEnabled: false,
  isShopNowEnabled: false,
  policyUrl: '',
  languages: ['en'],
  language: 'en',
  texts: {},
  embeddedIn: [],
};
const storefront = async (slug: string): Promise<Storefront | null> => {
  if (slug === 'down') throw new Error('no database');
  return slug === 'shop' ? STORE : null;
};
const PORTAL = '<head><title>Returns</title></head><div class="boot-top"></div><h1>Portal</h1>';

const app = Fastify();
const folder = mkdtempSync(join(tmpdir(), 'makegood-web-'));
let url: string;
beforeAll(async () => {
  for (const name of ['admin', 'portal', 'assets']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'admin/index.html'), '<h1>Back office</h1>');
  writeFileSync(join(folder, 'portal/index.html'), PORTAL);
  writeFileSync(join(folder, 'assets/app.js'), 'start()');
  writeFileSync(join(folder, 'assets/logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  secureHeaders(app, readConfig({}));
  await serveWeb(app, { folder, storefront });
  url = await app.listen({ port: 0 });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const get = async (path: string, accept: string, method = 'GET'): Promise<string> => {
  const answer = await fetch(`${url}${path}`, { method, headers: { accept } });
  return `${answer.status} ${answer.headers.get('content-type')?.split(';', 1)[0]} ${await answer.text()}`;
};

test.each([BROWSER, '*/*', 'text/*', 'TEXT/HTML', 'image/png, */*;q=0.1'])(
  'a page is there for whoever takes one: Accept %s',
  async (accept) => {
    expect(await get('/', accept)).toBe('200 text/html <h1>Back office</h1>');
    expect(await get('/1/claims/return?view=3', accept)).toBe('200 text/html <h1>Back office</h1>');
    expect(await get('/p/demo', accept)).toBe(`200 text/html ${PORTAL}`);
    expect(await get('/p/demo', accept, 'HEAD')).toBe('200 text/html ');
  },
);

test('a page of the portal comes in the colors of its store, with what it would ask for first', async () => {
  const page = await get('/p/shop/order/7?step=reason', BROWSER);
  expect(page).toContain('<title>Returns of &lt;Shop&gt;</title>');
  expect(page).toContain('--brand:rgb(255 0 0)');
  expect(page).toContain('&lt;/script&gt;&lt;b&gt;$&amp; &quot;Shop&quot;</div>');
  const [, data = ''] = /<script type="application\/json" id="storefront">(.*?)<\/script>/.exec(page) ?? [];
  expect(JSON.parse(data)).toEqual(STORE);
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  expect(page.match(/<b>/g)).toBe(null);
  // Without a store, and without its database, the page says so itself.
  for (const slug of ['nobody', 'down']) expect(await get(`/p/${slug}`, BROWSER)).toContain(PORTAL);
});

test.each(['application/json', 'image/png', 'text/html;q=0, application/json', '*/*;q=0.0'])(
  'no page answers who takes none: Accept %s',
  async (accept) => {
    expect(await get('/', accept)).toMatch(/^404 application\/json/);
  },
);

test('a file that is missing is no page, and calls are none', async () => {
  expect(await get('/assets/app.js', '*/*')).toBe('200 application/javascript start()');
  expect(await get('/assets/gone.js', '*/*')).toMatch(/^404 application\/json/);
  expect(await get('/1/orders/lookup/no.7', BROWSER)).toMatch(/^200 text\/html/);
  for (const path of ['/api/nothing', '/files/x', '/login/x', '/metrics'])
    expect(await get(path, '*/*')).toMatch(/^404/);
  expect(await get('/', '*/*', 'POST')).toMatch(/^404/);
});

test('scripts and styles go out without the headers of pages; pages and pictures keep them', async () => {
  const headersOf = async (path: string) => (await fetch(`${url}${path}`, { headers: { accept: '*/*' } })).headers;
  const script = await headersOf('/assets/app.js');
  for (const name of ['content-security-policy', 'permissions-policy', 'x-frame-options'])
    expect(script.has(name), name).toBe(false);
  expect(script.get('x-content-type-options')).toBe('nosniff');
  expect(script.get('cross-origin-resource-policy')).toBe('same-origin');
  for (const path of ['/', '/p/demo', '/assets/logo.svg'])
    for (const name of ['content-security-policy', 'permissions-policy', 'x-frame-options'])
      expect((await headersOf(path)).has(name), `${path} ${name}`).toBe(true);
});
