import { expect, type Page } from '@playwright/test';
import { BACK_OFFICE_URL, ORDERS, SHOP_CONTROL_URL, SHOP_URL } from './places.ts';
import { forgetRules, publishRule } from './rules.ts';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { ANY_ITEM, choose, findOrder, goOn } from './shopper.ts';
import { signIn } from './staff.ts';
import { test } from './test.ts';

const SHOP = 'demo.myshopify.com';

test('a shopper spends a return in the shop itself: the credit goes there, and the cart comes back', async ({
  browser,
  page,
  request,
}) => {
  await signIn(page, 'Ada Admin');
  const [, storeId] = new URL(page.url()).pathname.split('/');
  const api = `/api/merchant/${storeId}`;
  await page.goto(`/${storeId}/settings/returns`);
  await page.getByRole('switch', { name: "Shop in the store's own pages" }).click({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  const snippet = await page.getByRole('textbox', { name: 'Shop Now snippet', exact: true }).inputValue();
  expect(snippet).toBe(`<script async src="${BACK_OFFICE_URL}/shop-now.js" data-store="demo"></script>`);
  await expectAccessible(page);
  // The merchant adds it to the theme.
  await request.post(`${SHOP_CONTROL_URL}/theme`, { data: { shop: SHOP, snippet } });
  await ruleFor(page, api, `${SHOP_URL}/`);
  try {
    const phone = await onPhone(browser);
    await findOrder(phone, ORDERS.spent);
    await choose(phone, 'checkbox', ANY_ITEM);
    await goOn(phone);
    await choose(phone, 'radio', 'No longer needed');
    await goOn(phone);
    await choose(phone, 'radio', /Spend it with us/);
    await expect(phone.getByText(/fill your cart and bring it back here/)).toBeVisible();
    await expectAccessible(phone);
    await phone.getByRole('link', { name: 'Look around the store' }).click();

    await expect(phone).toHaveURL(new RegExp(`^${SHOP_URL}/`));
    const bar = phone.getByRole('region', { name: 'Back to my return' });
    await expect(bar).toContainText(/You have \$\d+\.\d\d to spend from your return/);
    await bar.getByRole('button').click();
    await expect(bar).toContainText('Your cart is empty');
    await expectNoSidewaysScroll(phone);
    await phone
      .getByRole('link', { name: /Oxford Shirt/ })
      .first()
      .click();
    await phone
      .getByRole('button', { name: /^Add .* to cart$/ })
      .first()
      .click();
    // It stays from page to page.
    await bar.getByRole('button', { name: 'Use this cart for my return' }).click();

    await expect(phone.getByRole('heading', { name: 'Your cart' })).toBeVisible();
    await expect(phone.getByRole('region', { name: 'Your cart' })).toContainText('Oxford Shirt');
    expect(new URL(phone.url()).searchParams.has('cart')).toBe(false);
    await expectAccessible(phone);
    await goOn(phone);
    await expect(phone.getByRole('heading', { name: 'Your cart' })).toBeHidden();
    await phone.context().close();
  } finally {
    await request.post(`${SHOP_CONTROL_URL}/theme`, { data: { shop: SHOP, snippet: '' } });
    await forgetRules(page, api);
  }
});

/** A rule that offers Shop Now from a page of the shop on. */
const ruleFor = (page: Page, api: string, startShoppingUrl: string): Promise<void> =>
  publishRule(page, api, {
    name: 'Shop in the store',
    hook: 'afterReasonSelection',
    isEnabled: true,
    rule: {
      priority: 1,
      event: {
        type: 'shopNow',
        params: {
          shopNowHeadline: 'Spend it with us',
          shopNowDescription: 'On anything you like.',
          startShoppingUrl,
          shopNowIncentive: { shouldModify: false, type: 'percent', amount: 0 },
        },
      },
      conditions: { all: [] },
    },
  });
