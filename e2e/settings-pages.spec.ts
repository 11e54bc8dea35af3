import { expect } from '@playwright/test';
import { PORTAL_URL } from './places.ts';
import { HEADERS } from './rules.ts';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { openSettings, signIn } from './staff.ts';
import { test } from './test.ts';

/** Pages whose every part is saved by itself, in a dialog or at once. */
const SAVED_IN_PARTS = ['Product Groups', 'Users', 'Privacy', 'Audit Log', 'Custom Fields', 'Reasons'];

test('every page of the settings has an address of its own, guards what is typed and fits a small screen', async ({
  page,
  browser,
}) => {
  await signIn(page, 'Ada Admin');
  const [, storeId] = new URL(page.url()).pathname.split('/');
  await page.goto(`/${storeId}/settings`);
  await expect(page).toHaveURL(`/${storeId}/settings/theme`);
  const entries = page.getByRole('navigation', { name: 'Settings', exact: true }).locator('.mg-nav-link');
  await expect(entries.first()).toBeVisible();
  const pages = await entries.evaluateAll((links) =>
    links.map((link) => ({ name: link.textContent ?? '', href: link.getAttribute('href') ?? '' })),
  );
  expect(pages.length).toBeGreaterThan(16);
  const phone = await onPhone(browser, { viewport: { width: 320, height: 700 } });
  await signIn(phone, 'Ada Admin');
  const guarded: string[] = [];
  for (const { name, href } of pages) {
    await page.goto(href);
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await expectAccessible(page);
    await phone.goto(href);
    await expect(phone.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await expectNoSidewaysScroll(phone);

    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await expect(bar, name).toBeHidden();
    if (SAVED_IN_PARTS.includes(name)) continue;
    const toggle = page.locator('.mg-setting input[type=checkbox]:enabled, .mg-setting [role=switch]:enabled').first();
    const text = page.locator('.mg-setting textarea:enabled, .mg-setting input[type=text]:enabled').first();
    const change = async (): Promise<void> => {
      if ((await toggle.count()) > 0) await toggle.press('Space');
      else await text.pressSequentially('7');
      // A list of tags takes one when it is finished.
      if (name === 'Claim Tags') await text.press('Enter');
    };
    if ((await toggle.count()) + (await text.count()) === 0) continue;
    await change();
    await expect(bar, name).toBeVisible();
    await entries.first().click();
    const question = page.getByRole('dialog', { name: 'Unsaved Changes' });
    if (href.endsWith('/theme')) await expect(question).toBeHidden();
    else {
      await question.getByRole('button', { name: 'Return to Page' }).click();
      await expect(page).toHaveURL(href);
    }
    await bar.getByRole('button', { name: 'Revert' }).click();
    await expect(bar, name).toBeHidden();
    guarded.push(name);
  }
  // Otherwise it would guard nothing where a form is not found.
  expect(guarded).toEqual(expect.arrayContaining(['Theme', 'Notifications', 'Returns', 'Warranties']));
  await page.goto(`/${storeId}/settings/nowhere`);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});

test('of many claim tags the first fifty are shown, and the others are found', async ({ page }) => {
  const storeId = await openSettings(page, 'claim-tags');
  const tags = `/api/merchant/${storeId}/claim/tags`;
  const ids: number[] = [];
  for (let at = 0; at < 55; at += 1) {
    const made = await page.request.post(tags, {
      headers: HEADERS,
      data: { name: `Many ${String(at).padStart(2, '0')}` },
    });
    ids.push((await made.json()).id);
  }
  try {
    await page.reload();
    const shown = page.getByRole('list', { name: 'Claim tags' }).getByRole('listitem');
    await expect(shown).toHaveCount(50);
    await page.getByLabel('Search claim tags').fill('many 5');
    await expect(shown).toHaveCount(5);
    await expectAccessible(page);
  } finally {
    for (const id of ids) await page.request.delete(`${tags}/${id}`, { headers: HEADERS });
  }
});

test('an area is turned off and on at once; its settings can be prepared meanwhile', async ({ page, browser }) => {
  const storeId = await openSettings(page, 'returns');
  const days = page.getByLabel('Assumed delivery time');
  await days.fill('9');
  // Somebody else saves first, and there is nothing of this to save again.
  const settings = `/api/merchant/${storeId}/settings/config`;
  const { version, document } = (await (await page.request.get(settings)).json()).groups.returns;
  await page.request.put(settings, { headers: HEADERS, data: { group: 'returns', version, document } });
  await page.getByRole('button', { name: 'Turn Off Returns' }).click();
  const overtaken = page.getByText("We didn't turn Returns off. Check the settings, then try again.");
  await expect(overtaken).toBeVisible();
  await expect(page.getByText('Your changes are still here.')).toHaveCount(0);
  await days.fill('10');
  await expect(overtaken).toBeHidden();
  await days.fill('9');
  await page.getByRole('button', { name: 'Turn Off Returns' }).click();
  await expect(
    page.getByText("Returns aren't offered to customers. You can still change these settings."),
  ).toBeVisible();
  const shopper = await onPhone(browser);
  await shopper.goto(PORTAL_URL);
  await expect(shopper.getByText(/isn't accepting new online returns/)).toBeVisible();
  // What was typed is neither saved nor lost.
  await expect(days).toHaveValue('9 days');
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Revert' }).click();
  await page.getByRole('button', { name: 'Turn On Returns' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Returns turned on' })).toBeVisible();
  await shopper.reload();
  await expect(shopper.getByRole('button', { name: 'Find my order' })).toBeVisible();
  await expect(shopper.getByText(/isn't accepting new online returns/)).toBeHidden();
});

test('a return location is a fulfillment location of the store platform', async ({ page }) => {
  await openSettings(page, 'shipping-policies');
  const open = page.getByRole('button', { name: /^Edit / }).first();
  await open.click();
  const place = page.getByRole('dialog').getByLabel('Fulfillment location');
  // Until the platform's locations arrive, None is the only one.
  const location = place.locator('option').nth(1);
  await expect(location).toBeAttached();
  const first = (await location.textContent()) ?? '';
  await place.selectOption(first);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save location' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.reload();
  await open.click();
  await expect(place.locator('option:checked')).toHaveText(first);
  await place.selectOption('None');
  await page.getByRole('button', { name: 'Save location' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('what succeeds and what fails has the words of the specification; the menu stays as narrow as it was left', async ({
  page,
  browser,
}) => {
  const storeId = await openSettings(page, 'users');
  await page.getByRole('button', { name: 'Reset the password of Sam Staff' }).click();
  await expect(page.getByText('Password reset email sent')).toBeVisible();

  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('button', { name: 'Collapse' }).click();
  await page.reload();
  await menu.getByRole('button', { name: 'Expand' }).click();
  await page.reload();
  await expect(menu.getByRole('button', { name: 'Collapse' })).toBeVisible();

  await page.route(/\/alert(\?|$)/, (route) => route.fulfill({ status: 400, json: {} }));
  await page.goto(`/${storeId}`);
  await page.getByRole('button', { name: /^Alerts/ }).click();
  await expect(page.getByRole('dialog', { name: 'Alerts' }).getByText('Unable to load alerts')).toBeVisible();

  const guest = await onPhone(browser);
  await guest.goto('/sign-up');
  await guest.getByLabel('First name').fill('Noor');
  await guest.getByLabel('Last name').fill('Haddad');
  await guest.getByLabel('Email').fill('noor@shop.example');
  await guest.getByLabel('Returns').check();
  await guest.getByLabel('Estimated claims per year').selectOption('Up to 1200');
  await guest.route('**/sign-up', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await guest.getByRole('button', { name: 'Send request' }).click();
  await expect(guest.getByText('Failed to send invite. Please try again.')).toBeVisible();
  await guest.context().close();
});
