import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { readSettings, setSettings, storeOf } from './claims.ts';
import { readMail } from './mail.ts';
import { BACK_OFFICE_URL, ORDERS, PORT } from './places.ts';
import { expectAccessible, lookAt, onNarrowPhone, onPhone } from './screen.ts';
import { signIn, type StaffName } from './staff.ts';
import { test } from './test.ts';

const run = promisify(execFile);

const HARBOR = 'harbor.myshopify.com';
const BOUGHT = { orderNo: 'H-1001', email: 'ines.harbor@example.com' };
const BY_PROVIDER = {
  isShippingProtectionEnabled: true,
  isUnprotectedShippingClaimPermitted: true,
  isMerchantFinalizationEnabled: false,
};

async function call<T>(page: Page, method: 'GET' | 'POST', path: string, data?: object): Promise<T> {
  const url = `${BACK_OFFICE_URL}/api/merchant/${path}`;
  const response = await page.request.fetch(url, { method, headers: { 'x-makegood': '1' }, ...(data ? { data } : {}) });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()) as T;
}

/** Another store with one order, which came in a file. */
async function secondStore(page: Page): Promise<number> {
  await page.goto(`/api/webhooks/shopify/install?shop=${HARBOR}`);
  await expect(page.getByRole('heading', { name: /^Welcome to / })).toBeVisible();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Petra Provider' }).click();
  await expect(page.getByRole('button', { name: 'Account of Petra Provider' })).toBeVisible();
  const { stores } = await call<{ stores: { id: number; slug: string }[] }>(page, 'GET', 'me');
  const store = stores.find(({ slug }) => slug === 'harbor');
  if (!store) throw new Error('the second shop has no store');
  const file = test.info().outputPath('orders.csv');
  await writeFile(
    file,
    `Name,Email,Financial Status,Fulfillment Status,Fulfilled at,Currency,Subtotal,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem requires shipping,Billing Name,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Province,Shipping Country
${BOUGHT.orderNo},${BOUGHT.email},paid,fulfilled,2026-10-02 10:00:00 +0000,USD,42.00,42.00,2026-10-01 10:00:00 +0000,1,Brass lamp,42.00,true,Ines Harbor,Ines Harbor,1 Quay,Seattle,98101,WA,US
`,
  );
  await run('node', ['src/server/import/orders-csv-command.ts', '--store', 'harbor', file], {
    env: { ...process.env, DATA_FOLDER: `data/e2e-${PORT}`, PORT: String(PORT) },
  });
  return store.id;
}

/** Staff file that the first item of an order is missing; the number of the claim. */
async function fileMissing(page: Page, storeId: number, orderNo: string): Promise<string> {
  const { data } = await call<{ data: { id: number }[] }>(page, 'POST', `${storeId}/search`, {
    kind: 'Order',
    filters: { searchTerm: orderNo },
  });
  const path = `${storeId}/shipping-protection`;
  const { lineItems } = await call<{ lineItems: { idFromPlatform: string }[] }>(
    page,
    'GET',
    `${path}/order/${data[0]?.id}`,
  );
  const { externalId } = await call<{ externalId: string }>(page, 'POST', `${path}/claim`, {
    requestKey: randomUUID(),
    originalStoreOrderId: data[0]?.id,
    reason: 'Missing_Item',
    resolutionMethod: 'Refund',
    lineItems: [{ idFromPlatform: lineItems[0]?.idFromPlatform, quantity: 1 }],
  });
  return externalId;
}

async function openQueue(page: Page, who?: StaffName): Promise<void> {
  if (who) await signIn(page, who);
  await page.goto('/concierge');
  await expect(page.getByRole('heading', { level: 1, name: 'Concierge' })).toBeVisible();
}

