import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { openSettings, signIn } from './staff.ts';
import { test } from './test.ts';

test('a product group is made, looked into, renamed, refreshed and deleted', async ({ browser, page }) => {
  const storeId = await openSettings(page, 'product-groups');
  await expect(page.getByRole('heading', { level: 1, name: 'Product Groups' })).toBeVisible();
  await page.getByRole('button', { name: 'Add product group' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save product group' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByText('Select at least one tag, type or collection.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Final sale');
  await expect(dialog.getByText('Name is required')).toBeHidden();
  await dialog.getByRole('combobox', { name: 'Collections' }).click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save product group' }).click();
  await expect(dialog).toBeHidden();
  const group = page.getByRole('listitem').filter({ hasText: 'Final sale' });
  await expect(group.getByText(/^Collections: /)).toBeVisible();

  await group.getByRole('button', { name: 'Products of Final sale', exact: true }).click();
  await expect(dialog.getByText(/^[1-9]\d* products?\. Last refreshed/)).toBeVisible();
  expect(await dialog.getByRole('list').getByRole('listitem').count()).toBeGreaterThan(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await group.getByRole('button', { name: 'Edit Final sale' }).click();
  await dialog.getByLabel('Name').fill('Clearance');
  await dialog.getByRole('button', { name: 'Save product group' }).click();
  await expect(dialog).toBeHidden();
  const renamed = page.getByRole('listitem').filter({ hasText: 'Clearance' });
  await renamed.getByRole('button', { name: 'Refresh the products of Clearance' }).click();
  await expect(page.getByText('Product sync has started and may take up to 15 minutes to complete.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sync Products' })).toBeEnabled({ timeout: 60_000 });

  const phone = await onPhone(browser);
  await signIn(phone, 'Ada Admin');
  await phone.goto(`/${storeId}/settings/product-groups`);
  await expect(phone.getByText('Clearance')).toBeVisible();
  await expectNoSidewaysScroll(phone);
  await expectAccessible(phone);
  await phone.context().close();

  await renamed.getByRole('button', { name: 'Delete Clearance' }).click();
  await dialog.getByRole('button', { name: 'Delete product group' }).click();
  await expect(renamed).toBeHidden();
  await page.reload();
  // Other journeys may have left a group; this one has to be gone once the list is there.
  const loaded = page.getByRole('button', { name: /^Delete / }).or(page.getByText('No product group yet.'));
  await expect(loaded.first()).toBeVisible();
  await expect(renamed).toBeHidden();
});
