import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { readSettings, setSettings } from './claims.ts';
import { BACK_OFFICE_URL, ORDERS } from './places.ts';
import { expectAccessible } from './screen.ts';
import { openReturns, signIn } from './staff.ts';
import { test } from './test.ts';

const TEN = 10;
const MOST_CLICKS = 12;
const headers = { 'x-makegood': '1' };

type OrderRow = { orderNo: string; customerEmail: string };

/** How many orders can still be returned hangs on the day: for as long as this takes, all can. */
async function whileAllCanBeReturned<T>(browser: Browser, then: () => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, 'Ada Admin');
  const before = await readSettings(page, ['refundValidityDays']);
  await setSettings(page, { refundValidityDays: 3650 });
  const result = await then();
  await setSettings(page, before);
  await context.close();
  return result;
}

/** Asks for a refund of one item of each of so many orders that no other journey uses; answers the numbers of the claims. */
async function returnsOf(page: Page, count: number): Promise<string[]> {
  const [, storeId] = new URL(page.url()).pathname.split('/');
  const used = new Set<string>(Object.values(ORDERS).map(({ orderNo }) => `#${orderNo}`));
  const listed = await page.request.post(`${BACK_OFFICE_URL}/api/merchant/${storeId}/search`, {
    headers,
    data: { kind: 'Order', take: 100 },
  });
  const { data: orders } = (await listed.json()) as { data: OrderRow[] };
  const api = `${BACK_OFFICE_URL}/api/customer/demo`;
  const made: string[] = [];
  for (const { orderNo, customerEmail } of orders) {
    if (made.length === count) break;
    if (used.has(orderNo) || customerEmail === '') continue;
    const found = await page.request.post(`${api}/order/lookup`, {
      headers,
      data: { orderNo, emailOrPostalCode: customerEmail },
    });
    if (!found.ok()) continue;
    const { idFromPlatform } = (await found.json()) as { idFromPlatform: string };
    const shown = await page.request.get(`${api}/order/${idFromPlatform}`, { headers });
    const { lineItems } = (await shown.json()) as { lineItems: { lineIdFromPlatform: string; isEligible: boolean }[] };
    const line = lineItems.find(({ isEligible }) => isEligible);
    if (!line) continue;
    const claim = await page.request.post(`${api}/order/${idFromPlatform}/claim`, {
      headers,
      data: {
        requestKey: crypto.randomUUID(),
        shippingMethod: 'packingSlip',
        selections: [
          {
            lineIdFromPlatform: line.lineIdFromPlatform,
            quantity: 1,
            reasonId: 'No_Longer_Needed',
            method: 'refund',
          },
        ],
      },
    });
    if (claim.ok()) made.push(((await claim.json()) as { externalId: string }).externalId);
  }
  expect(made).toHaveLength(count);
  return made;
}

test('ten easy refunds take staff at most twelve clicks', async ({ browser, page }) => {
  await signIn(page, 'Sam Staff');
  await openReturns(page);
  const numbers = await whileAllCanBeReturned(browser, () => returnsOf(page, TEN));
  await openReturns(page);
  let clicks = 0;
  const click = async (what: Locator, options: Parameters<Locator['click']>[0] = {}): Promise<void> => {
    clicks += 1;
    await what.click(options);
  };
  // The newest are on top.
  await expect(page.getByRole('row').nth(1)).toContainText(numbers.at(-1) ?? '');
  await click(page.getByLabel(`Select ${numbers.at(-1)}`));
  await click(page.getByLabel(`Select ${numbers[0]}`), { modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected claims' });
  await expect(bar.getByText('10 selected')).toBeVisible();
  await click(bar.getByRole('button', { name: 'Approve and finalize' }));
  const dialog = page.getByRole('dialog', { name: 'Approve and finalize 10 claims?' });
  await expect(dialog.getByText(/^Requested in all: .*\d/)).toBeVisible();
  await expectAccessible(page);
  await click(dialog.getByRole('button', { name: 'Approve and finalize 10 claims' }));
  await expect(page.getByText('10 of 10 claims done')).toBeVisible({ timeout: 60_000 });
  await click(page.getByRole('dialog').getByRole('button', { name: 'Close' }).last());
  test.info().annotations.push({ type: 'measured', description: `clicks for ten refunds: ${clicks}` });
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);

  // One of them by hand, as a look into the claim shows it: approved and finalized, with its refund.
  await page.getByRole('link', { name: numbers[0] ?? '' }).click();
  await expect(page.getByText('Claim finalized').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Actions' }).getByText(/^Refund \D+\d/)).toBeAttached({
    timeout: 30_000,
  });
});

test('one refund takes two clicks on its page: the button with the amount, and yes', async ({ browser, page }) => {
  await signIn(page, 'Sam Staff');
  await openReturns(page);
  const [number = ''] = await whileAllCanBeReturned(browser, () => returnsOf(page, 1));
  await openReturns(page);
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('button', { name: /^Approve and refund \D+\d/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: /^Approve and refund \D+\d/ })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Claim finalized').first()).toBeVisible();
  // What is done is folded away, so that what failed would be seen.
  const actions = page.getByRole('region', { name: 'Actions' });
  await expect(actions.getByText(/^\d+ completed actions?$/)).toBeVisible();
  await expect(actions.getByText(/^Refund \D+\d/)).toBeHidden();
});
