import { expect, test } from '@playwright/test';
import { readMail } from './mail.ts';
import { PORTAL_URL } from './places.ts';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { openSettings } from './staff.ts';

const OWNER = 'ida.owner@example.org';

test('an owner registers a product from its code on a phone, gets the certificate, and claims on it; staff follow it', async ({
  browser,
  page,
  request,
}) => {
  const storeId = await openSettings(page, 'registrations');
  await page.getByRole('button', { name: 'Turn On Registrations' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Registrations turned on' })).toBeVisible();
  await expectAccessible(page);

  const phone = await onPhone(browser);
  // As a code on the box says it.
  await phone.goto(`${PORTAL_URL}/register?product=MEATEE-OAT-XS&channel=Retail+store`);
  await expect(phone.getByRole('heading', { name: 'Register your product' })).toBeVisible();
  await phone.getByRole('button', { name: 'Register my product' }).click();
  await expect(phone.getByText('Enter the day you bought it.')).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await expect(phone.getByText('Meadow Tee', { exact: true })).toBeVisible();
  await expect(phone.getByLabel('Version')).toHaveValue(/./);
  await expect(phone.getByLabel('Where you bought it')).toHaveValue('Retail store');
  await phone.getByLabel('Date of purchase').fill(new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10));
  await phone.getByLabel('Email').fill(OWNER);
  await phone.getByLabel('First name').fill('Ida');
  await phone.getByLabel('Last name').fill('Owner');
  // What was typed survives a reload.
  await phone.reload();
  await expect(phone.getByLabel('Email')).toHaveValue(OWNER);
  await phone.getByRole('button', { name: 'Register my product' }).click();
  await expect(phone.getByRole('heading', { name: 'Your product is registered' })).toBeVisible();
  await expect(phone.getByText(/^Covered until /)).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);

  const mail = await readMail(request, OWNER, /^Your registration G-/);
  const link = /https?:\/\/\S+token=[\w.-]+/.exec(mail.text)?.[0] ?? '';
  await phone.goto(link);
  const title = await phone.getByRole('heading', { name: /^Registration G-/ }).textContent();
  const externalId = title?.replace('Registration ', '') ?? '';
  await phone.getByRole('button', { name: 'Claim on the warranty' }).click();
  await expect(phone.getByRole('heading', { name: 'Which item has a problem?' })).toBeVisible();
  await expect(phone.getByRole('checkbox', { name: /Meadow Tee .* Covered until/ })).toBeEnabled();
  await phone.context().close();

  await page.goto(`/${storeId}/registrations`);
  await page.getByRole('row').filter({ hasText: externalId }).click();
  await expect(page.getByRole('heading', { level: 1, name: externalId })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add Products' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Find a product').fill('merino crew');
  await dialog.getByRole('button', { name: 'Merino Crew', exact: true }).click();
  await dialog
    .getByRole('list', { name: /^Variants of/ })
    .getByRole('button')
    .first()
    .click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Transfer to a new owner' }).click();
  await dialog.getByLabel('Email').fill('new.owner@example.org');
  await dialog.getByLabel('First name').fill('Noa');
  await dialog.getByLabel('Last name').fill('Owner');
  await dialog.getByRole('button', { name: 'Transfer registration' }).click();
  await expect(page.getByText('new.owner@example.org')).toBeVisible();
  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Cancel Registration' }).click();
  await dialog.getByRole('button', { name: 'Cancel Registration' }).click();
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create Claim' })).toHaveCount(0);

  // As it was, for the journeys after this one.
  await page.goto(`/${storeId}/settings/registrations`);
  await page.getByRole('button', { name: 'Turn Off Registrations' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Registrations turned off' })).toBeVisible();
});
