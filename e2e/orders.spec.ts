import { expect, type Page } from '@playwright/test';
import { pickOptions } from './exchange.ts';
import { ORDERS } from './places.ts';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { findOrder, openOrder } from './shopper.ts';
import { signIn, typeAmount } from './staff.ts';
import { test } from './test.ts';

type Place = (typeof ORDERS)[keyof typeof ORDERS];

async function lookUp(page: Page, { email, orderNo }: Place): Promise<void> {
  await page.getByRole('link', { name: 'Order Lookup' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Order Lookup' })).toBeVisible();
  await page.getByLabel('Email or postal code').fill(email);
  await page.getByLabel('Order number').fill(orderNo);
  await page.getByRole('button', { name: 'Find order' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `#${orderNo}` })).toBeVisible();
}

const phoneWidth = (page: Page): Promise<void> => page.setViewportSize({ width: 390, height: 844 });
const deskWidth = (page: Page): Promise<void> => page.setViewportSize({ width: 1280, height: 900 });

test('an order is found by email and number; an item made ineligible is refused in the portal until it is reset', async ({
  page,
  browser,
}) => {
  await signIn(page, 'Sam Staff');
  await page.getByRole('link', { name: 'Order Lookup' }).first().click();
  await page.getByRole('button', { name: 'Find order' }).click();
  await expect(page.getByText('Must be a valid email.')).toBeVisible();
  await expect(page.getByText('Must not be empty.')).toBeVisible();
  await expect(page.getByLabel('Email or postal code')).toBeFocused();
  await page.getByLabel('Email or postal code').fill('nobody@example.com');
  await page.getByLabel('Order number').fill(ORDERS.jeans.orderNo);
  await page.getByRole('button', { name: 'Find order' }).click();
  await expect(page.getByText('No order in this store matches these details.')).toBeVisible();
  await expectAccessible(page);

  await lookUp(page, ORDERS.jeans);
  await expectAccessible(page);
  const items = page.getByRole('list', { name: 'Items' });
  await expect(items.getByText(/^Return until /)).toBeVisible();
  await page.getByRole('button', { name: 'View Eligibility' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^Until /)).toHaveCount(5);
  await dialog.getByRole('button', { name: 'Make ineligible: Straight Jeans' }).click();
  await expect(dialog.getByText(/Made ineligible by Sam Staff/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Reset: Straight Jeans' })).toBeFocused();
  await expect(dialog.getByText('The store made this item ineligible for returns.')).toHaveCount(5);
  await expectAccessible(page);
  await phoneWidth(page);
  await expectNoSidewaysScroll(page);

  const phone = await onPhone(browser);
  await openOrder(phone, ORDERS.jeans);
  await expect(phone.getByText('The store made this item ineligible for returns.')).toBeVisible();

  await dialog.getByRole('button', { name: 'Reset: Straight Jeans' }).click();
  await expect(dialog.getByText(/^Until /)).toHaveCount(5);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'View Eligibility' })).toBeFocused();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await findOrder(phone, ORDERS.jeans);
  await expect(phone.getByText(/^Return by /)).toBeVisible();
  await phone.context().close();
});

