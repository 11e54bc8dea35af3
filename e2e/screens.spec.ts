import { expect, type Page } from '@playwright/test';
import { onePixel } from '#server/testing/uploads.ts';
import { ORDERS, PORTAL_URL } from './places.ts';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { ANY_ITEM, choose, findOrder, goOn } from './shopper.ts';
import { openReturns, signIn } from './staff.ts';
import { test } from './test.ts';

const PICTURE = Buffer.from(onePixel);

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** From the lookup to the reason of the first item. */
async function toReason(page: Page): Promise<void> {
  await findOrder(page, ORDERS.clothing);
  await choose(page, 'checkbox', ANY_ITEM);
  await goOn(page);
  await expect(heading(page, 'Why are you returning this?')).toBeVisible();
}

test('the apps arrive compressed, and show something before they run', async ({ browser, request }) => {
  const phone = await onPhone(browser, { javaScriptEnabled: false });
  for (const address of ['/', PORTAL_URL]) {
    await phone.goto(address);
    await expect(phone.locator('main[aria-busy=true]')).toBeVisible();
    const script = await phone.locator('script[type=module]').first().getAttribute('src');
    const answer = await request.get(script ?? '', { headers: { 'accept-encoding': 'br, gzip' } });
    expect(answer.headers()['content-encoding']).toBe('br');
  }
  await phone.context().close();
});

test('the portal reads from right to left, and at 320 pixels', async ({ browser }) => {
  const phone = await onPhone(browser, { viewport: { width: 320, height: 640 } });
  await phone.addInitScript({
    content: `addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('dir', 'rtl'))`,
  });
  await toReason(phone);
  await expectNoSidewaysScroll(phone);
  await expectAccessible(phone);
  const [back, next] = [phone.getByRole('button', { name: 'Back' }), phone.getByRole('button', { name: 'Continue' })];
  expect((await back.boundingBox())?.x).toBeGreaterThan((await next.boundingBox())?.x ?? 0);
  await expect(back.locator('svg')).toHaveCSS('rotate', '180deg');
  await phone.context().close();
});

/** How many files the browser keeps until they have arrived. */
const KEPT_FILES = `new Promise((resolve) => {
  const opening = indexedDB.open('makegood');
  opening.onsuccess = () => {
    const counting = opening.result.transaction('files').objectStore('files').count();
    counting.onsuccess = () => { opening.result.close(); resolve(counting.result); };
  };
})`;