test('two provider admins empty the queue of two stores, each claim decided by who took it', async ({
  browser,
  page,
  request,
}) => {
  await signIn(page, 'Petra Provider');
  const before = await readSettings(page, Object.keys(BY_PROVIDER));
  const demo = await storeOf(page);
  const harbor = await secondStore(page);
  for (const storeId of [demo, harbor]) await setSettings(page, BY_PROVIDER, storeId);
  const oldest = await fileMissing(page, harbor, BOUGHT.orderNo);
  const newer = await fileMissing(page, demo, ORDERS.queued.orderNo);

  // A merchant's own people know of no queue.
  const merchant = await browser.newPage();
  await signIn(merchant, 'Ada Admin');
  await expect(merchant.getByRole('link', { name: 'Concierge' })).toHaveCount(0);
  await merchant.goto('/concierge');
  await expect(merchant.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await merchant.goto(`/${demo}/claims/shipping`);
  await merchant.getByRole('row', { name: new RegExp(newer) }).click();
  await expect(merchant.getByText('This claim is handled by the concierge team. Nobody has it yet.')).toBeVisible();
  await expect(merchant.getByRole('button', { name: 'Finalize Claim' })).toHaveCount(0);
  await merchant.close();

  await page.goto(`/${demo}`);
  await page.getByRole('link', { name: 'Concierge' }).click();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.filter({ hasText: oldest })).toContainText('Ines Harbor');
  await expect(rows.nth(1)).toContainText(oldest);
  await expect(rows.nth(2)).toContainText(newer);
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: oldest })).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: newer })).toBeFocused();
  await lookAt(page);
  await page.keyboard.press('/');
  await page.getByLabel(/^Search by claim/).fill('Brass lamp');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name: 'Who has it' }).click();
  await page.getByRole('checkbox', { name: 'Me', exact: true }).check();
  await expect(page.getByRole('heading', { name: 'No claims found' })).toBeVisible();
  await page.keyboard.press('Escape');
  await lookAt(page);
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: 'Answers' }).click();
  await expect(page.getByText('No answer yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add answer' }).click();
  await page.getByLabel('Name').fill('Delivered to a neighbor');
  await page.getByLabel('Text', { exact: true }).fill('Hi {{nobody}}');
  await page.getByRole('button', { name: 'Save answer' }).click();
  await expect(page.getByText("{{nobody}} isn't a variable of this answer.")).toBeVisible();
  await page.getByLabel('Text', { exact: true }).fill('Hi ');
  await page.getByRole('button', { name: 'Insert variable' }).click();
  await page.getByRole('menuitem', { name: /^Customer's first name/ }).click();
  await page.getByLabel('Text', { exact: true }).pressSequentially(', a neighbor of yours signed for {{orderNumber}}.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save answer' }).click();
  await expect(page.getByText('Added an answer: Delivered to a neighbor')).toBeVisible();
  await lookAt(page);

  const colleague = await browser.newPage();
  await openQueue(colleague, 'Paula Provider');
  await expect(colleague.getByRole('button', { name: `Take ${oldest}` })).toBeVisible();
  // What her screen shows stays as old as it is.
  const search = '**/api/provider/concierge/search';
  await colleague.route(search, () => new Promise(() => undefined));
  await openQueue(page);
  await page.getByRole('button', { name: 'Take the next claim' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `#${oldest}` })).toBeVisible();
  await expect(page.getByText('This claim is handled by the concierge team. You have it.')).toBeVisible();
  await lookAt(page);
  await colleague.getByRole('button', { name: `Take ${oldest}` }).click();
  await expect(colleague.getByText('Petra Provider has this claim.')).toBeVisible();
  await colleague.unroute(search);
  await openQueue(colleague);
  await expect(colleague.getByRole('row', { name: new RegExp(oldest) })).toContainText('Petra Provider');
  await colleague.getByRole('link', { name: oldest }).click();
  await expect(
    colleague.getByText('This claim is handled by the concierge team. Petra Provider has it.'),
  ).toBeVisible();
  await colleague.getByRole('button', { name: 'Finalize Claim' }).click();
  await expect(colleague.getByText('Petra Provider has this claim. Ask them before you decide it.')).toBeVisible();
  await expectAccessible(colleague);
  await colleague.close();

  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Deny claim' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Insert answer' }).click();
  await page.getByRole('menuitem', { name: 'Delivered to a neighbor' }).click();
  const sentence = `Hi Ines, a neighbor of yours signed for ${BOUGHT.orderNo}.`;
  await expect(page.getByLabel('Note to customer')).toHaveValue(sentence);
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Deny claim' }).click();
  await expect(page.getByText('Closed - Denied')).toBeVisible();
  const mail = await readMail(request, BOUGHT.email, new RegExp(`${oldest} wasn't approved`));
  expect(mail.text).toContain(sentence);

  await page.getByRole('button', { name: 'Take the next claim' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `#${newer}` })).toBeVisible();
  await page.getByRole('button', { name: 'Finalize Claim' }).click();
  await page.getByRole('radio', { name: 'Refund to the original payment method' }).check();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText('Closed - Refunded')).toBeVisible();
  await page.getByRole('button', { name: 'Take the next claim' }).click();
  await expect(page.getByText("There's no claim left to take.")).toBeVisible();
  await page.getByRole('link', { name: 'Concierge' }).first().click();
  await expect(page.getByRole('heading', { name: 'No claims waiting' })).toBeVisible();
  await lookAt(page);
  await setSettings(page, before, demo);
});

