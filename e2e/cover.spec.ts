import { expect } from '@playwright/test';
import { offerCover } from './offer-cover.ts';
import { BACK_OFFICE_URL, SHOP_URL } from './places.ts';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { cartLines, checkOut, coverSwitch, fillCart, openShopOrder, pay } from './storefront.ts';
import { test } from './test.ts';

const COVER = 'Delivery Guarantee';
const WITHOUT = 'Continue without protection';

test.beforeAll(({ browser }) => offerCover(browser, true));
test.afterAll(({ browser }) => offerCover(browser, false));

test('a shopper turns the cover on, pays for it, and the order has it with the record of the choice', async ({
  browser,
}) => {
  const phone = await onPhone(browser);
  await fillCart(phone);
  const cover = coverSwitch(phone);
  await expect(cover).toHaveAttribute('aria-checked', 'false');
  await expect(cover).toHaveAccessibleName(/\$\d+\.\d\d$/);
  expect(await cartLines(phone)).toHaveLength(1);
  await expectNoSidewaysScroll(phone);
  await cover.click();
  await expect(phone.getByRole('listitem').filter({ hasText: COVER })).toBeVisible();
  await expect(cover).toHaveAttribute('aria-checked', 'true');
  // More of the same costs more to cover, and is still one cover.
  await phone.getByRole('spinbutton', { name: /Oxford Shirt/ }).fill('3');
  await phone.keyboard.press('Tab');
  await expect
    .poll(() => cartLines(phone))
    .toEqual([
      { title: expect.stringContaining(COVER), quantity: 1 },
      { title: 'Oxford Shirt', quantity: 3 },
    ]);
  await checkOut(phone);
  const number = await pay(phone);
  await openShopOrder(phone, number);
  await expect(phone.getByRole('table').first()).toContainText(COVER);
  await expect(phone.getByText(/^_makegood_consent: [0-9a-f-]{36}$/)).toBeVisible();
  await phone.context().close();
});

test('a shopper who goes on without the cover pays for none', async ({ page }) => {
  await fillCart(page);
  await coverSwitch(page).click();
  await page.getByRole('button', { name: WITHOUT }).click();
  const number = await pay(page);
  await openShopOrder(page, number);
  await expect(page.getByRole('table').first()).not.toContainText(COVER);
  await expect(page.getByText(/^_makegood_opted_out_at: /)).toBeVisible();
});

test('a shopper whose cart cannot be changed sees the cover as it is, and does not check out with it', async ({
  page,
}) => {
  await fillCart(page);
  const cover = coverSwitch(page);
  await cover.click();
  await expect(page.getByRole('listitem').filter({ hasText: COVER })).toBeVisible();
  let tries = 0;
  await page.route(/\/cart\/update\.js/, (route) => {
    tries += 1;
    return route.abort();
  });
  await page.getByRole('button', { name: WITHOUT }).click();
  await expect.poll(() => tries).toBe(3);
  await cover.click();
  await expect.poll(() => tries).toBe(6);
  await expect(cover).toHaveAttribute('aria-checked', 'true');
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: WITHOUT }).click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  expect(await cartLines(page)).toEqual([{ title: 'Oxford Shirt', quantity: 1 }]);
});

test('a theme that shows the total elsewhere has it drawn again', async ({ page }) => {
  // As Dawn names what its cart page consists of.
  await page.addInitScript(`customElements.define('cart-items', class extends HTMLElement {
    getSectionsToRender() { return [{ id: 'elsewhere', section: 'cart-drawer', selector: '.total' }]; }
  });
  addEventListener('DOMContentLoaded', () => {
    const total = document.querySelector('cart-items .total');
    if (total) document.body.insertAdjacentHTML('beforeend', '<aside id="elsewhere">' + total.outerHTML + '</aside>');
  })`);
  await fillCart(page);
  const total = page.locator('#elsewhere [data-cart-total]');
  const before = (await total.textContent()) ?? '';
  expect(before).not.toBe('');
  await coverSwitch(page).click();
  await expect(page.getByRole('listitem').filter({ hasText: COVER })).toBeVisible();
  await expect(total).not.toHaveText(before);
  await expect(total).toHaveText((await page.locator('cart-items [data-cart-total]').textContent()) ?? '');
});

