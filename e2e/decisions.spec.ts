import { expect, type Page } from '@playwright/test';
import { payNow, typeCard } from './card.ts';
import { makeClaim } from './claims.ts';
import { chooseProduct, sellOut, toPayment, whenBack } from './exchange.ts';
import { ORDERS, SHOP_CONTROL_URL, SHOP_URL } from './places.ts';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { askAbout, goOn, returnEverything, sendBack, submitted } from './shopper.ts';
import { finalize, openClaim, openReturns, signIn, typeAmount } from './staff.ts';
import { test } from './test.ts';

const card = (page: Page, item: string) => page.getByRole('article', { name: item });

/** Approves an item as a replacement order of the first variant of a product with this stock. */
async function replaceBy(page: Page, item: string, product: string, stock: RegExp): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^(Approve|Change): ${item}`) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Resolution', { exact: true }).selectOption('replacementOrder');
  for (const drop of await dialog.getByRole('button', { name: /^Remove / }).all()) await drop.click();
  await dialog.getByRole('button', { name: 'Choose from all products' }).click();
  await dialog.getByLabel('Find a product').fill(product);
  await dialog.getByRole('button', { name: new RegExp(product) }).click();
  await dialog.getByRole('checkbox', { name: stock }).first().click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Approve replacement order' }).click();
  await expect(dialog).toBeHidden();
}

test('a replacement that is out of stock is left out, and sent once it is there; the rest goes out once', async ({
  page,
}) => {
  const number = await returnEverything(page, ORDERS.coat);
  await signIn(page, 'Sam Staff');
  await openClaim(page, number);
  await replaceBy(page, 'Fisherman Sweater', 'Boxy Crop Tee', /Out of stock/);
  await expect(card(page, 'Fisherman Sweater')).toContainText('Replacement Order of');
  await page.getByRole('button', { name: 'Approve: Chore Coat' }).click();
  await typeAmount(page.getByRole('dialog').getByLabel(/^Amount/), '42.05');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve refund' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(card(page, 'Chore Coat')).toContainText('$42.05');
  await page.getByRole('button', { name: 'Deny: Beeswax Candle' }).click();
  await page.getByRole('dialog').getByLabel('Noncompliant return').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Deny item' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'Finalize', exact: true }).click();
  await expect(page.getByRole('dialog').getByText(/^Left out for now: .* out of stock/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: "Finalize what's ready" }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(/^1 item was left out when you finalized/)).toBeVisible();
  await expect(card(page, 'Fisherman Sweater')).toContainText('Left out');
  await expect(card(page, 'Chore Coat')).toContainText('Approved');
  await expect(card(page, 'Beeswax Candle')).toContainText('Denied');

  await replaceBy(page, 'Fisherman Sweater', 'Boxy Crop Tee', /\d+ in stock/);
  await finalize(page, /^Finalize and send 1 item as replacement$/);
  await expect(page.getByText(/left out when you finalized/)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Exchange orders' }).getByRole('link')).toHaveCount(1);
  await expectAccessible(page);
  await page.goto(`${SHOP_URL}/admin/orders/${ORDERS.coat.orderNo}`);
  await expect(page.locator('table[data-table=refunds] tbody tr')).toHaveCount(1);
});

test('a refund made by hand is marked as done elsewhere, and the books know', async ({ page, request, browser }) => {
  const number = await returnEverything(page, ORDERS.bowl);
  await signIn(page, 'Ada Admin');
  await openClaim(page, number);
  await page.getByRole('button', { name: /^Approve: / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve refund' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await request.post(`${SHOP_CONTROL_URL}/faults`, { data: { match: 'returnProcess', mode: 'fail', times: 50 } });
  await page.getByRole('button', { name: 'Finalize', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Finalize and refund/ })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(/hasn't confirmed this yet/).first()).toBeVisible();

  const sam = await browser.newPage();
  await signIn(sam, 'Sam Staff');
  await openClaim(sam, number);
  await sam.getByRole('button', { name: /^Mark as resolved externally: Refund/ }).click();
  const second = sam.getByRole('dialog', { name: 'Mark as resolved externally' });
  await second.getByLabel('What was done, and where').fill('Paid in cash.');

  await page.getByRole('link', { name: 'Actions' }).click();
  const row = page.getByRole('row').filter({ hasText: number }).filter({ hasText: 'Refund $' });
  await expect(row).toContainText(/next try (now|in)/);
  await row.getByRole('button', { name: /^Mark as resolved externally: Refund/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('What was done, and where')).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel('What was done, and where').fill('Refunded by hand in the store admin.');
  // Not while it is just being tried.
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Mark as done' }).click();
    await expect(dialog).toBeHidden({ timeout: 2000 });
  }).toPass();
  await second.getByRole('button', { name: 'Mark as done' }).click();
  await expect(second).toContainText(
    'Ada Admin marked this action as resolved externally: Refunded by hand in the store admin.',
  );
  await expect(second.getByLabel('What was done, and where')).toHaveValue('Paid in cash.');
  await expectAccessible(sam);
  const steps = sam.locator('section', { has: sam.locator('h2', { hasText: /^Actions$/ }) });
  await expect(steps.getByText('Ada Admin')).toBeAttached();
  await second.getByRole('button', { name: 'Cancel' }).click();
  await sam.getByRole('dialog').getByRole('button', { name: 'Discard Changes' }).click();
  await expect(sam.getByRole('dialog')).toHaveCount(0);
  await sam.close();
  await request.delete(`${SHOP_CONTROL_URL}/faults`);
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Resolved externally' }).click();
  await expect(row).toContainText('Refunded by hand in the store admin.');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Books' }).click();
  await page
    .getByRole('row', { name: /Resolved externally/ })
    .getByRole('button')
    .click();
  const entries = page.getByRole('dialog', { name: /^Resolved externally, USD/ });
  await expect(entries.getByRole('link', { name: number })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Reconcile now' }).click();
  await expect(page.getByText(/^Reconciled: /)).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await page.goto(`${SHOP_URL}/admin/orders/${ORDERS.bowl.orderNo}`);
  await expect(page.getByRole('heading', { name: `Order #${ORDERS.bowl.orderNo}` })).toBeVisible();
  await expect(page.locator('table[data-table=refunds]')).toHaveCount(0);
});

