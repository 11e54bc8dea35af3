import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { signIn } from './staff.ts';

test('a custom field is made with options, changed and deleted; its kind of answer stays', async ({
  browser,
  page,
}) => {
  await signIn(page, 'Ada Admin');
  const [, storeId] = new URL(page.url()).pathname.split('/');
  await page.goto(`/${storeId}/settings/custom-fields`);
  await expect(page.getByText('No custom field yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add custom field' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Condition');
  await dialog.getByRole('combobox', { name: 'Answer' }).selectOption('Select');
  await dialog.getByRole('button', { name: 'Save custom field' }).click();
  await expect(dialog.getByText('Must not be empty.')).toHaveCount(2);
  await dialog.getByLabel('Description').fill('How does the item look?');
  await dialog.getByLabel('Options').fill('Like new, Worn, Like new');
  await expect(dialog.getByText('Must not be empty.')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save custom field' }).click();
  await expect(dialog).toBeHidden();
  const field = page.getByRole('list', { name: 'Custom fields' }).getByRole('listitem');
  await expect(field.getByText('One of several: Like new, Worn')).toBeVisible();

  await field.getByRole('button', { name: 'Edit Condition' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Answer' })).toBeDisabled();
  await dialog.getByLabel('Must be answered').check();
  await dialog.getByRole('button', { name: 'Save custom field' }).click();
  await expect(field.getByText('Must be answered')).toBeVisible();

  const phone = await onPhone(browser);
  await signIn(phone, 'Ada Admin');
  await phone.goto(`/${storeId}/settings/custom-fields`);
  await expect(phone.getByText('How does the item look?')).toBeVisible();
  await expectNoSidewaysScroll(phone);
  await expectAccessible(phone);
  await phone.context().close();

  await field.getByRole('button', { name: 'Delete Condition' }).click();
  await dialog.getByRole('button', { name: 'Delete custom field' }).click();
  await expect(page.getByText('No custom field yet.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No custom field yet.')).toBeVisible();
});
