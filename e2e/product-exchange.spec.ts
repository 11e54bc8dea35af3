import { expect, type Page } from '@playwright/test';
import { ORDERS } from './places.ts';
import { forgetRules, HEADERS } from './rules.ts';
import { expectAccessible, expectNoSidewaysScroll, onNarrowPhone } from './screen.ts';
import { ANY_ITEM, choose, findOrder, goOn, sendBack, submitted } from './shopper.ts';
import { signIn } from './staff.ts';
import { test } from './test.ts';

test('a store that takes no cards is told why its exchanges cost nothing', async ({ page }) => {
  await signIn(page, 'Ada Admin');
  const [, storeId] = new URL(page.url()).pathname.split('/');
  const create = `/${storeId}/settings/automations/create?eventType=offerAdvancedExchange`;
  const notice = page.getByText('Stripe Not Connected:').locator('..');
  const methods = page.getByLabel('Price difference').getByRole('option');
  await page.goto(create);
  await expect(methods).toHaveCount(3);
  await expect(notice).toBeHidden();

  await acceptPayments(page, 'none');
  await page.goto(create);
  await expect(notice).toHaveText(
    'Stripe Not Connected: To use a different exchange method (including the ability to charge customers for exchanges), you must connect your Stripe account.',
  );
  await expect(methods).toHaveCount(1);
  await expectAccessible(page);
  await acceptPayments(page, 'stripe');
});

/** Who collects what a shopper owes. */
async function acceptPayments(page: Page, paymentProvider: string): Promise<void> {
  const [, storeId] = new URL(page.url()).pathname.split('/');
  const settings = `/api/merchant/${storeId}/settings/integrations`;
  const { groups } = await (await page.request.get(settings, { headers: HEADERS })).json();
  const data = { group: 'payments', version: groups.payments.version, document: { paymentProvider } };
  expect((await page.request.put(settings, { headers: HEADERS, data })).status()).toBe(200);
}

test('a rule offers trousers instead, paid by nobody; a shopper filters them and picks one', async ({
  browser,
  page,
}) => {
  await signIn(page, 'Ada Admin');
  const [, storeId] = new URL(page.url()).pathname.split('/');
  const api = `/api/merchant/${storeId}`;
  const group = { name: 'Trousers to swap', tags: [], types: ['Trousers'], collections: [] };
  expect((await page.request.post(`${api}/product/group`, { headers: HEADERS, data: group })).status()).toBe(200);

  await page.goto(`/${storeId}/settings/automations`);
  await page.getByRole('link', { name: 'Create' }).click();
  await page.getByRole('button', { name: /^Product Exchange/ }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Swap for trousers');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please select at least one Product Group')).toBeVisible();
  await page.getByRole('combobox', { name: 'Product groups' }).click();
  await page.getByRole('option', { name: 'Trousers to swap' }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel('Shoppers choose').selectOption('A variant');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('region', { name: 'Draft' }).getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Publish \d+ change/ }).click();
  await expect(dialog).toBeHidden();

  const phone = await onNarrowPhone(browser);
  await findOrder(phone, ORDERS.swapped);
  await choose(phone, 'checkbox', ANY_ITEM);
  await goOn(phone);
  await choose(phone, 'radio', 'No longer needed');
  await goOn(phone);
  await choose(phone, 'radio', /Exchange for another product/);
  const cards = phone.getByRole('radio');
  const size = phone.getByRole('group', { name: 'Filters' }).getByLabel('Size');
  await expect(size).toBeVisible();
  await expect(cards.first()).toBeVisible();
  const all = await cards.count();
  await size.selectOption('32');
  await expect.poll(() => cards.count()).toBeLessThan(all);
  await expect(cards.first()).toHaveAccessibleName(/32/);
  await phone.reload();
  await expect(size).toHaveValue('32');
  await expect(cards.first()).toHaveAccessibleName(/32/);
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  // One that is a variant already asks for nothing more.
  await choose(phone, 'radio', /Straight Jeans.*32/);
  await choose(phone, 'radio', /After my return arrives/);
  await sendBack(phone, /Packing slip/i);
  await expect(phone.getByText(/Straight Jeans/).first()).toBeVisible();
  // It is chosen again where it was chosen, and saving leads back.
  await phone.getByRole('button', { name: /^Change the item you get for/ }).click();
  await expect(phone.getByRole('radio', { name: /Straight Jeans.*32/ }).first()).toBeChecked();
  await phone.getByRole('button', { name: 'Save' }).click();
  await expect(phone.getByText(/Straight Jeans/).first()).toBeVisible();
  await phone.getByRole('button', { name: 'Submit return' }).click();
  await submitted(phone);

  await forgetRules(page, api);
});
