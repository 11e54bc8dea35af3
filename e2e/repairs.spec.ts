import { expect, type Page } from '@playwright/test';
import { typeCard } from './card.ts';
import { setSettings, storeOf } from './claims.ts';
import { readMail } from './mail.ts';
import { CARRIER_URL, PORTAL_URL } from './places.ts';
import { expectAccessible, expectDrawnWell, expectNoSidewaysScroll, onNarrowPhone } from './screen.ts';
import { choose, goOn } from './shopper.ts';
import { finalize, signIn, typeAmount } from './staff.ts';
import { test } from './test.ts';

const OWNER = 'ruth.owner@example.org';
const HOME = [
  ['Street', '1 Ferry Building'],
  ['City', 'San Francisco'],
  ['Postal code', '94111'],
] as const;

/** Registers a product in the portal; answers the page of the registration, by the link of its email. */
async function register(phone: Page, email: string): Promise<void> {
  // The network is slow: the form is filled in and sent before the product of the link is found.
  const sent = Promise.withResolvers<void>();
  await phone.route('**/registration/product?*', async (route) => {
    await sent.promise;
    await route.continue();
  });
  await phone.goto(`${PORTAL_URL}/register?product=MEATEE-OAT-XS&channel=Retail+store`);
  const typed: [string, string][] = [
    ['Date of purchase', new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)],
    ['Email', email],
    ['First name', 'Ruth'],
    ['Last name', 'Owner'],
  ];
  for (const [label, value] of typed) await phone.getByLabel(label).fill(value);
  await phone.getByRole('button', { name: 'Register my product' }).click();
  await expect(phone.getByRole('button', { name: 'Registering' })).toBeVisible();
  sent.resolve();
  await expect(phone.getByRole('heading', { name: 'Your product is registered' })).toBeVisible();
  const mail = await readMail(phone.request, email, /^Your registration G-/);
  await phone.goto(/https?:\/\/\S+token=[\w.-]+/.exec(mail.text)?.[0] ?? '');
}

/** Claims on the warranty of what is registered; answers the number of the claim. */
async function claimOnWarranty(phone: Page): Promise<string> {
  await phone.getByRole('button', { name: 'Claim on the warranty' }).click();
  await expect(phone.getByRole('heading', { name: 'Which item has a problem?' })).toBeVisible();
  await choose(phone, 'checkbox', /Meadow Tee/);
  await goOn(phone);
  await choose(phone, 'radio', 'Defective or damaged');
  await choose(phone, 'radio', 'Arrived damaged');
  const photo = { name: 'seam.png', mimeType: 'image/png', buffer: await phone.screenshot() };
  await phone.getByLabel('Add photos, videos or PDFs').setInputFiles(photo);
  await expect(phone.getByRole('button', { name: 'Remove seam.png' })).toBeVisible();
  await expect(phone.getByRole('progressbar')).toHaveCount(0);
  await goOn(phone);
  await phone.getByRole('button', { name: 'Submit warranty claim' }).click();
  await expect(phone.getByRole('heading', { name: 'Your warranty claim is submitted' })).toBeVisible();
  return /W-[0-9A-Z]{8}/.exec(phone.url())?.[0] ?? '';
}

