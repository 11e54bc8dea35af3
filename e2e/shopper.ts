import { expect, type Page } from '@playwright/test';
import { BACK_OFFICE_URL, PORTAL_URL } from './places.ts';
import { goOnAfterChoice } from './ways.ts';

export type ReturnWish = {
  order: { orderNo: string; email: string };
  item: RegExp;
  reason: string;
  detail?: string;
  resolution: RegExp;
  /** Size or color wanted instead, for an exchange. */
  variant?: readonly string[];
  sendBack: RegExp;
};

export async function openOrder(page: Page, order: ReturnWish['order']): Promise<void> {
  await page.goto(PORTAL_URL);
  await page.getByLabel('Order number').fill(order.orderNo);
  await page.getByLabel('Email or postal code').fill(order.email);
  await page.getByRole('button', { name: 'Find my order' }).click();
}

/** The same for an order of which something can be returned. */
export async function findOrder(page: Page, order: ReturnWish['order']): Promise<void> {
  await openOrder(page, order);
  await expect(page.getByRole('heading', { name: 'What would you like to return?' })).toBeVisible();
}

/** The first item of an order that can still be returned. */
export const ANY_ITEM = /Return by|Can be returned/;

/** Presses the first such choice where a finger would: on its words. */
export async function choose(page: Page, role: 'radio' | 'checkbox', name: string | RegExp): Promise<void> {
  await page
    .locator('label')
    .filter({ has: page.getByRole(role, { name }) })
    .first()
    .click();
  if (role === 'radio') await goOnAfterChoice(page);
}

export const goOn = (page: Page): Promise<void> => page.getByRole('button', { name: 'Continue' }).click();

/** From the lookup to the question what the shopper would like instead. */
export async function askAbout(
  page: Page,
  wish: Pick<ReturnWish, 'order' | 'item' | 'reason' | 'detail'>,
): Promise<void> {
  await findOrder(page, wish.order);
  await choose(page, 'checkbox', wish.item);
  await goOn(page);
  await expect(page.getByRole('heading', { name: 'Why are you returning this?' })).toBeVisible();
  await choose(page, 'radio', wish.reason);
  if (wish.detail) await choose(page, 'radio', wish.detail);
  // A tap on the last choice goes on by itself, unless photos are asked for.
  const next = page.getByRole('heading', { name: 'What would you like instead?' });
  const photos = page.getByText('Photos of the problem help us decide faster.');
  await expect(next.or(photos)).toBeVisible();
  if (await photos.isVisible()) await goOn(page);
  await expect(next).toBeVisible();
}

/** How the goods come back, then the review. */
export async function sendBack(page: Page, how: RegExp): Promise<void> {
  await choose(page, 'radio', how);
  await expect(page.getByRole('heading', { name: 'Does everything look right?' })).toBeVisible();
}

/** The number of the return whose overview is shown. */
export async function submitted(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Your return is submitted' })).toBeVisible({ timeout: 30_000 });
  const number = /R-[0-9A-Z]{8}/.exec(page.url())?.[0];
  if (!number) throw new Error(`no return number in ${page.url()}`);
  return number;
}

/** From the lookup to the overview of the new return; answers its number. */
export async function askForReturn(page: Page, wish: ReturnWish): Promise<string> {
  await askAbout(page, wish);
  await choose(page, 'radio', wish.resolution);
  if (wish.variant) {
    for (const value of wish.variant) await choose(page, 'radio', new RegExp(`^${value}\\b`));
    await goOn(page);
    await choose(page, 'radio', /After my return arrives/);
  }
  await sendBack(page, wish.sendBack);
  await page.getByRole('button', { name: 'Submit return' }).dblclick();
  return submitted(page);
}

/** Asks for every item of an order as a refund, through the portal's API: how a claim of several items begins. */
export async function returnEverything(page: Page, order: ReturnWish['order']): Promise<string> {
  const headers = { 'x-makegood': '1' };
  const api = `${BACK_OFFICE_URL}/api/customer/demo`;
  const found = await page.request.post(`${api}/order/lookup`, {
    headers,
    data: { orderNo: order.orderNo, emailOrPostalCode: order.email },
  });
  const { idFromPlatform } = (await found.json()) as { idFromPlatform: string };
  const shown = await page.request.get(`${api}/order/${idFromPlatform}`, { headers });
  const { lineItems: lines } = (await shown.json()) as {
    lineItems: { lineIdFromPlatform: string; isEligible: boolean }[];
  };
  const made = await page.request.post(`${api}/order/${idFromPlatform}/claim`, {
    headers,
    data: {
      requestKey: crypto.randomUUID(),
      shippingMethod: 'packingSlip',
      selections: lines
        .filter((line) => line.isEligible)
        .map(({ lineIdFromPlatform }) => ({
          lineIdFromPlatform,
          quantity: 1,
          reasonId: 'No_Longer_Needed',
          method: 'refund',
        })),
    },
  });
  expect(made.status()).toBe(200);
  return ((await made.json()) as { externalId: string }).externalId;
}