test('on a phone a claim is handed over, taken over and given back', async ({ browser, page }) => {
  await signIn(page, 'Petra Provider');
  const before = await readSettings(page, Object.keys(BY_PROVIDER));
  const demo = await storeOf(page);
  await setSettings(page, BY_PROVIDER, demo);
  const number = await fileMissing(page, demo, ORDERS.handedOver.orderNo);
  const paula = await onPhone(browser);
  await openQueue(paula, 'Paula Provider');

  const narrow = await onNarrowPhone(browser);
  await openQueue(narrow, 'Petra Provider');
  await expect(narrow.getByRole('row', { name: new RegExp(number) })).toBeVisible();
  await lookAt(narrow);
  await narrow.getByRole('button', { name: `Take ${number}` }).click();
  await expect(narrow.getByRole('row', { name: new RegExp(number) })).toContainText('You');
  await narrow.getByRole('link', { name: number }).click();
  await lookAt(narrow);
  await narrow.getByRole('button', { name: 'More Actions' }).click();
  await narrow.getByRole('menuitem', { name: 'Hand over' }).click();
  await narrow.getByRole('combobox', { name: 'Who has it from now on' }).click();
  await narrow.getByRole('option', { name: 'Paula Provider' }).click();
  await expectAccessible(narrow);
  await narrow.getByRole('button', { name: 'Hand over' }).click();
  await expect(narrow.getByText('Paula Provider has it.')).toBeVisible();
  await expect(narrow.getByText('Handed over')).toBeVisible();

  await openQueue(paula);
  await paula.getByRole('button', { name: /^Mine/ }).click();
  await expect(paula.getByRole('row', { name: new RegExp(number) })).toContainText('You');
  await lookAt(paula);
  await narrow.getByRole('button', { name: 'More Actions' }).click();
  await narrow.getByRole('menuitem', { name: 'Take it over from Paula Provider' }).click();
  await narrow.getByRole('button', { name: 'Give back' }).click();
  await expect(narrow.getByText('Nobody has it yet.')).toBeVisible();

  await narrow.getByRole('button', { name: 'More Actions' }).click();
  await narrow.getByRole('menuitem', { name: 'Close as resolved' }).click();
  await narrow.getByRole('button', { name: 'Close claim' }).click();
  await expect(narrow.getByText('Closed - Resolved')).toBeVisible();
  await setSettings(page, before, demo);
  await Promise.all([paula.context().close(), narrow.context().close()]);
});
