import { expect, type Page } from '@playwright/test';
import { ORDERS } from './places.ts';
import { forgetRules, HEADERS } from './rules.ts';
import { expectAccessible, expectDrawnWell, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { choose, findOrder, goOn, sendBack, submitted } from './shopper.ts';
import { openClaim, openSettings, signIn } from './staff.ts';
import { test } from './test.ts';

test('a custom field is made with options, changed and deleted; its kind of answer stays', async ({
  browser,
  page,
}) => {
  const storeId = await openSettings(page, 'custom-fields');
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
  await phone.getByRole('button', { name: 'Edit Condition' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Save custom field' }).click();
  // At the bottom it would cover the buttons of the next dialog.
  const toast = await phone.getByRole('status').filter({ hasText: 'Custom field saved' }).boundingBox();
  expect(toast?.y).toBeGreaterThan(0);
  expect(toast?.y).toBeLessThan(200);
  await expectNoSidewaysScroll(phone);
  await expectAccessible(phone);
  await phone.context().close();

  await field.getByRole('button', { name: 'Delete Condition' }).click();
  await dialog.getByRole('button', { name: 'Delete custom field' }).click();
  await expect(page.getByText('No custom field yet.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No custom field yet.')).toBeVisible();
});

/** Adds a custom field without walking through its dialog. */
async function addField(page: Page, api: string, field: object): Promise<{ id: number }> {
  const made = await page.request.post(`${api}/custom-field`, { headers: HEADERS, data: field });
  expect(made.status()).toBe(200);
  return made.json();
}

test('a shopper answers what a rule asks; staff read and export it', async ({ browser, page }) => {
  await signIn(page, 'Ada Admin');
  const [, storeId] = new URL(page.url()).pathname.split('/');
  const api = `/api/merchant/${storeId}`;
  const serial = { displayName: 'Serial number', description: 'On the label inside.', required: true };
  await addField(page, api, { ...serial, valueType: 'Text' });
  const look = { displayName: 'Signs of wear', description: 'All that you see.', options: 'Stains, Holes, Smell' };
  await addField(page, api, { ...look, valueType: 'MultiSelect' });
  const worn = { displayName: 'First worn', description: 'A guess is fine.', valueType: 'Date' };
  const { id: wornId } = await addField(page, api, worn);
  await addField(page, api, {
    displayName: 'Box',
    description: 'The one it came in.',
    valueType: 'Select',
    options: 'Kept, Gone',
    required: true,
  });

  await page.goto(`/${storeId}/settings/automations`);
  await page.getByRole('link', { name: 'Create' }).click();
  await page.getByRole('button', { name: /^Collect Custom Fields/ }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ask about wear');
  await page.getByRole('combobox', { name: 'Custom fields' }).click();
  for (const name of ['Serial number', 'Signs of wear', 'First worn', 'Box'])
    await page.getByRole('option', { name }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('region', { name: 'Draft' }).getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Publish 1 change' }).click();
  await expect(dialog).toBeHidden();

  const phone = await onPhone(browser);
  await findOrder(phone, ORDERS.hoodie);
  await phone.getByRole('checkbox').first().check();
  await goOn(phone);
  await choose(phone, 'radio', 'It does not fit');
  await choose(phone, 'radio', 'Too small');
  const number = phone.getByRole('textbox', { name: 'Serial number' });
  await expect(number).toHaveAccessibleDescription('On the label inside.');
  await expectAccessible(phone);
  await goOn(phone);
  await expect(phone.getByText('Must not be empty.', { exact: true })).toHaveCount(2);
  await expect(number).toBeFocused();
  await number.fill('SN-2048');
  await phone.getByRole('combobox', { name: 'Box' }).selectOption('Gone');
  await expect(phone.getByText('Must not be empty.', { exact: true })).toHaveCount(0);
  await choose(phone, 'checkbox', 'Holes');
  await choose(phone, 'checkbox', 'Stains');
  await expectNoSidewaysScroll(phone);
  await expectAccessible(phone);
  await expectDrawnWell(phone);
  await goOn(phone);
  await choose(phone, 'radio', /Refund/);
  await sendBack(phone, /Packing slip/i);
  await expect(phone.getByText('Serial number: SN-2048')).toBeVisible();
  await expect(phone.getByText('Signs of wear: Stains, Holes')).toBeVisible();
  await expectAccessible(phone);

  // Made required meanwhile, the question comes back.
  const data = { ...worn, required: true };
  const changed = await page.request.put(`${api}/custom-field/${wornId}`, { headers: HEADERS, data });
  expect(changed.status()).toBe(200);
  await phone.getByRole('button', { name: 'Submit return' }).click();
  await expect(phone.getByText('please check your answer to “First worn”')).toBeVisible();
  await phone.getByRole('button', { name: 'Check the order again' }).click();
  await phone.getByLabel('First worn').fill('2026-03-14');
  await phone.getByRole('button', { name: 'Save' }).click();
  await expect(phone.locator('[aria-current=step]')).toHaveText('Review');
  await expect(phone.getByText('First worn: March 14, 2026')).toBeVisible();
  await phone.getByRole('button', { name: 'Submit return' }).click();
  const externalId = await submitted(phone);
  await phone.context().close();
  await forgetRules(page, api);

  await openClaim(page, externalId);
  const facts = page.getByRole('article').first();
  for (const answer of ['SN-2048', 'Stains, Holes', 'Mar 14, 2026', 'Gone'])
    await expect(facts.getByRole('definition').filter({ hasText: answer })).toBeVisible();
  await expectAccessible(page);
  await facts.getByRole('button', { name: 'Why? What was offered and asked' }).click();
  await expect(dialog.getByText('Ask about wear')).toBeVisible();
  await expect(dialog.getByText('It has no conditions, so it always matches.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Why? Tags' })).toHaveCount(0);
  await page.goto(`/${storeId}/claims/return`);
  await page.getByRole('button', { name: 'Export' }).click();
  const fields = dialog.getByRole('group', { name: 'Custom fields of items' });
  await fields.getByLabel('Serial number').check();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByRole('link', { name: /^Download / }).first()).toBeVisible();
  const file = await dialog
    .getByRole('link', { name: /^Download / })
    .first()
    .getAttribute('href');
  const csv = await (await page.request.get(file ?? '')).text();
  expect(csv.split('\r\n')[0]).toMatch(/,Serial number$/);
  expect(csv).toContain('SN-2048');
});
