import { expect, type Browser, type Page } from '@playwright/test';
import { BACK_OFFICE_URL, SHOP_URL } from './places.ts';
import { HEADERS } from './rules.ts';

/** The provider and the store turn Checkout Plus on or off; the shop has its product and its script then. */
export async function offerCover(browser: Browser, isOn: boolean): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${BACK_OFFICE_URL}/login`);
  await page.getByRole('button', { name: 'Petra Provider' }).click();
  await expect(page.getByRole('button', { name: 'Account of Petra Provider' })).toBeVisible();
  const { stores } = await (await page.request.get(`${BACK_OFFICE_URL}/api/merchant/me`)).json();
  const api = `${BACK_OFFICE_URL}/api/merchant/${stores[0].id}/settings/config`;
  await change(page, api, 'provider', { isShippingProtectionEnabled: isOn });
  await change(page, api, 'checkoutPlusAdvanced', { shouldQueryShadowDom: true });
  await change(page, api, 'checkoutPlus', { isCheckoutPlusEnabled: isOn });
  await expect
    .poll(
      async () => (await (await page.request.get(`${BACK_OFFICE_URL}/api/widget/demo?${Math.random()}`)).json()).isOn,
    )
    .toBe(isOn);
  await expect
    .poll(async () => (await (await page.request.get(`${SHOP_URL}/`)).text()).includes('/widget.js'))
    .toBe(isOn);
  await page.close();
}

async function change(page: Page, address: string, group: string, changes: object): Promise<void> {
  const { groups } = await (await page.request.get(address, { headers: HEADERS })).json();
  const { version, document } = groups[group];
  const data = { group, version, document: { ...document, ...changes } };
  const answer = await page.request.put(address, { headers: HEADERS, data });
  expect(answer.status(), await answer.text()).toBe(200);
}