test('an owner has a registered product repaired: quoted, paid on the phone, repaired, and followed home', async ({
  browser,
  page,
}) => {
  await signIn(page, 'Ada Admin');
  const storeId = await storeOf(page);
  await setSettings(page, { isRegistrationEnabled: true });
  const phone = await onNarrowPhone(browser);
  await register(phone, OWNER);
  const externalId = await claimOnWarranty(phone);

  await page.goto(`/${storeId}/claims/warranty`);
  await page.getByRole('link', { name: externalId }).click();
  await expect(page.getByRole('heading', { level: 1, name: externalId })).toBeVisible();
  await page.getByRole('button', { name: /^Quote repair: / }).click();
  const dialog = page.getByRole('dialog');
  await typeAmount(dialog.getByLabel('Price for the customer'), '24.00');
  await dialog.getByLabel('Note to customer').fill('A new seam on the left sleeve.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send quote of $24.00' }).click();
  await expect(dialog).toBeHidden();

  const mail = await readMail(page.request, OWNER, /^What your repair costs/);
  expect(mail.text).toContain('Hello Ruth Owner');
  await phone.goto(/https?:\S+claim\/overview\/\S+/.exec(mail.text)?.[0] ?? '');
  await expect(phone.getByText('A new seam on the left sleeve.')).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.getByRole('button', { name: 'Decline the repair' }).click();
  await phone.getByRole('button', { name: 'Go back' }).click();
  await phone.getByRole('button', { name: 'Agree and pay $24.00' }).click();
  await typeCard(phone, 'good');
  await phone.getByRole('button', { name: /^Pay \$24/ }).click();
  await expect(phone.getByText('Thanks! We got your payment.')).toBeVisible();
  await expect(phone.getByText('Repair approved')).toBeVisible();
  await expectAccessible(phone);

  await page.reload();
  await page.getByRole('button', { name: /^Start repair: / }).waitFor();
  await page.getByRole('button', { name: /^Start repair: / }).click();
  await page.getByRole('button', { name: /^Mark as repaired: / }).click();
  await expect(page.getByRole('button', { name: /^Send back: / })).toBeVisible();
  await phone.reload();
  await expect(phone.getByText(/is repaired/)).toBeVisible();
  await page.getByRole('button', { name: /^Send back: / }).click();
  // The registration asked for no address.
  await expect(dialog.getByText('The item goes back to this address. None is known yet.')).toBeVisible();
  await dialog.getByLabel('Country').selectOption('US');
  for (const [label, value] of HOME) await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByLabel(/^State/).selectOption('CA');
  await dialog.getByRole('button', { name: 'Save customer' }).click();
  await expect(page.getByRole('dialog', { name: 'Send back to the customer' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: 'Buy label' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Sent back', { exact: true }).first()).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);

  const home = await readMail(page.request, OWNER, /^Your repair/);
  expect(home.text).toContain('The tracking number is ');
  await phone.reload();
  await expect(phone.getByText('Your item is on its way back to you.')).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await expectDrawnWell(phone);
  await phone.context().close();

  // As it was, for the journeys after this one.
  await setSettings(page, { isRegistrationEnabled: false });
});

test('an owner has a registered product replaced before it comes back, and the claim ends when it is here', async ({
  browser,
  page,
  request,
}) => {
  await signIn(page, 'Ada Admin');
  const storeId = await storeOf(page);
  await setSettings(page, { isRegistrationEnabled: true });
  const phone = await onNarrowPhone(browser);
  const owner = 'rosa.owner@example.org';
  await register(phone, owner);
  const externalId = await claimOnWarranty(phone);

  await page.goto(`/${storeId}/claims/warranty`);
  await page.getByRole('link', { name: externalId }).click();
  await expect(page.getByRole('heading', { level: 1, name: externalId })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Registration' }).getByRole('link', { name: /^G-/ })).toHaveCount(1);
  const dialog = page.getByRole('dialog');
  await page.getByRole('region', { name: 'Customer' }).getByRole('button', { name: 'Edit customer' }).click();
  await dialog.getByLabel('Country').selectOption('US');
  for (const [label, value] of HOME) await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByLabel(/^State/).selectOption('CA');
  await dialog.getByRole('button', { name: 'Save customer' }).click();
  await expect(dialog).toBeHidden();
  const shipments = page.getByRole('region', { name: 'Shipments' });
  await shipments.getByRole('button', { name: 'Quick ship' }).click();
  const label = shipments.getByRole('link', { name: /^\d{8,}/ });
  await expect(label).toBeVisible({ timeout: 60_000 });

  await page.getByRole('button', { name: /^Approve: / }).click();
  await dialog.getByLabel('Resolution', { exact: true }).selectOption('replacementOrder');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Approve replacement order' }).click();
  await expect(dialog).toBeHidden();
  await finalize(page, /^Finalize and send 1 item as replacement$/);
  await expect(page.getByRole('region', { name: 'Exchange orders' }).getByRole('link')).toHaveCount(1);
  await expect(
    page.getByText("Every item is decided. If the package won't come back, stop waiting for it."),
  ).toBeVisible();
  await expectAccessible(page);
  await phone.reload();
  await expect(phone.getByText(/replacement/i).first()).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);

  const tracking = ((await label.textContent()) ?? '').replaceAll(/\D/g, '');
  await request.post(`${CARRIER_URL}/_control/track`, { data: { tracking_code: tracking, status: 'delivered' } });
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 60_000 });
  await phone.context().close();
  await setSettings(page, { isRegistrationEnabled: false });
});