test('goods that sold out after finalizing are made good in money, once', async ({ page, request }) => {
  const number = await returnEverything(page, ORDERS.bag);
  await signIn(page, 'Sam Staff');
  await openClaim(page, number);
  await replaceBy(page, 'Belt Bag', 'Stoneware Mug', /\d+ in stock/);
  await request.post(`${SHOP_CONTROL_URL}/faults`, { data: { match: 'OrdersBySource', mode: 'delay', ms: 5000 } });
  await page.getByRole('button', { name: 'Finalize', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Finalize and send 1 item/ })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await sellOut(request, 'Stoneware Mug');
  const giving = page.getByRole('button', { name: /^Issue the value instead: / });
  await expect(giving).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await giving.click();
  const dialog = page.getByRole('dialog', { name: 'Issue the value instead' });
  await expect(dialog.getByRole('listitem')).toContainText('1 × Stoneware Mug');
  await expect(dialog.getByLabel(/^Issue \$[\d.]+ as$/)).toHaveValue('Refund');
  await expect(dialog.getByLabel('Subject')).toHaveValue(`A change to your return ${number}`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: /^Issue \$[\d.]+$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Its value was issued instead.')).toBeAttached();
  await expect(giving).toBeHidden();
  await page.goto(`${SHOP_URL}/admin/orders/${ORDERS.bag.orderNo}`);
  await expect(async () => {
    await page.reload();
    await expect(page.locator('table[data-table=refunds] tbody tr')).toHaveCount(1, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
});

test('a payment of the customer is given back after a question', async ({ browser, page }) => {
  const phone = await onPhone(browser);
  await askAbout(phone, { order: ORDERS.blouse, item: /Hiking Socks/, reason: 'No longer needed' });
  await chooseProduct(phone, 'Chore Coat');
  await goOn(phone);
  await whenBack(phone);
  await sendBack(phone, /Packing slip/);
  await toPayment(phone);
  await typeCard(phone, 'good');
  await payNow(phone).click();
  const number = await submitted(phone);

  await signIn(page, 'Sam Staff');
  await openClaim(page, number);
  const payment = page.getByRole('region', { name: 'Payment' });
  await expect(payment).toContainText('Captured', { timeout: 30_000 });
  const other = await page.context().newPage();
  await openClaim(other, number);
  await other.getByRole('button', { name: 'Refund payment' }).click();
  await payment.getByRole('button', { name: 'Refund payment' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Keep payment' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(payment).toBeFocused();
  await expect(payment).toContainText('Refunded', { timeout: 30_000 });
  await expect(payment.getByRole('button', { name: 'Refund payment' })).toHaveCount(0);
  await expectNoSidewaysScroll(page);

  // Refused, a colleague sees what has become of it.
  await other
    .getByRole('dialog')
    .getByRole('button', { name: /^Refund / })
    .click();
  await expect(other.getByRole('dialog')).toContainText('Failed to refund payment. Please try again later.');
  await other.getByRole('button', { name: 'Keep payment' }).click();
  await expect(other.getByRole('region', { name: 'Payment' })).toContainText('Refunded');
  await other.close();
  await phone.context().close();
});

test('what is decided by keyboard keeps the focus near it, though the button pressed is gone', async ({ page }) => {
  await signIn(page, 'Sam Staff');
  const { externalId, lineNames } = await makeClaim(page, ORDERS.earrings, ['Refund', 'Gift_Card', 'Store_Credit']);
  await openReturns(page);
  const row = page.getByRole('row').filter({ hasText: externalId });
  await expect(row.getByRole('cell', { name: 'Refund, Gift Card, Store Credit' })).toHaveText(
    /^Refund, Gift Card, \+1/,
  );
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1024, height: 720 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expectAccessible(page);

  await openClaim(page, externalId);
  const [name = ''] = lineNames;
  const item = card(page, name);
  await item.getByRole('button', { name: 'Deny' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { checked: true })).toBeFocused();
  await dialog.getByRole('button', { name: 'Deny item' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(item).toBeFocused();
  await expectAccessible(page);

  const revert = item.getByRole('button', { name: 'Revert to requested' });
  // High enough for a menu to open below.
  await page.setViewportSize({ width: 390, height: 1600 });
  expect(await revert.locator('.mantine-Button-label').evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  const more = item.getByRole('button', { name: 'Other actions' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Change reason' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 1600 });
  await more.click();
  await page.getByRole('menuitem', { name: 'Cancel item' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 720 });
  await revert.focus();
  await page.keyboard.press('Enter');
  await expect(item).toContainText('Will be approved');
  await expect(item).toBeFocused();

  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Change reason' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('radio', { checked: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Change reason' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel item' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(item).toBeFocused();
});
