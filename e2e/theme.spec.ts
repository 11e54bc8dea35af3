import { expect } from '@playwright/test';
import { ORDERS, PORTAL_URL } from './places.ts';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { ANY_ITEM, askAbout } from './shopper.ts';
import { openSettings } from './staff.ts';
import { test } from './test.ts';

const DRAWN_LOGO = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><rect width="300" height="100" fill="#c2410c"/></svg>',
  ),
};

test('a logo, backgrounds, texts and the order of choices show in the preview, and to shoppers once saved', async ({
  browser,
  page,
}) => {
  await openSettings(page, 'theme');
  const preview = page.frameLocator('iframe');
  await expect(preview.getByRole('heading', { level: 1 })).toBeVisible();

  const background = page.getByRole('textbox', { name: 'Background color', exact: true });
  await background.fill('#202020');
  await expect(page.getByText(/^Text is hard to read on this color: its contrast is 2\.4 to 1/)).toBeVisible();
  await background.fill('#eef4ff');
  await expect(page.getByText(/^Text is hard to read/)).toBeHidden();
  await expect(preview.locator('html')).toHaveCSS('background-color', 'rgb(238, 244, 255)');
  const logo = page.getByRole('group', { name: 'Logo' });
  await logo.locator('input[type=file]').setInputFiles(DRAWN_LOGO);
  await expect(
    page.getByText("This picture isn't twice as wide as high. We added clear space around it."),
  ).toBeVisible();
  await expect(preview.getByRole('banner').getByRole('img')).toHaveJSProperty('naturalWidth', 400);
  await page.getByRole('textbox', { name: 'Page title' }).fill('Demo returns');
  await page.getByRole('textbox', { name: 'Order number hint' }).fill('On the sticker of your box.');
  await expect(preview.getByText('On the sticker of your box.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Refund text' }).fill('In three days on your card.');
  await page.getByRole('switch', { name: 'Show credit first' }).press('Space');
  await page.getByRole('textbox', { name: 'Credit headline' }).fill('Keep it in the shop');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();

  const phone = await onPhone(browser);
  await phone.goto(PORTAL_URL);
  await expect(phone).toHaveTitle(/ – Demo returns$/);
  await expect(phone.getByRole('banner').getByRole('img')).toHaveJSProperty('naturalWidth', 400);
  await expect(phone.getByText('On the sticker of your box.')).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await askAbout(phone, { order: ORDERS.clothing, item: ANY_ITEM, reason: 'No longer needed' });
  await expect(phone.getByText('In three days on your card.', { exact: false })).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'Keep it in the shop' })).toBeVisible();
  await expect(phone.getByRole('radio').first()).not.toHaveAccessibleName(/Refund/);
  await expectAccessible(phone);
  await phone.context().close();

  // As it was, for the other journeys.
  await logo.getByRole('button', { name: 'Remove logo' }).click();
  await background.fill('#f6f7f6');
  for (const name of ['Page title', 'Order number hint', 'Refund text', 'Credit headline'])
    await page.getByRole('textbox', { name }).fill('');
  await page.getByRole('switch', { name: 'Show credit first' }).press('Space');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
});
