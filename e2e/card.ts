import { expect, type Locator, type Page } from '@playwright/test';
import { CARDS_URL } from './places.ts';

export const CARDS = { good: '4242424242424242', declined: '4000000000009995', asks: '4000000000003220' } as const;

export async function typeCard(page: Page, card: keyof typeof CARDS): Promise<void> {
  await page.getByLabel('Card number').fill(CARDS[card]);
  await page.getByLabel('Expiration date').fill('1234');
  await page.getByLabel('Security code').fill('123');
}

/** No card is typed: the wallet's sheet is agreed to. */
export async function payByWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Google Pay' }).click();
  await page.getByRole('dialog', { name: 'Google Pay' }).getByRole('button', { name: 'Pay' }).click();
}

export const payNow = (page: Page): Locator => page.getByRole('button', { name: /^(Pay|Hold) .* and submit$/ });

/** The payments of an order as the provider of cards shows them. */
export async function paymentsOf(page: Page, orderNo: string): Promise<Locator> {
  await page.goto(CARDS_URL);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page.getByRole('row').filter({ hasText: `order #${orderNo}` });
}