test('orders are listed below the lookup: searched, filtered, sorted, paged and kept as a view', async ({ page }) => {
  await signIn(page, 'Sam Staff');
  await page.getByRole('link', { name: 'Order Lookup' }).first().click();
  const orders = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  await expect(orders).toHaveCount(51);
  await page.getByRole('button', { name: 'Export' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export' });
  await expect(exporting.getByText('A CSV file of every order in this list.')).toBeVisible();
  await exporting.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(exporting.getByRole('link', { name: 'Download Orders.csv' }).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const newest = (await orders.nth(1).getByRole('link').first().textContent()) ?? '';
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await orders.last().scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect(orders.nth(1)).not.toContainText(newest);
  await expect(orders.nth(1)).toBeInViewport();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(orders.nth(1)).toContainText(newest);

  // A new view is left again without a trace.
  await page.getByRole('button', { name: 'New view' }).click();
  await expect(page.getByRole('button', { name: 'Save as' })).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-current', 'true');

  await page.getByRole('button', { name: 'Search and filter' }).click();
  await page.getByRole('searchbox').fill('nobody at all');
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible();
  await expect(page.getByText('Try changing the filters or search terms for this view.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'View all orders' }).click();
  await expect(orders).toHaveCount(51);
  await page.getByRole('button', { name: 'Search and filter' }).click();
  await page.getByRole('searchbox').fill(ORDERS.jeans.email);
  await expect(orders.filter({ hasText: `#${ORDERS.jeans.orderNo}` })).toContainText(ORDERS.jeans.email);
  await page.getByRole('button', { name: 'Save as' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('One customer');
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  const tab = page.getByRole('button', { name: 'One customer', exact: true });
  await expect(tab).toHaveAttribute('aria-current', 'true');
  await phoneWidth(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  // As it was left, after the order and back.
  await page.getByRole('link', { name: `#${ORDERS.jeans.orderNo}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `#${ORDERS.jeans.orderNo}` })).toBeVisible();
  await page.getByRole('link', { name: 'Order Lookup' }).last().click();
  await expect(tab).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: 'View One customer' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
  await expect(tab).toBeHidden();

  await page.route('**/search', (route) => route.abort());
  await page.getByRole('button', { name: 'Search and filter' }).click();
  await page.getByRole('searchbox').fill('anyone');
  await expect(page.getByText('Something went wrong')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('We encountered an error while fetching the data.')).toBeVisible();
  await page.unroute('**/search');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible();
});

/** From the overview of an order to the form, its first item chosen, with a reason and a photo. */
async function beginClaim(page: Page, type: 'Return' | 'Warranty', photo: Buffer): Promise<void> {
  await page.getByRole('link', { name: 'Create claim' }).click();
  await page.getByRole('radio', { name: type }).click();
  await page.getByRole('list', { name: 'Line items' }).getByRole('checkbox').first().click();
  await page.getByLabel('Reason').selectOption({ label: 'Defective or damaged' });
  await page.locator('input[type=file]').setInputFiles({ name: 'damage.png', mimeType: 'image/png', buffer: photo });
  await expect(page.getByRole('button', { name: 'Remove damage.png' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: /damage/ })).toHaveCount(0);
}

test('staff make a warranty claim with a photo and an exchange; a photo used twice is seen by the risk', async ({
  page,
}) => {
  // Two claims are made, each with a photo.
  test.slow();
  await signIn(page, 'Sam Staff');
  await lookUp(page, ORDERS.runner);
  await expect(page.getByRole('list', { name: 'Items' }).getByRole('listitem').first()).toBeVisible();
  const photo = await page.screenshot();
  // Too many files are on their way: it is sent again without a word.
  let refused = 0;
  await page.route('**/files/**', (route) =>
    route.request().method() === 'PUT' && refused++ < 2
      ? route.fulfill({ status: 429, json: { code: 'UPLOADS_BUSY', message: 'busy', clientMessage: 'busy' } })
      : route.continue(),
  );
  await beginClaim(page, 'Warranty', photo);
  expect(refused).toBe(3);
  await page.unroute('**/files/**');

  await page.getByRole('link', { name: 'Back' }).click();
  const guard = page.getByRole('dialog', { name: 'Claim Creation Incomplete' });
  await expectAccessible(page);
  await guard.getByRole('button', { name: 'Return to Claim' }).click();
  await expect(guard).toBeHidden();

  await expect(page.getByLabel('Street')).toBeHidden();
  await page.getByRole('button', { name: 'Edit shipping address' }).click();
  await expect(page.getByLabel('Country')).toBeFocused();
  await expect(page.getByLabel('Country').getByRole('option').nth(1)).toHaveText('Canada');

  await page.getByLabel('Resolution').selectOption({ label: 'Exchange' });
  await typeAmount(page.getByLabel('Quantity'), '1.5');
  await page.getByLabel('Email').fill('not an address');
  await page.getByRole('button', { name: 'Create warranty claim' }).click();
  await expect(page.getByText('Exchange variant required.')).toBeVisible();
  await expect(page.getByText('Must be a valid email.')).toBeVisible();
  await expect(page.getByText('Must be a whole number.')).toBeVisible();
  await page.getByLabel('Quantity').fill('9');
  await expect(page.getByText('Must be 1.')).toBeVisible();
  await expectAccessible(page);
  await phoneWidth(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await deskWidth(page);
  await page.getByLabel('Email').fill(ORDERS.runner.email);
  await page.getByLabel('Quantity').fill('1');
  await expect(page.getByText('Must be a valid email.')).toBeHidden();
  await expect(page.getByText('Must be 1.')).toBeHidden();
  await page.getByRole('button', { name: 'Create warranty claim' }).click();
  await expect(page.getByText('Exchange variant required.')).toBeFocused();

  await page.getByText('Another product').click();
  await page.getByRole('list', { name: 'Products' }).getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'All products' })).toBeFocused();
  await pickOptions(page.getByRole('group', { name: 'Variant to send' }));
  await expect(page.getByText('Exchange variant required.')).toBeHidden();
  await page.getByText('Same product').click();
  const sent = page.getByRole('list', { name: 'To be sent' }).getByRole('listitem');
  await expect(sent).toHaveText(/\$\d.* · (even exchange|\$[\d.]+ (more|less) than the returned item)/);
  const balance = page.getByRole('region', { name: 'Balance' });
  await expect(balance.getByText(/^(To the customer|Customer owes)$/)).toBeVisible();
  await expectAccessible(page);
  await pickOptions(page.getByRole('group', { name: 'Variant to send' }));
  await expect(page.getByRole('group', { name: 'Variant to send' })).toContainText(/\d in stock/);
  await expect(balance.getByRole('region', { name: 'Deductions' })).toContainText('Items');
  await page.getByRole('button', { name: 'Create warranty claim' }).dblclick();
  await expect(page).toHaveURL(/\/claims\/warranty\/\d+/);
  const title = page.getByRole('heading', { level: 1, name: /^W-/ });
  await expect(title).toBeVisible();
  const number = (await title.textContent())?.trim() ?? '';
  await expect(page.getByRole('button', { name: 'Open damage.png' })).toBeVisible();

  await lookUp(page, ORDERS.runner);
  await expect(page.getByRole('list', { name: 'Claims' }).getByRole('link')).toHaveText([number]);
  await lookUp(page, ORDERS.cap);
  await beginClaim(page, 'Return', photo);
  await page.getByRole('button', { name: 'Create return claim' }).click();
  await expect(page).toHaveURL(/\/claims\/return\/\d+/);
  const risk = page.getByRole('region', { name: 'Claim risk' });
  await risk.getByRole('button', { name: 'View the risk reasons' }).click();
  const reasons = page.getByRole('dialog');
  const reused = reasons.getByRole('listitem').filter({ hasText: 'Photos used before' });
  await expect(reused).toContainText('Critical');
  await expectAccessible(page);
  await phoneWidth(page);
  await expectNoSidewaysScroll(page);
  await reused.getByRole('link', { name: number }).click();
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible();
});

test('a claim begun and discarded is not made, and the way back leads where staff came from', async ({ page }) => {
  await signIn(page, 'Sam Staff');
  await lookUp(page, ORDERS.cap);
  const { pathname } = new URL(page.url());
  const claims = await page.getByRole('list', { name: 'Claims' }).getByRole('listitem').count();
  // What staff come for is the filled button, what they may look at is not.
  await expect(page.getByRole('link', { name: 'Create claim' })).not.toHaveAttribute('data-variant');
  await expect(page.getByRole('button', { name: 'View Eligibility' })).toHaveAttribute('data-variant', 'default');
  await page.goto(`${pathname}?returnTo=${encodeURIComponent(pathname.replace(/\/orders.*/, '/claims/return'))}`);
  await page.getByRole('link', { name: 'Create claim' }).click();
  await page.getByRole('radio', { name: 'Return' }).click();
  await page.getByRole('button', { name: 'Create return claim' }).click();
  await expect(page.getByText('Must select at least one line item.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Someone Else');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard Claim' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `#${ORDERS.cap.orderNo}` })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Claims' }).getByRole('listitem')).toHaveCount(claims);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Return claims' })).toBeVisible();
  await page.goto(pathname.replace(/[^/]+$/, '1'));
  await expect(page.getByRole('heading', { level: 1, name: 'Order Lookup' })).toBeVisible();
});
