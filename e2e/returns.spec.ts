import { expect } from '@playwright/test';
import { mailsTo, readMail } from './mail.ts';
import { askThenOpen } from './opening.ts';
import { CARRIER_URL, MAILBOX_URL, ORDERS, PORTAL_URL, SHOP_CONTROL_URL, SHOP_URL } from './places.ts';
import { expectAccessible, onPhone } from './screen.ts';
import { ANY_ITEM } from './shopper.ts';
import { approve, approveAndFinalize, finalize, signIn } from './staff.ts';
import { test } from './test.ts';

const orderAtStore = (orderNo: string): string => `${SHOP_URL}/admin/orders/${orderNo}`;

test('a shopper returns a jacket without its label and gets the money back, once', async ({
  browser,
  page,
  request,
}) => {
  const { phone, number } = await askThenOpen(browser, page, {
    order: ORDERS.jacket,
    item: /Rain Shell/,
    reason: 'No longer needed',
    resolution: /Refund to original payment method/,
    sendBack: /Prepaid label/,
  });
  await expect(phone.getByRole('link', { name: 'Open label (PDF)' })).toBeVisible({ timeout: 20_000 });
  await expectAccessible(phone);
  await readMail(request, ORDERS.jacket.email, /We received your return/);
  const label = await readMail(request, ORDERS.jacket.email, /How to ship/);
  expect(label.html).toContain(number);

  const shipments = page.getByRole('region', { name: 'Shipments' });
  await shipments.getByRole('button', { name: /^Cancel label/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this label?' });
  await expect(dialog.getByText('The customer no longer sees it')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel label' }).click();
  await expect(dialog).toBeHidden();
  await expect(shipments.getByText('Refund requested')).toBeVisible({ timeout: 20_000 });
  await expect(shipments.getByRole('button', { name: /^Cancel label/ })).toBeHidden();
  await phone.reload();
  await expect(phone.getByText(number)).toBeVisible();
  await expect(phone.getByRole('link', { name: 'Open label (PDF)' })).toBeHidden();
  const code = await shipments.getByRole('link', { name: /^\d{22}$/ }).textContent();
  const refunded = await request.post(`${CARRIER_URL}/_control/refund`, {
    data: { tracking_code: code, status: 'refunded' },
  });
  expect(refunded.status()).toBe(200);
  await expect(async () => {
    await page.reload();
    await expect(shipments.getByText('Refunded', { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass();

  await approveAndFinalize(page, /^Finalize and refund \$181\.86$/);
  await expectAccessible(page);

  await page.goto(orderAtStore(ORDERS.jacket.orderNo));
  const refunds = page.locator('table[data-table=refunds] tbody tr');
  await expect(refunds).toHaveCount(1);
  await expect(refunds).toContainText('181.86 USD');
  await expect(page.locator('p[data-tags]')).toContainText('makegood-return');
  const done = await readMail(request, ORDERS.jacket.email, /is complete/);
  expect(done.text).toContain('$181.86');
  await phone.reload();
  await expect(phone.getByText('$181.86').first()).toBeVisible();
  await phone.context().close();
});

test('a gift card carries its bonus and reaches the shopper', async ({ browser, page }) => {
  const { phone } = await askThenOpen(browser, page, {
    order: ORDERS.clothing,
    item: /Relaxed Chino/,
    reason: 'Not as expected',
    detail: 'Color',
    resolution: /^Gift Card/,
    sendBack: /Packing slip/,
  });
  await expect(phone.getByRole('link', { name: /packing slip/i })).toBeVisible({ timeout: 20_000 });
  await approveAndFinalize(page, /^Finalize/);
  await page.goto(orderAtStore(ORDERS.clothing.orderNo));
  await expect(page.locator('table[data-table=gift-cards] tbody tr')).toHaveCount(1);
  await expect(page.locator('table[data-table=gift-cards]')).toContainText('92.17 USD');
  await phone.context().close();
});

test('an exchange for another size becomes an order of its own', async ({ browser, page }) => {
  const { phone } = await askThenOpen(browser, page, {
    order: ORDERS.clothing,
    item: /Harbor Tee/,
    reason: 'It does not fit',
    detail: 'Too small',
    resolution: /Different size or color/,
    variant: ['Navy', 'L'],
    sendBack: /Packing slip/,
  });
  await approveAndFinalize(page, /^Finalize/);
  await page.goto(`${SHOP_URL}/admin/orders?q=${ORDERS.clothing.email}`);
  await page.getByRole('link', { name: /#EX-/ }).first().click();
  await expect(page.locator('table[data-table=lines]')).toContainText('Navy / L');
  await phone.context().close();
});

test('a denial says why, and moves no money', async ({ browser, page, request }) => {
  const { phone, number } = await askThenOpen(browser, page, {
    who: 'Ada Admin',
    order: ORDERS.clothing,
    item: /Merino Crew/,
    reason: 'Defective or damaged',
    detail: 'Arrived damaged',
    resolution: /Refund to original payment method/,
    sendBack: /Packing slip/,
  });
  await page.getByRole('button', { name: /^Deny: / }).click();
  const denying = page.getByRole('dialog', { name: /^Deny/ });
  await denying.getByLabel('Note to customer').fill('The sleeve was cut, not torn.');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Unsaved Changes' }).getByRole('button', { name: 'Return to Page' }).click();
  await expect(denying.getByLabel('Noncompliant return')).toBeChecked();
  await denying.getByRole('button', { name: 'Deny item' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const told = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').filter({ hasText: 'denied' });
  await expect(told).toContainText('Ada Admin');
  await finalize(page, /^Finalize/);
  await expect(page.getByText('Denied').first()).toBeVisible();
  const mail = await readMail(request, ORDERS.clothing.email, new RegExp(`${number} wasn't approved`));
  expect(mail.text).not.toContain('complete');
  await phone.reload();
  await expect(phone.getByText("This return wasn't approved. See the reason next to each item.")).toBeVisible();
  await expect(phone.getByText('The sleeve was cut, not torn.')).toBeVisible();
  await expect(phone.getByRole('link', { name: /packing slip/i })).toBeHidden();
  await page.goto(orderAtStore(ORDERS.clothing.orderNo));
  await expect(page.getByRole('heading', { name: `Order #${ORDERS.clothing.orderNo}` })).toBeVisible();
  await expect(page.locator('table[data-table=refunds]')).toHaveCount(0);
  await phone.context().close();
});

test('a question to the shopper is answered in the portal', async ({ browser, page, request }) => {
  const { phone } = await askThenOpen(browser, page, {
    who: 'Ada Admin',
    order: ORDERS.euros,
    item: ANY_ITEM,
    reason: 'Wrong item received',
    resolution: /Refund to original payment method/,
    sendBack: /Packing slip/,
  });
  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Request More Info' }).click();
  await page.getByRole('dialog').getByLabel('Your question').fill('Which item did you receive instead?');
  await page.getByRole('dialog').getByRole('button', { name: 'Send question' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Email Sent', { exact: true })).toBeVisible();
  // Said of an email that is there, not of one that is going to be.
  expect(await mailsTo(request, ORDERS.euros.email, /question|information/i)).toHaveLength(1);

  const mail = await readMail(request, ORDERS.euros.email, /question|information/i);
  expect(mail.text).toContain('Which item did you receive instead?');
  const link = new RegExp(`${PORTAL_URL}/claim/overview/\\S+`).exec(mail.text)?.[0];
  const fresh = await onPhone(browser);
  await fresh.goto(link ?? '');
  await fresh.getByLabel('Your answer').fill('A blue one, size S.');
  await expectAccessible(fresh);
  await fresh.getByRole('button', { name: 'Send answer' }).click();
  await expect(fresh.getByRole('button', { name: 'Send answer' })).toBeHidden();
  await expect(fresh.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByText('A blue one, size S.').first()).toBeVisible();
  await fresh.context().close();
  await phone.context().close();
});

test('a wrong pair and an unknown order get the same answer', async ({ page }) => {
  const answers: string[] = [];
  for (const [orderNo, email] of [
    ['1983', 'someone@example.com'],
    ['999999', 'theo.marsh@example.com'],
  ] as const) {
    await page.goto(PORTAL_URL);
    await page.getByLabel('Order number').fill(orderNo);
    await page.getByLabel('Email or postal code').fill(email);
    await page.getByRole('button', { name: 'Find my order' }).click();
    answers.push(await page.getByRole('alert').first().innerText());
  }
  expect(answers[0]).toBe(answers[1]);
  expect(answers[0]).not.toBe('');
});

test('staff cannot open the settings; an admin changes a window and sees it kept', async ({ page, browser }) => {
  await signIn(page, 'Ada Admin');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Returns' }).click();
  const days = page.getByLabel('Refund window', { exact: true });
  // What is no whole number stays as it was typed, and is refused.
  await days.press('ControlOrMeta+a');
  await days.pressSequentially('1.5');
  await expect(days).toHaveValue('1.5 days');
  await expect(page.getByText('Must be a whole number.')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(days).toBeFocused();
  await expectAccessible(page);
  await days.fill('31');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(days).toHaveValue(/31/);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, 'Sam Staff');
  await expect(other.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  await other.context().close();
});

test('the partner is down: the effect waits with its words, and a retry by hand ends it', async ({
  browser,
  page,
  request,
}) => {
  const { phone, number } = await askThenOpen(browser, page, {
    order: ORDERS.euros,
    item: ANY_ITEM,
    reason: 'No longer needed',
    resolution: /Refund to original payment method/,
    sendBack: /Packing slip/,
  });
  await approve(page);
  const fault = await request.post(`${SHOP_CONTROL_URL}/faults`, {
    data: { match: 'returnProcess', mode: 'fail', times: 50 },
  });
  expect(fault.status()).toBe(201);
  await page.getByRole('button', { name: 'Finalize', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Finalize/ })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(/hasn't confirmed this yet/).first()).toBeVisible();
  const retry = page.getByRole('button', { name: /^Try again now: Refund/ });
  await expect(retry).toBeVisible();
  await request.delete(`${SHOP_CONTROL_URL}/faults`);
  await retry.click();
  const refundEffect = page
    .getByRole('region', { name: 'Actions' })
    .getByRole('listitem', { includeHidden: true })
    .filter({ hasText: 'Refund' });
  await expect(refundEffect).toContainText('Done', { timeout: 60_000 });
  await page.goto(orderAtStore(ORDERS.euros.orderNo));
  await expect(page.locator('table[data-table=refunds] tbody tr').filter({ hasText: number })).toHaveCount(1);
  await phone.context().close();
});

test('every mail of these journeys is in the mailbox', async ({ page }) => {
  await page.goto(MAILBOX_URL);
  await expect(page.getByRole('row')).not.toHaveCount(1);
});
