import { expect, type Page } from '@playwright/test';
import { readSettings, setSettings } from './claims.ts';
import { BACK_OFFICE_URL, SHOP_URL } from './places.ts';
import { offerProtection } from './protection.ts';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { openSettings, signIn, typeAmount } from './staff.ts';
import { test } from './test.ts';

type Told = { isOn: boolean; label?: string; prices?: { upTo: number | null; variantId: string }[] };

const told = async (page: Page): Promise<Told> => (await page.request.get(`${BACK_OFFICE_URL}/api/widget/demo`)).json();

const FIELDS = ['coverPrices', 'widgetLabel', 'isCheckoutPlusEnabled', 'isShippingClaimImgRequired'];

test('a merchant sets prices, sees the preview, turns the cover on, has its product at Shopify, and turns it off', async ({
  page,
  browser,
}) => {
  await offerProtection(browser, true);
  const storeId = await openSettings(page, 'checkout-widget');
  const before = await readSettings(page, FIELDS);
  try {
    const preview = page.getByRole('group', { name: 'Widget preview' });
    await expect(preview).toContainText('Delivery Guarantee $1.29');
    await expect(preview).toContainText('For lost, damaged or stolen packages.');
    const label = page.getByRole('textbox', { name: 'Title', exact: true });
    await label.fill('Safe arrival insurance');
    const first = page.getByRole('group', { name: 'Price 1', exact: true });
    await typeAmount(first.getByRole('textbox', { name: /^Price of the cover/ }), '1.50');
    await expect(preview).toContainText('$1.50');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Must not contain the words insure or insurance.')).toBeVisible();
    await label.fill('Safe arrival');
    await typeAmount(page.getByRole('textbox', { name: /^Cart value,/ }), '60');
    await expect(page.getByText('Pays $2.29')).toBeVisible();
    await page.getByRole('textbox', { name: /^Cart value,/ }).fill('5000');
    await expect(page.getByText("Isn't covered")).toBeVisible();
    await preview.getByRole('button', { name: 'What is covered?' }).click();
    await expect(page.getByRole('dialog', { name: 'Delivery Guarantee' })).toContainText('Stolen');
    await page.keyboard.press('Escape');
    await preview.getByRole('switch').press('Space');
    await expect(preview.getByRole('switch')).toBeChecked();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden();
    await expectAccessible(page);
    expect(await told(page)).toMatchObject({ isOn: false });

    await page.goto(`/${storeId}/settings/checkout-plus`);
    await expect(page.getByText("The cover isn't offered to customers.")).toBeVisible();
    await page.getByRole('button', { name: 'Turn On Checkout Plus' }).click();
    await expect(page.getByText('Configured on Shopify')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Ready')).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
    const now = await told(page);
    expect(now).toMatchObject({ isOn: true, label: 'Safe arrival' });
    expect(now.prices).toHaveLength(6);
    await page.getByRole('button', { name: 'Product variants' }).click();
    const variants = page.getByRole('dialog', { name: 'Checkout Plus Product Variants' });
    await expect(variants.getByRole('row').nth(6)).toBeVisible();
    await expect(variants).toContainText('$1.50');
    await page.keyboard.press('Escape');
    // Only the provider sees what is advanced.
    await expect(page.getByRole('button', { name: 'Advanced Settings' })).toBeHidden();
    const shop = await (await page.request.get(`${SHOP_URL}/products/makegood-cover`)).text();
    expect(shop).toContain('Safe arrival');

    const phone = await onPhone(browser, { viewport: { width: 320, height: 700 } });
    for (const name of ['checkout-widget', 'checkout-plus', 'shipping-claims']) {
      await openSettings(phone, name);
      await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(phone);
    }

    await page.getByRole('button', { name: 'Turn Off Checkout Plus' }).click();
    await expect(page.getByText('Not Configured')).toBeVisible({ timeout: 30_000 });
    expect(await told(page)).toMatchObject({ isOn: false });
  } finally {
    await setSettings(page, before);
    await offerProtection(browser, false);
  }
});

test('an element of each type is needed, and the provider changes titles and advanced settings', async ({
  page,
  browser,
}) => {
  await offerProtection(browser, true);
  await signIn(page, 'Petra Provider');
  const [, storeId] = new URL(page.url()).pathname.split('/');
  const before = await readSettings(page, ['elements', 'cartRetrievalKey']);
  try {
    await page.goto(`/${storeId}/settings/checkout-plus`);
    await page.getByRole('button', { name: 'Remove element 2' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('At least one of each element type is required.')).toBeVisible();
    await page.getByRole('button', { name: 'Revert' }).click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).first().fill('Check out safely');
    await page.getByRole('button', { name: 'Advanced Settings' }).click();
    const advanced = page.getByRole('dialog', { name: 'Advanced Settings' });
    await advanced.getByRole('textbox', { name: 'Cart retrieval key' }).fill('basket');
    await advanced.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden();
    expect(await readSettings(page, ['elements', 'cartRetrievalKey'])).toMatchObject({
      cartRetrievalKey: 'basket',
      elements: [{ title: 'Check out safely' }, {}],
    });
  } finally {
    await setSettings(page, before);
    await offerProtection(browser, false);
  }
});
