import { expect, type Page } from '@playwright/test';
import { readSettings, setSettings, storeOf } from './claims.ts';
import { readMail } from './mail.ts';
import { BACK_OFFICE_URL, ORDERS, PORTAL_URL, SHOP_URL } from './places.ts';
import { ALWAYS_FILED, offerProtection } from './protection.ts';
import { expectAccessible, lookAt, onPhone } from './screen.ts';
import { openOrder } from './shopper.ts';
import { signIn } from './staff.ts';
import { test } from './test.ts';

test.beforeAll(({ browser }) => offerProtection(browser, true));
test.afterAll(({ browser }) => offerProtection(browser, false));

/** Opens the page on which staff file a claim of an order. */
async function beginShippingClaim(page: Page, storeId: number, orderNo: string): Promise<void> {
  const filters = encodeURIComponent(JSON.stringify({ searchTerm: orderNo }));
  await page.goto(`${BACK_OFFICE_URL}/${storeId}/orders/lookup?filters=${filters}`);
  await page.getByRole('row', { name: new RegExp(orderNo) }).click();
  await page.getByRole('link', { name: 'Create claim' }).click();
  await page.getByRole('radio', { name: 'Shipping' }).check();
}

/** Reports a missing item of an order; the number of the claim. */
async function reportMissing(phone: Page, order: { orderNo: string; email: string }, wish: RegExp): Promise<string> {
  await openOrder(phone, order);
  await phone.getByRole('link', { name: 'Report a problem' }).click();
  await expect(phone.getByRole('heading', { name: 'Report a problem with a package' })).toBeFocused();
  await phone.getByRole('radio', { name: 'An item is missing' }).check();
  await phone.getByRole('checkbox').first().check();
  await phone.getByRole('radio', { name: wish }).check();
  await lookAt(phone);
  await phone.getByRole('button', { name: 'Submit claim' }).click();
  await expect(phone.getByText('Received', { exact: true })).toBeVisible();
  return /S-[0-9A-Z]{8}/.exec(phone.url())?.[0] ?? '';
}