test('a shopper who checks out while the cover is being added arrives there with it', async ({ page }) => {
  await fillCart(page);
  await page.route(/\/cart\/update\.js/, async (route) => {
    await new Promise((done) => setTimeout(done, 1000));
    await route.continue();
  });
  await coverSwitch(page).click();
  // The theme draws this button again before the shopper is on the way.
  await page.getByRole('button', { name: /^Check out/ }).click();
  const number = await pay(page);
  await openShopOrder(page, number);
  await expect(page.getByRole('table').first()).toContainText(COVER);
});

test('a drawer in a shadow root has the cover too', async ({ page }) => {
  await fillCart(page, 'Drawer in a shadow root');
  await coverSwitch(page).click();
  await expect(page.getByRole('listitem').filter({ hasText: COVER })).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^Remove .*${COVER}`) }).click();
  await expect(coverSwitch(page)).toHaveAttribute('aria-checked', 'false');
  expect(await cartLines(page)).toHaveLength(1);
});

test('two tabs show one cart, and agree on its cover', async ({ page }) => {
  await fillCart(page, 'Cart drawer');
  const other = await page.context().newPage();
  await other.goto(`${SHOP_URL}/`);
  await other.getByRole('link', { name: /^Cart/ }).click();
  await expect(coverSwitch(other)).toHaveAttribute('aria-checked', 'false');
  await coverSwitch(page).click();
  await expect(coverSwitch(other)).toHaveAttribute('aria-checked', 'true');
  await Promise.all([coverSwitch(page).click(), coverSwitch(other).click()]);
  // Where the other tab was told in between, its press turned the cover on again.
  await expect(async () => {
    await coverSwitch(page).uncheck();
    await expect(coverSwitch(other)).toHaveAttribute('aria-checked', 'false', { timeout: 5000 });
    await expect(coverSwitch(page)).toHaveAttribute('aria-checked', 'false', { timeout: 5000 });
  }).toPass();
  expect(await cartLines(page)).toHaveLength(1);
});

test('a shop whose cover server is gone sells as if it had never been there', async ({ page }) => {
  await fillCart(page);
  await coverSwitch(page).click();
  await expect(page.getByRole('listitem').filter({ hasText: COVER })).toBeVisible();
  await page.context().route(`${BACK_OFFICE_URL}/**`, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('button', { name: /^Check out/ })).toBeVisible();
  await expect(coverSwitch(page)).toHaveCount(0);
  await page.getByRole('spinbutton', { name: /Oxford Shirt/ }).fill('2');
  await page.keyboard.press('Tab');
  await expect.poll(() => cartLines(page)).toContainEqual({ title: 'Oxford Shirt', quantity: 2 });
  await checkOut(page);
  await pay(page);
});

test('the keyboard alone reads what is covered and turns it on', async ({ page }) => {
  await fillCart(page);
  const cover = coverSwitch(page);
  await expect(cover).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Update cart' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(
    await dialog.evaluate(
      (one: { contains: (node: unknown) => boolean; getRootNode: () => { activeElement: unknown } }) =>
        one.contains(one.getRootNode().activeElement),
    ),
  ).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(cover).toBeFocused();
  const drawnAgain = page.waitForResponse(/\?sections=/);
  await page.keyboard.press('Space');
  await expect(page.getByRole('listitem').filter({ hasText: COVER })).toBeVisible();
  // The theme draws its cart again, by itself too; the focus is where it was.
  await (await drawnAgain).finished();
  await expect(coverSwitch(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByRole('listitem').filter({ hasText: COVER })).toHaveCount(0);
});

test('a store that turns the cover off leaves nothing of it in a cart', async ({ browser, page }) => {
  await fillCart(page);
  await coverSwitch(page).click();
  await expect(page.getByRole('listitem').filter({ hasText: COVER })).toBeVisible();
  await offerCover(browser, false);
  try {
    // A page that still has the script, as the browser kept it.
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
      const script = document.createElement('script');
      script.src = '${BACK_OFFICE_URL}/widget.js?store=demo';
      document.body.append(script);
    })`);
    await page.route(/\/api\/widget\/demo$/, (route) =>
      route.continue({ headers: { ...route.request().headers(), 'cache-control': 'no-cache' } }),
    );
    await page.reload();
    await expect.poll(() => cartLines(page)).toEqual([{ title: 'Oxford Shirt', quantity: 1 }]);
    await expect(page.locator('makegood-cover')).toHaveCount(0);
  } finally {
    await offerCover(browser, true);
  }
});
