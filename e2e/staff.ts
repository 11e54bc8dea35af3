import { expect, type Locator, type Page } from '@playwright/test';

export type StaffName = 'Ada Admin' | 'Sam Staff' | 'Petra Provider' | 'Paula Provider';

export async function signIn(page: Page, who: StaffName): Promise<void> {
  // Past the page that would say that nobody is signed in.
  await page.goto('/login');
  await page.getByRole('button', { name: who }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
}

/** Signs in an admin and opens a page of the settings: `theme`. The id of the store, as addresses have it. */
export async function openSettings(page: Page, name: string): Promise<string> {
  await signIn(page, 'Ada Admin');
  const [, storeId = ''] = new URL(page.url()).pathname.split('/');
  await page.goto(`/${storeId}/settings/${name}`);
  return storeId;
}

/** From any page of a store. */
export async function openReturns(page: Page): Promise<void> {
  const [, storeId] = new URL(page.url()).pathname.split('/');
  await page.goto(`/${storeId}/claims/return`);
  await expect(page.getByRole('heading', { level: 1, name: 'Return claims' })).toBeVisible();
}

export async function openClaim(page: Page, externalId: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Return claims' }).click();
  await page.getByRole('link', { name: externalId }).click();
  await expect(page.getByRole('heading', { level: 1, name: externalId })).toBeVisible();
}

/** Types an amount as people do: every key on its way shows a number that is not whole yet. */
export async function typeAmount(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
  await expect(field).toHaveValue(text);
}

/** Approves the only item as requested. */
export async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Approve: / }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Approves the only item as requested and carries it out; `doing` is what the button promises. */
export async function approveAndFinalize(page: Page, doing: RegExp): Promise<void> {
  await approve(page);
  await finalize(page, doing);
}

export async function finalize(page: Page, doing: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Finalize', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: doing }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const effects = page.getByRole('region', { name: 'Actions' }).getByRole('listitem');
  await expect(effects.filter({ hasText: /Waiting|Running|Failed/ })).toHaveCount(0, { timeout: 30_000 });
}
