import { expect } from '@playwright/test';
import { PORTAL_URL } from './places.ts';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { openSettings, signIn } from './staff.ts';
import { test } from './test.ts';

test('closing the settings leads back to where they were opened', async ({ page }) => {
  await signIn(page, 'Ada Admin');
  const [, storeId] = new URL(page.url()).pathname.split('/');
  const cameFrom = `/${storeId}/effects?state=done`;
  await page.goto(cameFrom);
  await expect(page.getByRole('heading', { level: 1, name: 'Actions' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Theme' })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Settings', exact: true })
    .getByRole('link', { name: 'Automations' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Automations' })).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Close settings' }).click();
  await expect(page).toHaveURL(cameFrom);
  await page.goto(`/${storeId}/settings/theme`);
  await page.getByRole('link', { name: 'Close settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});

test('a setting is found by what people call it, and opened at its field', async ({ page, browser }) => {
  const storeId = await openSettings(page, 'theme');
  const search = page.getByRole('combobox', { name: 'Search settings' });
  const options = page.getByRole('listbox', { name: 'Settings found' }).getByRole('option');
  await search.fill('deadline');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await search.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await search.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(search).toHaveValue('');
  await search.fill('restocking');
  await expect(options).toHaveCount(2);
  await search.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Returns' })).toBeVisible();
  const fee = page.getByLabel('Return fee');
  await expect(fee).toBeFocused();
  await expect(fee).toBeInViewport();
  await expectAccessible(page);

  // The address alone does the same, on the same page too and with something typed.
  await page.goto(`/${storeId}/settings/returns#refunds.refundValidityDays`);
  await expect(page.getByLabel('Refund window', { exact: true })).toBeFocused();
  await page.getByLabel('Refund window', { exact: true }).fill('33');
  await search.fill('restocking');
  await search.press('Enter');
  await expect(fee).toBeFocused();
  await expect(page.getByLabel('Refund window', { exact: true })).toHaveValue('33 days');
  await search.fill('brand color');
  await search.press('Enter');
  const question = page.getByRole('dialog', { name: 'Unsaved Changes' });
  await question.getByRole('button', { name: 'Return to Page' }).click();
  await expect(page.getByLabel('Refund window', { exact: true })).toHaveValue('33 days');
  await search.fill('brand color');
  await search.press('Enter');
  await question.getByRole('button', { name: 'Discard Changes' }).click();
  await expect(page.getByRole('textbox', { name: 'Brand color', exact: true })).toBeFocused();

  await search.fill('publish at once');
  await search.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Versions' })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Publish at once' })).toBeFocused();
  await expectAccessible(page);

  await search.fill('nowhere at all');
  await expect(page.getByText('Nothing found for “nowhere at all”. Try another word.')).toBeVisible();

  const phone = await onPhone(browser);
  await signIn(phone, 'Ada Admin');
  await phone.goto(`/${storeId}/settings/theme?settings-navigation=true`);
  await phone.getByRole('combobox', { name: 'Search settings' }).fill('warehouse');
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.getByRole('option', { name: 'Shipping Policies' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Shipping Policies' })).toBeVisible();
  await phone.getByRole('link', { name: 'All settings' }).click();
  await phone.getByRole('combobox', { name: 'Search settings' }).fill('prefix');
  await phone.getByRole('option', { name: 'Prefix for exchange order numbers' }).click();
  await expect(phone.getByLabel('Prefix for exchange order numbers')).toBeInViewport();
  await expectNoSidewaysScroll(phone);
});

test('the theme page shows the portal as it is typed, on a phone and a desktop, before it is saved', async ({
  page,
  browser,
}) => {
  const storeId = await openSettings(page, 'theme');
  const portal = page.frameLocator('iframe[title^="Portal preview"]');
  const heading = page.getByRole('textbox', { name: 'Portal heading' });
  const saved = await heading.inputValue();
  await expect(portal.getByRole('heading', { level: 1, name: saved })).toBeVisible();
  await heading.fill('Send it back to us');
  await expect(portal.getByRole('heading', { level: 1, name: 'Send it back to us' })).toBeVisible();
  // The preview follows each key, and leaves the focus where it is.
  await heading.press('End');
  for (const key of ' soon') {
    await page.keyboard.type(key);
    const typed = await heading.inputValue();
    await expect(portal.getByRole('heading', { level: 1, name: typed.trim(), exact: true })).toBeVisible();
  }
  await expect(heading).toHaveValue('Send it back to us soon');
  await expect(heading).toBeFocused();
  await heading.fill('Send it back to us');

  await page.getByRole('textbox', { name: 'Lookup text', exact: true }).fill('Have your order number ready.');
  await page.getByRole('textbox', { name: 'Footer text' }).fill('Northwind Ltd, London');
  await expect(portal.getByText('Have your order number ready.')).toBeVisible();
  await expect(portal.getByText('Northwind Ltd, London')).toBeVisible();

  const color = page.getByRole('textbox', { name: 'Brand color', exact: true });
  const brand = (): Promise<string> =>
    portal.locator(':root').evaluate((root) => root.ownerDocument.documentElement.style.getPropertyValue('--brand'));
  const before = await brand();
  await color.fill('#ffe1');
  expect(await brand()).toBe(before);
  await color.fill('#ffe14d');
  await expect.poll(brand).toBe('rgb(255 225 77)');
  await expect(page.getByText('This color is hard to see on white: its contrast is 1.3 to 1')).toBeVisible();
  await expectAccessible(page);
  await page.getByText('Desktop', { exact: true }).click();
  const frame = page.getByTitle('Portal preview, desktop size');
  await expect(portal.getByRole('heading', { level: 1, name: 'Send it back to us' })).toBeVisible();
  expect(await frame.evaluate((one) => one.clientWidth)).toBe(1280);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Revert' }).click();
  await expect(portal.getByRole('heading', { level: 1, name: saved })).toBeVisible();
  await expect.poll(brand).toBe(before);

  const phone = await onPhone(browser);
  await signIn(phone, 'Ada Admin');
  await phone.goto(`/${storeId}/settings/theme`);
  await phone.getByTitle('Portal preview, phone size').scrollIntoViewIfNeeded();
  await expect(phone.frameLocator('iframe').getByRole('heading', { level: 1, name: saved })).toBeVisible();
  await expectNoSidewaysScroll(phone);

  // What is saved is what shoppers see.
  const footer = phone.getByRole('textbox', { name: 'Footer text' });
  await footer.fill('Northwind Ltd, London');
  await phone.getByRole('button', { name: 'Save' }).click();
  await expect(phone.getByText('Settings saved')).toBeVisible();
  const shopper = await onPhone(browser);
  await shopper.goto(PORTAL_URL);
  await expect(shopper.getByRole('contentinfo').getByText('Northwind Ltd, London')).toBeVisible();
  await expectAccessible(shopper);
  await footer.fill('');
  await phone.getByRole('button', { name: 'Save' }).click();
  await expect(phone.getByRole('button', { name: 'Save' })).toBeHidden();
  await shopper.reload();
  await expect(shopper.getByRole('contentinfo')).toBeVisible();
  await expect(shopper.getByText('Northwind Ltd, London')).toBeHidden();
});

test('a save that fails is told on screen, at its field, and loses nothing typed', async ({ page }) => {
  await openSettings(page, 'theme');
  const heading = page.getByRole('textbox', { name: 'Portal heading' });
  const brand = page.getByRole('textbox', { name: 'Brand color', exact: true });
  const color = await brand.inputValue();
  const save = page.getByRole('button', { name: 'Save' });
  await heading.fill('Kept while it fails');
  await brand.fill('no color');
  await save.click();
  await expect(page.getByText('Must be a color such as #1f4d3f.')).toBeVisible();
  await expect(page.getByText('1 field needs attention')).toBeVisible();
  await expect(brand).toBeFocused();
  await brand.fill(color);
  await expect(page.getByText('Must be a color such as #1f4d3f.')).toBeHidden();

  await page.route('**/api/merchant/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await save.click();
  await expect(page.getByRole('alert')).toContainText('API Request Failed to Fetch');
  await expect(heading).toHaveValue('Kept while it fails');

  // Closing the tab asks too.
  const asked = page.waitForEvent('dialog');
  const closed = page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await closed;
  await expect(heading).toHaveValue('Kept while it fails');
  await page.getByRole('button', { name: 'Revert' }).click();
  await expect(heading).not.toHaveValue('Kept while it fails');
});

test('who of the team is emailed what: a list has to be whole while it is on', async ({ page, browser }) => {
  const storeId = await openSettings(page, 'notifications');
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  const isOn = page.getByRole('switch', { name: 'New claim' });
  const list = page.getByRole('textbox', { name: 'Send new claims to' });
  await expect(list).toBeDisabled();
  await isOn.press('Space');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Must not be empty.')).toBeVisible();
  await expect(list).toBeFocused();
  await list.fill('ops@demo.test, nobody');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('All comma-separated emails address must be valid.')).toBeVisible();
  await expectAccessible(page);
  await list.fill('ops@demo.test, cx@demo.test');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await page.reload();
  await expect(list).toHaveValue('ops@demo.test, cx@demo.test');

  const phone = await onPhone(browser);
  await signIn(phone, 'Ada Admin');
  await phone.goto(`/${storeId}/settings/notifications`);
  await expect(phone.getByRole('textbox', { name: 'Send new claims to' })).toHaveValue(/ops/);
  await expectNoSidewaysScroll(phone);
  await expectAccessible(phone);
  await phone.context().close();

  await isOn.press('Space');
  await expect(list).toBeDisabled();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
});
