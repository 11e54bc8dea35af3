import { expect, type Page } from '@playwright/test';
import { PORTAL_URL } from './places.ts';

export type ReturnWish = {
  order: { orderNo: string; email: string };
  item: RegExp;
  reason: string;
  detail?: string;
  resolution: RegExp;
  /** Size or colour wanted instead, for an exchange. */
  variant?: RegExp;
  sendBack: RegExp;
};

export async function findOrder(page: Page, order: ReturnWish['order']): Promise<void> {
  await page.goto(PORTAL_URL);
  await page.getByLabel('Order number').fill(order.orderNo);
  await page.getByLabel('E-mail or postal code').fill(order.email);
  await page.getByRole('button', { name: 'Find my order' }).click();
  await expect(page.getByRole('heading', { name: 'What would you like to return?' })).toBeVisible();
}

/** Presses a choice where a finger would: on its words. */
const choose = (page: Page, role: 'radio' | 'checkbox', name: string | RegExp): Promise<void> =>
  page
    .locator('label')
    .filter({ has: page.getByRole(role, { name }) })
    .click();

const goOn = (page: Page): Promise<void> => page.getByRole('button', { name: 'Continue' }).click();

/** From the lookup to the overview of the new return; answers its number. */
export async function askForReturn(page: Page, wish: ReturnWish): Promise<string> {
  await findOrder(page, wish.order);
  await choose(page, 'checkbox', wish.item);
  await goOn(page);
  await expect(page.getByRole('heading', { name: 'Why are you returning this?' })).toBeVisible();
  await choose(page, 'radio', wish.reason);
  if (wish.detail) await choose(page, 'radio', wish.detail);
  await goOn(page);
  await choose(page, 'radio', wish.resolution);
  await goOn(page);
  if (wish.variant) {
    await choose(page, 'radio', wish.variant);
    await goOn(page);
  }
  await choose(page, 'radio', wish.sendBack);
  await goOn(page);
  await expect(page.getByRole('heading', { name: 'Is everything right?' })).toBeVisible();
  await page.getByRole('button', { name: 'Submit return' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Your return is submitted' })).toBeVisible();
  const number = /R-[0-9A-Z]{8}/.exec(page.url())?.[0];
  if (!number) throw new Error(`no return number in ${page.url()}`);
  return number;
}