test('a shopper reports a missing item on a phone, staff send it again, and it goes where the shopper says', async ({
  browser,
  page,
  request,
}) => {
  await signIn(page, 'Ada Admin');
  const before = await readSettings(page, Object.keys(ALWAYS_FILED));
  await setSettings(page, ALWAYS_FILED);
  const phone = await onPhone(browser);
  const order = ORDERS.missing;

  await openOrder(phone, order);
  await phone.getByRole('link', { name: 'Report a problem' }).click();
  await phone.getByRole('button', { name: 'Submit claim' }).click();
  await expect(phone.getByText('Choose what happened.')).toBeVisible();
  await lookAt(phone);
  // Damage is shown.
  await phone.getByRole('radio', { name: 'An item is damaged' }).check();
  await phone.getByRole('checkbox').first().check();
  await phone.getByRole('button', { name: 'Submit claim' }).click();
  await expect(phone.getByText('Please add a photo.')).toBeVisible();
  await expect(phone.getByLabel('Add photos, videos or PDFs')).toBeFocused();
  await lookAt(phone);
  const number = await reportMissing(phone, order, /^The items again/);
  await lookAt(phone);
  await readMail(request, order.email, new RegExp(`received your claim ${number}`));

  await page.goto(`/${await storeOf(page)}/claims/shipping`);
  await page.getByRole('row', { name: new RegExp(number) }).click();
  await expect(page.getByRole('heading', { name: `#${number}` })).toBeVisible();
  await expect(page.getByText('This claim has not been finalized yet.')).toBeVisible();
  await lookAt(page);
  await page.getByRole('button', { name: 'Finalize Claim' }).click();
  await page.getByRole('radio', { name: 'Refund to the original payment method' }).check();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Send the items again' }).check();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(/^A reorder is granted/)).toBeVisible();

  const mail = await readMail(request, order.email, /Confirm where we send your items/);
  const link = /http\S+\/reorder\/\S+/.exec(mail.text)?.[0] ?? '';
  const other = await onPhone(browser);
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Confirm your address' })).toBeVisible();
  await other.getByLabel('Street').first().fill('7 Harbor Lane');
  // What was corrected survives a reload.
  await other.reload();
  await expect(other.getByLabel('Street').first()).toHaveValue('7 Harbor Lane');
  await lookAt(other);
  await other.getByRole('button', { name: 'Confirm and send' }).click();
  await expect(other.getByText('We send your items to this address.')).toBeVisible();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await lookAt(other);

  await page.reload();
  await expect(page.getByText('Closed - Reordered')).toBeVisible();
  await expect(page.getByText(/^Reordered with #/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('7 Harbor Lane').first()).toBeVisible();
  await lookAt(page);
  await phone.reload();
  await expect(phone.getByText(/^We sent your items again, with order #/)).toBeVisible();

  await setSettings(page, before);
  await other.context().close();
  await phone.context().close();
});

test('staff file a claim, deny it, the shopper answers, and staff refund it with the delivery', async ({
  browser,
  page,
  request,
}) => {
  await signIn(page, 'Ada Admin');
  const before = await readSettings(page, Object.keys(ALWAYS_FILED));
  await setSettings(page, ALWAYS_FILED);
  const storeId = await storeOf(page);
  const order = ORDERS.stolen;
  await beginShippingClaim(page, storeId, order.orderNo);
  await page.getByRole('button', { name: 'Create shipping claim' }).click();
  await expect(page.getByText('Must select at least one line item.')).toBeVisible();
  await page.getByRole('checkbox').first().check();
  await page.getByLabel('Reason').selectOption('Stolen');
  await lookAt(page);
  // Another type would empty the form.
  await page.getByRole('radio', { name: 'Return' }).click();
  const guard = page.getByRole('dialog', { name: 'Claim Creation Incomplete' });
  await expect(guard.getByRole('button', { name: 'Discard Claim' })).toBeVisible();
  await guard.getByRole('button', { name: 'Return to Claim' }).click();
  await expect(page.getByLabel('Reason')).toHaveValue('Stolen');
  await page.getByRole('button', { name: 'Create shipping claim' }).click();
  await expect(page.getByText('This claim has not been finalized yet.')).toBeVisible();
  const number = /S-[0-9A-Z]{8}/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? '';

  // What a helpdesk would be refused says why.
  const csrf = { headers: { 'x-makegood': '1' } };
  const connected = await page.request.post(`/api/merchant/${storeId}/helpdesk`, { data: { ref: 'gorgias' }, ...csrf });
  const { configId, token } = (await connected.json()) as { configId: string; token: string };
  const asked = { ref: 'gorgias', configId, token, email: 'ada@demo.test', appIdVersion: '1' };
  const desk = await (await browser.newContext()).newPage();
  const returnTo = new URL(page.url()).pathname;
  await desk.goto(`${BACK_OFFICE_URL}/helpdesk?${new URLSearchParams({ ...asked, returnTo }).toString()}`);
  await desk.getByRole('button', { name: 'Continue' }).click();
  const finalize = desk.getByRole('button', { name: 'Finalize Claim' });
  await expect(finalize).toHaveAccessibleDescription(
    "This helpdesk can't finalize claims. Sign in to Makegood to do it.",
  );
  await expect(finalize).toHaveAttribute('aria-disabled', 'true');
  await lookAt(desk);
  await desk.context().close();
  await page.request.delete(`/api/merchant/${storeId}/helpdesk/${configId}`, csrf);

  // While it is open there is no second one; the order and quick search lead to it.
  await beginShippingClaim(page, storeId, order.orderNo);
  await expect(page.getByRole('heading', { name: 'Shipping Claim Already Exists' })).toBeVisible();
  await lookAt(page);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(number);
  await expect(page.getByRole('option', { name: new RegExp(number) })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Deny claim' }).click();
  await page.getByLabel('Note to customer').fill('A neighbor signed for it.');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Deny claim' }).click();
  await expect(page.getByText('Closed - Denied')).toBeVisible();

  const mail = await readMail(request, order.email, new RegExp(`${number} wasn't approved`));
  const phone = await onPhone(browser);
  await phone.goto(/http\S+\/claim\/overview\/\S+/.exec(mail.text)?.[0] ?? '');
  await expect(phone.getByText('A neighbor signed for it.')).toBeVisible();
  await phone.getByLabel('Tell us what we should look at again.').fill('No neighbor has it.');
  await lookAt(phone);
  await phone.getByRole('button', { name: 'Send answer' }).click();
  await expect(phone.getByText('Received', { exact: true })).toBeVisible();
  await expect(phone.getByRole('heading', { level: 1 })).toBeFocused();

  await page.reload();
  await expect(page.getByText('No neighbor has it.')).toBeVisible();
  await page.getByRole('button', { name: 'Finalize Claim' }).click();
  await page.getByRole('radio', { name: 'Refund to the original payment method' }).check();
  await page.getByLabel('Shipping fee, USD').fill('100000');
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  // Beside the hint, which says the same without a period.
  const refused = page.getByText(/^Delivery cost \$[\d.]+\.$/);
  await expect(refused).toBeVisible();
  const delivery = /\$(\d+\.\d\d)/.exec(await refused.innerText())?.[1] ?? '';
  await page.getByLabel('Shipping fee, USD').fill(delivery);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText('Closed - Refunded')).toBeVisible();
  await lookAt(page);
  await page.goto(`${SHOP_URL}/admin/orders/${order.orderNo}`);
  await expect(async () => {
    await page.reload();
    await expect(page.locator('table[data-table=refunds] tbody tr')).toHaveCount(1, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await setSettings(page, before);
  await phone.context().close();
});

test('an order without the cover has nothing to report, and staff are told why', async ({ browser, page }) => {
  await signIn(page, 'Ada Admin');
  const before = await readSettings(page, Object.keys(ALWAYS_FILED));
  await setSettings(page, { ...ALWAYS_FILED, isUnprotectedShippingClaimPermitted: false });
  const phone = await onPhone(browser);
  await openOrder(phone, ORDERS.stolen);
  await expect(phone.getByRole('link', { name: 'Report a problem' })).toHaveCount(0);
  await expect(phone).toHaveURL(/\/order\/\d+/);
  const id = /\/order\/(\d+)/.exec(phone.url())?.[1] ?? '';
  // The address of a reorder leads to the report of its order.
  await phone.goto(`${PORTAL_URL}/reorder/${id}`);
  await expect(phone).toHaveURL(new RegExp(`/order/${id}/shipping-claim$`));
  await expect(phone.getByRole('heading', { name: 'Shipping Claim Not Available' })).toBeVisible();
  await lookAt(phone);
  await beginShippingClaim(page, await storeOf(page), ORDERS.stolen.orderNo);
  await expect(page.getByRole('heading', { name: 'Shipping Claim Not Available' })).toBeVisible();
  await lookAt(page);
  await setSettings(page, before);
  await phone.context().close();
});
