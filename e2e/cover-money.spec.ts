import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { readSettings, setSettings, storeOf } from './claims.ts';
import { mailsTo, readMail } from './mail.ts';
import { offerCover } from './offer-cover.ts';
import { SHOP_CONTROL_URL, SHOP_URL } from './places.ts';
import { expectNoSidewaysScroll, lookAt, onPhone } from './screen.ts';
import { signIn } from './staff.ts';
import { cartLines, checkOut, coverSwitch, fillCart, pay } from './storefront.ts';
import { test } from './test.ts';

const BUYER = 'cora.lind@example.com';

test.beforeAll(({ browser }) => offerCover(browser, true));
test.afterAll(({ browser }) => offerCover(browser, false));

/** Buys a shirt with the cover; the number of the order. */
async function buyCovered(page: Page): Promise<string> {
  await fillCart(page);
  await coverSwitch(page).click();
  await expect.poll(async () => (await cartLines(page)).length).toBe(2);
  await checkOut(page);
  return pay(page);
}

/** Staff of the shop cancel an order there, and leave its money for later. */
async function cancelAtShop(page: Page, number: string): Promise<void> {
  const shop = new URL(SHOP_URL).pathname.slice(1);
  const { access_token: token } = await (
    await page.request.post(`${SHOP_CONTROL_URL}/token`, { data: { shop } })
  ).json();
  const call = async (query: string, variables: object) =>
    (
      await page.request.post(`${SHOP_URL}/admin/api/2026-07/graphql.json`, {
        headers: { 'x-shopify-access-token': token },
        data: { query, variables },
      })
    ).json();
  const found = await call('query Q($name: String!) { orders(first: 1, query: $name) { nodes { id name } } }', {
    name: `name:${number}`,
  });
  await call(
    'mutation C($id: ID!) { orderCancel(orderId: $id, reason: CUSTOMER, restock: false, refundMethod: { originalPaymentMethodsRefund: false }) { orderCancelUserErrors { message } } }',
    { id: found.data.orders.nodes[0].id },
  );
}

test('a shopper reads what is covered, the order is canceled before it is sent, and the cover goes back, in the books', async ({
  browser,
  page,
  request,
}) => {
  await signIn(page, 'Ada Admin');
  const before = await readSettings(page, ['shouldSendPurchaseConfirmation']);
  await setSettings(page, { shouldSendPurchaseConfirmation: true });
  const storeId = await storeOf(page);
  const phone = await onPhone(browser);
  const number = await buyCovered(phone);

  const mail = await readMail(request, BUYER, new RegExp(`Your order ${number} is protected`));
  expect(mail.text).toContain('You paid $');
  await phone.setContent(mail.html);
  await expect(phone.getByRole('heading', { name: `Your order ${number} is protected` })).toBeVisible();
  await expectNoSidewaysScroll(phone);
  await phone.goto(await phone.getByRole('link', { name: 'View my order' }).getAttribute('href').then(String));
  await expect(phone.getByLabel('Order number')).toBeVisible();

  await cancelAtShop(page, number);
  await page.goto(`/${storeId}/orders/lookup?filters=${encodeURIComponent(JSON.stringify({ searchTerm: number }))}`);
  await page.getByRole('row', { name: new RegExp(number) }).click();
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByText('and the cover was refunded.').count();
    })
    .toBe(1);
  await page.getByText('2 completed actions').click();
  await expect(page.getByText(new RegExp(`^Refund the cover of canceled order ${number}, \\$`))).toBeVisible();
  await expect(page.getByText(`Email that order ${number} is protected`)).toBeVisible();
  await lookAt(page);
  await page.goto(`/${storeId}/books`);
  await expect(page.getByRole('row', { name: /Shipping protection/ })).toBeVisible();
  await page.getByRole('button', { name: /Shipping protection/ }).click();
  await expect(page.getByText(/^Cover of a canceled order \$/).first()).toBeVisible();

  expect(await mailsTo(request, BUYER, new RegExp(`Your order ${number} is protected`))).toHaveLength(1);
  await setSettings(page, before);
  await phone.context().close();
});

test('the provider sees what to bill, sets the revenue share, and takes the lines as a file', async ({
  browser,
  page,
}) => {
  await signIn(page, 'Petra Provider');
  const storeId = await storeOf(page);
  await page.goto(`/${storeId}/billing`);
  const section = page.getByRole('region', { name: 'Shipping protection' });
  await section.getByLabel('Share, %').fill('12.5');
  await section.getByRole('button', { name: 'Save Share' }).click();
  await expect(section.getByRole('list', { name: 'Rates so far, newest first' })).toContainText('12.5%');
  const phone = await onPhone(browser);
  const number = await buyCovered(phone);
  await expect
    .poll(async () => {
      await page.reload();
      await expect(section.getByLabel('Share, %')).toBeVisible();
      return section.getByRole('link', { name: number }).count();
    })
    .toBe(2);
  await expect(section.getByRole('row', { name: /^Protected orders/ }).first()).toBeVisible();
  await expect(section.getByRole('row', { name: /^Revenue share/ }).first()).toContainText('USD');
  await lookAt(page);
  const downloading = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Export CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^protection-demo-\d{4}-\d{2}\.csv$/);
  expect(readFileSync(await file.path(), 'utf8')).toContain(number);
  await section.getByLabel('Month').fill('2020-01');
  await expect(section.getByText('No Lines in This Month')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(section.getByLabel('Share, %')).toBeVisible();
  await lookAt(page);
  await phone.context().close();
});
