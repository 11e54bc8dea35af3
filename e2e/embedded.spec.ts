import { expect, type Page } from '@playwright/test';
import { startHttpsServer } from './https-server.ts';
import { expectAccessible } from './screen.ts';
import { ANY_ITEM } from './shopper.ts';
import { test } from './test.ts';

const SHOP = 'https://www.shop.example';

test('the portal works inside a page of the shop, as high as what it shows, and inside no other site', async ({
  browser,
}) => {
  const { framed, stop } = await startHttpsServer(SHOP);
  try {
    const { url, slug, order, product } = framed;
    const pageOf = async (site: string, viewport = { width: 1280, height: 720 }): Promise<Page> => {
      // The pretend shop is of the internet, and the product of this very machine, which browsers ask about.
      const context = await browser.newContext({ permissions: ['local-network-access'], viewport });
      const page = await context.newPage();
      const body = `<!doctype html><html lang="en"><title>Returns</title><style>body{margin:0}</style><main><h1>Shop</h1><div style="height:400px">Our promise</div>
        <script>const allow = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'allow');
        Object.defineProperty(HTMLIFrameElement.prototype, 'allow', { set(wanted) { allow.set.call(this, wanted + '; local-network-access') } })</script>
        <script async src="${url}/embed.js" data-store="${slug}" data-title="Our returns"></script></main>`;
      await page.route(`${site}/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
      const shop = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Everything</h1></main>
        <script async src="${url}/shop-now.js" data-store="${slug}"></script></html>`;
      await page.route(`${site}/collections/**`, (route) => route.fulfill({ contentType: 'text/html', body: shop }));
      const items = [
        { product_id: product.id, variant_id: product.variantId, quantity: 2 },
        { product_id: 900, variant_id: 901, quantity: 1 },
      ];
      await page.route(`${site}/cart.js`, (route) => route.fulfill({ json: { items } }));
      // The second is the cover that the shop sells.
      await page.route(`${url}/api/widget/${slug}`, (route) =>
        route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { coverVariantIds: ['901'] } }),
      );
      return page;
    };
    const page = await pageOf(SHOP, { width: 390, height: 720 });
    await page.goto(`${SHOP}/pages/returns?order=${encodeURIComponent(order.number)}&email=${order.email}`);
    const frame = page.frameLocator('iframe[title="Our returns"]');
    const heightOf = async (): Promise<number> => (await page.locator('iframe').boundingBox())?.height ?? 0;
    // The link to the shop's page named the order.
    await expect(frame.getByRole('textbox', { name: 'Order number' })).toHaveValue(order.number);
    const lookupHeight = await heightOf();
    await frame.getByRole('button', { name: 'Find my order' }).click();
    await expect(frame.getByRole('heading', { name: 'What would you like to return?' })).toBeVisible();
    await expect.poll(heightOf).not.toBe(lookupHeight);
    await expect(frame.locator('html')).toHaveJSProperty('scrollTop', 0);
    expect(await frame.locator('html').evaluate((html) => html.scrollHeight <= html.clientHeight + 1)).toBe(true);
    const [cookie] = await page.context().cookies(`${url}/api/customer/${slug}`);
    expect(cookie).toMatchObject({ name: '__Secure-makegood_portal', sameSite: 'None', httpOnly: true, secure: true });
    expect(cookie?.partitionKey).toBe('https://shop.example');
    await expectAccessible(page);

    // A step begins at its top, although the shop's page was scrolled far down.
    await frame
      .locator('label')
      .filter({ has: frame.getByRole('checkbox', { name: ANY_ITEM }) })
      .first()
      .click();
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    await frame.getByRole('button', { name: 'Continue' }).click();
    await expect(frame.getByRole('heading', { name: 'Why are you returning this?' })).toBeInViewport();
    // Whole pixels alone.
    expect((await page.locator('iframe').boundingBox())?.y).toBeGreaterThan(-1);

    // Who shops with the credit leaves the page for the shop, and comes back to it with the cart.
    await frame.locator('label').filter({ hasText: 'No longer needed' }).click();
    // What rules offer for a reason is asked first.
    await frame.getByRole('button', { name: 'Continue' }).click();
    await frame.locator('label').filter({ hasText: 'Spend it with us' }).click();
    await frame.getByRole('link', { name: 'Look around the store' }).click();
    await expect(page).toHaveURL(new RegExp(`^${SHOP}/collections/all\\?makegood-shopping=`));
    await page.getByRole('button', { name: 'Use this cart for my return' }).click();
    await expect(page).toHaveURL(new RegExp(`^${SHOP}/pages/returns\\?makegood-order=`));
    expect(page.url()).not.toContain(order.email);
    expect(decodeURIComponent(page.url())).not.toContain('900:901');
    await expect(frame.getByRole('region', { name: 'Your cart' })).toContainText(product.title);
    await expectAccessible(page);

    // A screen of the same step begins at its top too.
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    await frame.locator(`#product-${product.id}`).click();
    await expect(frame.getByRole('heading', { level: 1, name: product.title })).toBeInViewport();
    expect((await page.locator('iframe').boundingBox())?.y).toBeGreaterThan(-1);
    await page.context().close();

    const stranger = await pageOf('https://evil.example');
    const refused = stranger.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await stranger.goto('https://evil.example/');
    expect((await refused).type()).toBe('error');
    await expect(stranger.frameLocator('iframe').getByRole('heading')).toHaveCount(0);
    await stranger.context().close();
  } finally {
    await stop();
  }
});