test('a reload loses neither an answer nor a file on its way; a broken file says so', async ({ browser }) => {
  const phone = await onPhone(browser);
  await toReason(phone);
  // Who has more to tell is not led on by the choice of a reason.
  await phone.getByText('Add photos or a note (optional)').click();
  await choose(phone, 'radio', 'No longer needed');
  await phone.getByLabel(/Anything else we should know/).fill('The box is open.');
  // Held back until the page is gone, as a slow network would.
  await phone.route('**/signed-url', () => undefined);
  await phone.getByLabel('Add photos, videos or PDFs').setInputFiles([
    { name: 'seam.png', mimeType: 'image/png', buffer: PICTURE },
    { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
  ]);
  await expect(phone.getByRole('progressbar', { name: 'Uploading seam.png' })).toBeVisible();
  await phone.unroute('**/signed-url');
  await phone.reload();

  await expect(phone.getByRole('radio', { name: 'No longer needed' })).toBeChecked();
  await expect(phone.getByLabel(/Anything else we should know/)).toHaveValue('The box is open.');
  await expect(phone.getByRole('button', { name: 'Remove seam.png' })).toBeVisible();
  await expect(phone.getByRole('progressbar', { name: 'Uploading seam.png' })).toBeHidden();
  await expect(phone.getByRole('alert').filter({ hasText: 'Error Uploading File: notes.png' })).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Try again: notes.png' })).toBeVisible();
  await expect(phone.getByText("One file was not uploaded and won't be included.")).toBeVisible();
  await phone.getByRole('button', { name: 'Remove notes.png' }).click();
  // The browser forgets it a moment after it is gone from the page.
  await expect.poll(() => phone.evaluate<number>(KEPT_FILES)).toBe(0);
  await phone.reload();
  await expect(phone.getByRole('button', { name: 'Remove seam.png' })).toBeVisible();
  await expect(phone.getByText('Error Uploading File')).toHaveCount(0);
  await phone.context().close();
});

/** Presses Tab until the expected element has the focus; fails if it never does. */
async function tabTo(page: Page, role: 'button' | 'checkbox' | 'radio' | 'link', name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name }).first();
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('the whole way by keyboard alone: lookup to submit, list to finalize', async ({ page }) => {
  const keys = page.keyboard;
  await page.goto(PORTAL_URL);
  await page.getByLabel('Order number').focus();
  await keys.type(ORDERS.clothing.orderNo);
  await keys.press('Tab');
  await keys.type(ORDERS.clothing.email);
  await keys.press('Enter');
  await tabTo(page, 'checkbox', ANY_ITEM);
  await keys.press('Space');
  await tabTo(page, 'button', 'Continue');
  await keys.press('Enter');
  await expect(heading(page, 'Why are you returning this?')).toBeFocused();
  await tabTo(page, 'radio', 'It does not fit');
  await keys.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'No longer needed' })).toBeChecked();
  await keys.press('Enter');
  await expect(heading(page, 'What would you like instead?')).toBeFocused();
  await tabTo(page, 'radio', /^Refund to original payment method/);
  await keys.press('Space');
  await keys.press('Enter');
  await expect(heading(page, 'How will you send it back?')).toBeFocused();
  await tabTo(page, 'radio', /Prepaid label/);
  await keys.press('ArrowDown');
  await keys.press('Enter');
  await expect(heading(page, 'Does everything look right?')).toBeFocused();
  await tabTo(page, 'button', 'Submit return');
  await keys.press('Enter');
  await expect(heading(page, 'Your return is submitted')).toBeFocused();
  const number = /R-[0-9A-Z]{8}/.exec(page.url())?.[0] ?? '';

  await signIn(page, 'Sam Staff');
  await tabTo(page, 'link', 'Return claims');
  await keys.press('Enter');
  await expect(page.getByRole('link', { name: number })).toBeVisible();
  await keys.press('j');
  await expect(page.getByRole('link', { name: number })).toBeFocused();
  await keys.press('Enter');
  await tabTo(page, 'button', /^Approve: /);
  await keys.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Resolution')).toBeFocused();
  await keys.press('Escape');
  await expect(page.getByRole('button', { name: /^Approve: / })).toBeFocused();
  await keys.press('Enter');
  await tabTo(page, 'button', 'Approve refund');
  await keys.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'More Actions' }).focus();
  await tabTo(page, 'button', /^Finalize$/);
  await keys.press('Enter');
  await tabTo(page, 'button', /^Finalize and refund/);
  await keys.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('region', { name: 'Actions' }).getByText(/Refund/)).toBeAttached();
});

test('the dark theme and the phone width of the back office are readable', async ({ browser }) => {
  const phone = await onPhone(browser, { colorScheme: 'dark' });
  await signIn(phone, 'Ada Admin');
  await expect(phone.getByRole('heading', { name: 'Last 12 weeks' })).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await openReturns(phone);
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.locator('tbody a').first().click();
  await expect(phone.getByRole('region', { name: 'Timeline' })).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.getByRole('button', { name: 'Menu' }).click();
  await phone.getByRole('dialog').getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Theme' })).toBeVisible();
  await expectAccessible(phone);
  await phone.goto(new URL(phone.url()).pathname.replace(/settings.*$/, 'settings/returns'));
  await expect(phone.getByLabel('Refund window', { exact: true })).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.context().close();
});

test('settings are usable at every width', async ({ page }) => {
  await signIn(page, 'Ada Admin');
  const storeAddress = new URL(page.url()).pathname.replace(/\/$/, '');
  await page.goto(`${storeAddress}/settings`);
  const menu = page.getByRole('navigation', { name: 'Settings', exact: true });
  await expect(menu.getByRole('link').first()).toBeVisible();
  const sections = await menu.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(sections.length).toBeGreaterThan(8);
  for (const section of sections) {
    await page.goto(section ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const where = `${section} at ${width} px`;
      const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
      expect(tooWide, where).toBeLessThanOrEqual(0);
      // What is squeezed to a letter or two in each line cannot be read.
      expect(await page.evaluate<string[]>(SQUEEZED), where).toEqual([]);
    }
  }
});
const WIDTHS = [320, 390, 600, 721, 768, 820, 900, 1024, 1440, 2000];
const SQUEEZED = `[...document.querySelectorAll('main :is(p, th, td, label, h2, li, span)')]
  .filter((one) => one.children.length === 0 && one.textContent.trim().length > 12)
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 2)
  .filter((one) => one.getBoundingClientRect().width < 48)
  .map((one) => one.textContent.trim())`;
