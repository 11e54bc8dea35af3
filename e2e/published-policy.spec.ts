import { expect, type Page } from '@playwright/test';
import { MAILBOX_URL, PORTAL_URL } from './places.ts';
import { expectAccessible, expectDrawnWell, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { openSettings } from './staff.ts';
import { test } from './test.ts';

const POLICY_URL = `${PORTAL_URL}/policy`;

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved').last()).toBeVisible();
}

/** What search engines read on a page. */
const markupIn = (page: Page): Promise<unknown[]> =>
  page
    .locator('script[type="application/ld+json"]')
    .allTextContents()
    .then((texts) => texts.map((text): unknown => JSON.parse(text)));

test('an admin publishes the return policy; shoppers and search engines read what holds', async ({ browser, page }) => {
  const phone = await onPhone(browser);
  await phone.goto(POLICY_URL);
  await expect(phone.getByRole('heading', { level: 1, name: "We can't find this page" })).toBeVisible();

  await openSettings(page, 'returns');
  await page.getByRole('switch', { name: 'Publish the return policy' }).check();
  await page.getByRole('combobox', { name: 'Countries', exact: true }).fill('germ');
  await page.getByRole('option', { name: 'Germany' }).click();
  await page.getByRole('combobox', { name: 'Condition of returned items' }).focus();
  await save(page);
  await expect(page.getByRole('link', { name: POLICY_URL })).toBeVisible();
  await expectAccessible(page);
  const snippet = await page.getByLabel('Snippet for your shop').inputValue();

  await phone.goto(PORTAL_URL);
  await phone.getByRole('link', { name: 'Return policy' }).click();
  await expect(phone).toHaveURL(POLICY_URL);
  const desk = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const narrow = await onPhone(browser, { viewport: { width: 320, height: 640 }, locale: 'ar' });
  for (const screen of [desk, narrow]) await screen.goto(POLICY_URL);
  for (const [screen, title, sentence] of [
    [desk, 'Return policy', 'The last day counts in full.'],
    [phone, 'Return policy', 'The last day counts in full.'],
    [narrow, 'سياسة الإرجاع', 'يُحتسب اليوم الأخير كاملًا.'],
  ] as const) {
    await expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(screen.getByText(sentence)).toBeVisible();
    await expectAccessible(screen);
    await expectNoSidewaysScroll(screen);
    await expectDrawnWell(screen);
  }
  await desk.emulateMedia({ media: 'print' });
  await expect(desk.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(desk.getByRole('contentinfo')).toBeHidden();

  const [markup] = await markupIn(phone);
  expect(markup).toMatchObject({
    '@type': 'OnlineStore',
    hasMerchantReturnPolicy: [{ applicableCountry: ['DE'], merchantReturnLink: POLICY_URL }],
  });
  await expect(phone.locator('link[rel="alternate"][hreflang="ja"]')).toHaveAttribute('href', `${POLICY_URL}?lang=ja`);
  expect(await markupIn(narrow)).toEqual([markup]);
  // Any page of another site.
  await desk.goto(MAILBOX_URL);
  await desk.setContent(`<title>Shop</title>${snippet}`);
  await expect(desk.locator('script[type="application/ld+json"]')).toHaveCount(1);
  expect(await markupIn(desk)).toEqual([markup]);

  await page.getByRole('switch', { name: 'Publish the return policy' }).uncheck();
  await save(page);
  await expect(page.getByLabel('Snippet for your shop')).toHaveCount(0);
  for (const screen of [desk, phone, narrow]) await screen.context().close();
});
