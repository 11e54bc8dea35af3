import { expect, type Locator, type Page } from '@playwright/test';
import { SHOP_URL } from './places.ts';

export type Theme = 'Cart page' | 'Cart drawer' | 'Drawer in a shadow root';

/** Chooses how the shop shows its cart, and puts the first shirt in stock into it. */
export async function fillCart(page: Page, theme: Theme = 'Cart page'): Promise<void> {
  await page.goto(`${SHOP_URL}/`);
  await page.getByLabel('Theme').selectOption({ label: theme });
  await expect(page.getByLabel('Theme').locator('option:checked')).toHaveText(theme);
  await page.goto(`${SHOP_URL}/products/oxford-shirt`);
  await page.locator('button:enabled', { hasText: 'Add to cart' }).first().click();
  await expect(page.getByRole('button', { name: /^Check out/ })).toBeVisible();
}

export const coverSwitch = (page: Page): Locator => page.getByRole('switch');

/** Lines of the cart as the shop's own call says them: title and quantity. */
export async function cartLines(page: Page): Promise<{ title: string; quantity: number }[]> {
  const { items } = await (await page.request.get(`${SHOP_URL}/cart.js`)).json();
  return items.map(({ product_title: title, quantity }: { product_title: string; quantity: number }) => ({
    title,
    quantity,
  }));
}

/** Goes to the checkout; a theme that draws its cart under the pointer loses the press, and the shopper presses again. */
export async function checkOut(page: Page): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: /^Check out/ }).click();
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible({ timeout: 5000 });
  }).toPass();
}

/** Fills in the checkout and pays; answers the number of the order, as '#1042'. */
export async function pay(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  const fields = {
    Email: 'cora.lind@example.com',
    'First name': 'Cora',
    'Last name': 'Lind',
    Address: '1 Main Street',
    'Postal code': '98101',
    City: 'Seattle',
  };
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
  return (await page.locator('[data-order] strong').textContent()) ?? '';
}

/** The order as staff of the shop see it. */
export async function openShopOrder(page: Page, number: string): Promise<void> {
  await page.goto(`${SHOP_URL}/admin/orders/${number.replace('#', '')}`);
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
}
