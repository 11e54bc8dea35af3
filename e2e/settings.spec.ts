import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { signIn } from './staff.ts';

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
  await signIn(page, 'Ada Admin');
  const [, storeId] = new URL(page.url()).pathname.split('/');
  await page.goto(`/${storeId}/settings/theme`);
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
  await expect(options).toHaveCount(1);
  await search.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Returns' })).toBeVisible();
  const fee = page.getByLabel('Return fee');
  await expect(fee).toBeFocused();
  await expect(fee).toBeInViewport();
  await expectAccessible(page);

  // The address alone does the same, on the same page too and with something typed.
  await page.goto(`/${storeId}/settings/returns#refunds.refundWindowDays`);
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
  await expect(page.getByRole('textbox', { name: 'Brand color' })).toBeFocused();

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
