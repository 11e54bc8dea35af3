import { expect } from '@playwright/test';
import { readMail } from './mail.ts';
import { ORDERS, PORTAL_URL } from './places.ts';
import { expectAccessible, expectDrawnWell, expectNoSidewaysScroll, lookAt, onNarrowPhone } from './screen.ts';
import { openSettings, signIn } from './staff.ts';
import { test } from './test.ts';

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

  await page.getByRole('link', { name: 'Registrations', exact: true }).first().click();
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitem', { name: 'QR codes' }).click();
  await page.getByLabel('Find a product').fill('meadow tee');
  await page.getByRole('button', { name: 'Meadow Tee', exact: true }).click();
  await page
    .getByRole('list', { name: /^Variants of/ })
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('radio', { name: 'GS1 Digital Link' }).check();
  await page.getByLabel('Sales channel').selectOption('Retail store');
  const code = page.getByRole('link', { name: /\/01\/\d{14}\?channel=Retail\+store$/ });
  await expect(code).toBeVisible();
  await expectAccessible(page);
  await expectDrawnWell(page);
  await page.getByLabel('How many').fill('');
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeDisabled();
  await page.getByLabel('How many').fill('1');
  const sheet = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  expect((await sheet).suggestedFilename()).toMatch(/\.pdf$/);
  const link = (await code.getAttribute('href')) ?? '';

  const phone = await onNarrowPhone(browser);
  // From the scan to the certificate with the settings of the demo: at most five fields to fill, and fifteen seconds.
  const scannedAt = performance.now();
  await phone.goto(link);
  await expect(phone.getByText('Meadow Tee', { exact: true })).toBeVisible();
  const typed: [string, string][] = [
    ['Date of purchase', new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)],
    ['Email', OWNER],
    ['First name', 'Ida'],
    ['Last name', 'Owner'],
  ];
  const toFill = phone.locator('form :is(input, select, textarea):invalid').filter({ visible: true });
  const fields = await toFill.count();
  expect(fields).toBeGreaterThan(0);
  expect(fields).toBeLessThanOrEqual(5);
  for (const [label, value] of typed) await phone.getByLabel(label).fill(value);
  await expect(toFill).toHaveCount(0);
  await phone.getByRole('button', { name: 'Register my product' }).click();
  await expect(phone.getByRole('heading', { name: 'Your product is registered' })).toBeVisible();
  expect(performance.now() - scannedAt).toBeLessThan(15_000);
  await expect(phone.getByText(/^Covered until /)).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await expectDrawnWell(phone);

  // Who bought in the shop types the number and email of the order, which says the rest.
  const buyer = await onNarrowPhone(browser);
  await buyer.goto(`${PORTAL_URL}/register`);
  await buyer.getByLabel('Order number').fill(ORDERS.chino.orderNo);
  await buyer.getByLabel('Email').fill(ORDERS.chino.email);
  await buyer.getByLabel('First name').focus();
  await expect(buyer.getByText(/^We found your order of /)).toBeVisible();
  await expect(buyer.getByLabel('First name')).toHaveValue('Yara');
  await expect(buyer.getByLabel('Date of purchase')).toHaveValue(/^20\d\d-/);
  await expectAccessible(buyer);
  await expectNoSidewaysScroll(buyer);
  await expectDrawnWell(buyer);
  await buyer.context().close();

  // Our own link names the same; what is missing is said, and what was typed survives a reload.
  await phone.goto(`${PORTAL_URL}/register?product=MEATEE-OAT-XS&channel=Retail+store`);
  await phone.getByRole('button', { name: 'Register my product' }).click();
  await expect(phone.getByText('Enter the day you bought it.')).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await expect(phone.getByLabel('Version')).toHaveValue(/./);
  await expect(phone.getByLabel('Where you bought it')).toHaveValue('Retail store');
  await phone.getByLabel('Email').fill(OWNER);
  await phone.reload();
  await expect(phone.getByLabel('Email')).toHaveValue(OWNER);
  // Another product is chosen than the one of the code.
  await phone.getByRole('button', { name: 'Choose another product' }).click();
  await expect(phone.getByRole('searchbox')).toBeFocused();
  await phone.getByRole('searchbox').fill('merino crew');
  await expect(phone.getByRole('button', { name: 'Merino Crew', exact: true })).toBeVisible();

  const mail = await readMail(request, OWNER, /^Your registration G-/);
  await phone.goto(/https?:\/\/\S+token=[\w.-]+/.exec(mail.text)?.[0] ?? '');
  const title = await phone.getByRole('heading', { name: /^Registration G-/ }).textContent();
  const externalId = /G-[0-9A-Z]{8}/.exec(title ?? '')?.[0] ?? '';
  await phone.getByRole('button', { name: 'Claim on the warranty' }).click();
  await expect(phone.getByRole('heading', { name: 'Which item has a problem?' })).toBeVisible();
  await expect(phone.getByRole('checkbox', { name: /Meadow Tee .* Covered until/ })).toBeEnabled();
  await phone.context().close();

  await page.goto(`/${storeId}/registrations`);
  await page.getByRole('row').filter({ hasText: externalId }).click();
  await expect(page.getByRole('heading', { level: 1, name: externalId })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'Create Claim' })).toBeVisible();
  const address = new URL(page.url()).pathname;
  // A helpdesk sees it, has no list to go back to, and begins no claim.
  const csrf = { headers: { 'x-makegood': '1' } };
  const connected = await page.request.post(`/api/merchant/${storeId}/helpdesk`, { data: { ref: 'gorgias' }, ...csrf });
  const { configId, token } = (await connected.json()) as { configId: string; token: string };
  const asked = { ref: 'gorgias', configId, token, email: 'ada@demo.test', appIdVersion: '1', returnTo: address };
  const desk = await (await browser.newContext()).newPage();
  await desk.goto(`/helpdesk?${new URLSearchParams(asked).toString()}`);
  await desk.getByRole('button', { name: 'Continue' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: externalId })).toBeVisible();
  await expect(desk.getByRole('link', { name: 'Create Claim' })).toHaveCount(0);
  await expect(desk.getByRole('main').getByRole('link', { name: 'Registrations' })).toHaveCount(0);
  await expectAccessible(desk);
  await desk.context().close();
  await page.request.delete(`/api/merchant/${storeId}/helpdesk/${configId}`, csrf);

  // Beside a conversation it is a registration, and no order.
  await page.goto(`/${storeId}/integrations/customers?${new URLSearchParams({ customerEmail: OWNER }).toString()}`);
  const registered = page.getByRole('list', { name: 'Registrations' });
  await expect(registered.getByRole('link', { name: externalId })).toHaveAttribute('href', address);
  await expect(page.getByRole('list', { name: 'Orders' })).toHaveCount(0);
  await lookAt(page);

  await page.goto(address);
  await page.getByRole('button', { name: 'Add Products' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Find a product').fill('merino crew');
  await dialog.getByRole('button', { name: 'Merino Crew', exact: true }).click();
  await dialog
    .getByRole('list', { name: /^Variants of/ })
    .getByRole('button')
    .first()
    .click();
  const quantity = dialog.getByRole('textbox', { name: /^Quantity of/ });
  await quantity.fill('');
  await expect(dialog.getByText('1 to 9999')).toBeVisible();
  await expectAccessible(page);
  await quantity.fill('1');
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
  await expect(dialog.getByRole('heading', { name: `Cancel ${externalId}?` })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel Registration' }).click();
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create Claim' })).toHaveCount(0);

  // As it was, for the journeys after this one.
  await page.goto(`/${storeId}/settings/registrations`);
  await page.getByRole('button', { name: 'Turn Off Registrations' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Registrations turned off' })).toBeVisible();
});

test('a registration that cannot be loaded says so, and is tried again', async ({ page }) => {
  await signIn(page, 'Ada Admin');
  const [, storeId] = new URL(page.url()).pathname.split('/');
  let isBroken = true;
  await page.route(/\/api\/merchant\/\d+\/registration\/\d+$/, (route) =>
    isBroken ? route.abort('internetdisconnected') : route.fallback(),
  );
  await page.goto(`/${storeId}/registrations/999999`);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expectAccessible(page);
  isBroken = false;
  await again.click();
  // Nobody registered it.
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test('the form offers the countries of the store, requires the phone number, and shows what the server refuses', async ({
  browser,
  page,
}) => {
  const storeId = await openSettings(page, 'registrations');
  const saveForm = async (changes: object): Promise<void> => {
    const config = `/api/merchant/${storeId}/settings/config`;
    const { groups } = (await (await page.request.get(config)).json()) as Saved;
    const { version, document } = groups.registrations;
    const data = { group: 'registrations', version, document: { ...document, ...changes } };
    expect((await page.request.put(config, { data, headers: { 'x-makegood': '1' } })).status()).toBe(200);
  };
  const asking = {
    isRegistrationEnabled: true,
    shouldCollectRegistrationAddress: true,
    isRegistrationPhoneRequired: true,
  };
  await saveForm({ ...asking, registrationCountryCodes: ['DE', 'FR'] });

  const phone = await onNarrowPhone(browser);
  await phone.goto(`${PORTAL_URL}/register?product=MEATEE-OAT-XS&channel=Retail+store`);
  const country = phone.getByLabel('Country');
  await expect(country.getByRole('option')).toHaveText([/./, 'France', 'Germany']);
  const send = phone.getByRole('button', { name: 'Register my product' });
  await expect(phone.getByText('Meadow Tee', { exact: true })).toBeVisible();
  const bought = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
  const typed = { 'Date of purchase': bought, Email: 'lou@example.org', 'First name': 'Lou', 'Last name': 'Roux' };
  for (const [label, value] of Object.entries(typed)) await phone.getByLabel(label).fill(value);
  await country.selectOption('France');
  const place = { 'Street address': '1 rue du Bac', City: 'Paris', 'Postal code': '75007' };
  for (const [label, value] of Object.entries(place)) await phone.getByLabel(label).fill(value);
  await send.click();
  await expect(phone.getByText('Enter your phone number.')).toBeVisible();
  await expect(phone.getByLabel('Phone')).toBeFocused();
  await expectAccessible(phone);
  // The store serves it no longer, which the open form doesn't know.
  await saveForm({ ...asking, registrationCountryCodes: ['DE'] });
  await phone.getByLabel('Phone').fill('+33 1 23 45 67 89');
  await send.click();
  await expect(country).toHaveAccessibleDescription("Products can't be registered in this country.");
  await expectAccessible(phone);
  await phone.context().close();

  // As it was, for the journeys after this one.
  await saveForm({
    isRegistrationEnabled: false,
    shouldCollectRegistrationAddress: false,
    isRegistrationPhoneRequired: false,
    registrationCountryCodes: [],
  });
});

type Saved = { groups: { registrations: { version: number; document: object } } };
