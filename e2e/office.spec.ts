import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { onPhone, expectAccessible, expectNoSidewaysScroll } from './screen.ts';
import { readMail } from './mail.ts';
import { makeClaim } from './claims.ts';
import { ORDERS } from './places.ts';
import { returnEverything } from './shopper.ts';
import { openClaim, signIn } from './staff.ts';
import { test } from './test.ts';
import { loadedBy } from './wire.ts';

const storeOf = (page: Page): string => new URL(page.url()).pathname.split('/')[1] ?? '';

/** The page of a store, once its heading is there. */
async function open(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(`/${storeOf(page)}${path}`);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

test('home: each number is that of the list it leads to, at a desk and on a phone', async ({ browser, page }) => {
  const number = await returnEverything(page, ORDERS.pack);
  await signIn(page, 'Sam Staff');
  await openClaim(page, number);
  await page.getByRole('button', { name: 'Mark as received' }).click();
  await expect(page.getByText('Needs approval')).toBeVisible();
  const phone = await onPhone(browser);
  for (const screen of [page, phone]) {
    await signIn(screen, 'Sam Staff');
    const home = screen.url();
    const counts = screen.getByRole('region', { name: 'Return claims' }).getByRole('link');
    await expect(counts.first()).toBeVisible();
    for (const link of await counts.all()) {
      await expect(screen.getByRole('heading', { name: 'Last 12 weeks' })).toBeVisible();
      const count = Number((await link.locator('strong').textContent()) ?? '');
      await expectListed(screen, link, count);
      await screen.goto(home);
    }
    const waiting = screen
      .getByRole('listitem')
      .filter({ hasText: /Claims? waiting for you/ })
      .getByRole('link');
    const waitingReturns = waiting.first();
    await expectListed(screen, waitingReturns, Number.parseInt((await waitingReturns.textContent()) ?? '', 10));
    await expect(screen.getByText('Waiting for you')).toBeVisible();
    await screen.goto(home);
    await expect(screen.getByRole('application', { name: 'Claims per week' })).toBeVisible();
    const asTable = screen.getByText('Show as table');
    await asTable.click();
    const bar = screen.getByRole('table', { name: /Claims per week/ }).getByRole('link', { name: /Returns/ });
    const made = Number.parseInt((await bar.last().textContent()) ?? '', 10);
    expect(made).toBeGreaterThan(0);
    await expectListed(screen, bar.last(), made);
    await screen.goto(home);
    await asTable.click();
    await expect(bar.last()).toBeVisible();
    await expectAccessible(screen);
    await expectNoSidewaysScroll(screen);
  }
  await phone.context().close();
});

test('home: what left this week leads to where it went in these days', async ({ page }) => {
  let monday = '';
  await page.route('**/api/merchant/*/home', async (route) => {
    const response = await route.fetch();
    const home = (await response.json()) as { weeks: { startsOn: string; moneyOut: object[] }[] };
    const week = home.weeks.at(-1);
    monday = week?.startsOn ?? '';
    const others = { storeCredit: 0, giftCards: 0, outside: 0 };
    week?.moneyOut.splice(0, 9, { currencyCode: 'USD', refunds: 12.5, ...others, total: 12.5 });
    await route.fulfill({ response, json: home });
  });
  await signIn(page, 'Ada Admin');
  const money = page.getByRole('region', { name: 'Money out this week' });
  await money.getByRole('link', { name: '$12.50' }).click();
  await expect(page.getByLabel('Dashboard', { exact: true })).toHaveValue('money');
  await expect(page.getByLabel('Start')).toHaveValue(monday);
});

/** Opens a link from home; the list it leads to has as many claims. */
async function expectListed(page: Page, link: ReturnType<Page['getByRole']>, count: number): Promise<void> {
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Return claims' })).toBeVisible();
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
  await expect(rows).toHaveCount(Math.min(count, 50));
}

test('dashboards: one of several, over a period, opened and downloaded', async ({ browser, page }) => {
  const phone = await onPhone(browser, { colorScheme: 'dark' });
  for (const screen of [page, phone]) {
    await signIn(screen, 'Ada Admin');
    await open(screen, '/analytics', 'Dashboards');
    await expect(screen).toHaveURL(/\/analytics\/dashboards$/);
    await expect(screen.getByRole('heading', { name: 'Claims over time' })).toBeVisible();
    await expectAccessible(screen);
    for (const name of ['Resolutions and money', 'Reasons', 'Products', 'Operations']) {
      await screen.getByLabel('Dashboard', { exact: true }).selectOption(name);
      await expect(screen.locator('[aria-busy=true]')).toHaveCount(0);
      await expectAccessible(screen);
      await expectNoSidewaysScroll(screen);
    }
    await screen.getByLabel('Dashboard', { exact: true }).selectOption('Returns overview');
    await screen.getByLabel('Period', { exact: true }).selectOption('Custom');
    await screen.getByLabel('Start').fill('2020-01-02');
    await screen.getByLabel('End').fill('2020-01-01');
    await expect(screen.getByText('Start cannot be after end')).toBeVisible();
    await screen.getByLabel('End').fill('2020-01-31');
    await expect(screen.getByRole('heading', { name: 'No activity in this period' })).toBeVisible();
    await expect(screen).toHaveURL(/from=2020-01-02/);
  }
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('returns-2020-01-02-2020-01-31.csv');
  await page.route('**/analytics/dashboard?*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByLabel('Dashboard', { exact: true }).selectOption('Reasons');
  await expect(page.getByText('Failed to load dashboard. Please try another option.')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboards' }).click();
  await expect(page.getByLabel('Period', { exact: true })).toHaveValue('30d');
  await expect(page.getByLabel('Start')).toHaveCount(0);
  await phone.context().close();
});

test('billing and dashboards are for admins; a helpdesk gets its token once', async ({ browser, page }) => {
  await signIn(page, 'Ada Admin');
  await open(page, '/billing', 'Billing');
  await expect(page.getByRole('heading', { name: 'No Invoices Found' })).toBeVisible();
  for (const words of ['None', 'Not counted in money'])
    await expect(page.getByText(words, { exact: true })).toHaveCount(0);
  await expect(page.getByText('Counted by number').first()).toBeVisible();
  await expectAccessible(page);
  await open(page, '/settings/integrations', 'Integrations');
  await page.getByRole('button', { name: 'Connect helpdesk' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('zendesk');
  const embedded = dialog.getByRole('textbox', { name: 'Embedded in' });
  await embedded.fill('https://acme.example/path');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog.getByText('Must be an address like')).toBeVisible();
  await embedded.fill('https://acme.example, https://apps.example');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  const token = await dialog.getByRole('textbox', { name: 'Token', exact: true }).inputValue();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const address = await dialog.getByRole('textbox', { name: 'Address of the customer card' }).inputValue();
  const desk = await onPhone(browser);
  await desk.goto(
    address
      .replace('{agent}', 'sam@demo.test')
      .replace('{customer}', encodeURIComponent(ORDERS.gift.email))
      .replace('{name}', 'Renee'),
  );
  // In a window of its own it asks first.
  await desk.getByRole('button', { name: 'Continue' }).click();
  await expect(desk.getByRole('list', { name: 'Orders', exact: true })).toBeVisible();
  await desk.context().close();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Add a token to zendesk' }).click();
  await page.getByRole('dialog').getByLabel('For', { exact: true }).selectOption('sam@demo.test');
  await page.getByRole('dialog').getByLabel('Good for').selectOption('30');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Add token' }).click();
  await expect(page.getByRole('textbox', { name: 'Token', exact: true })).not.toHaveValue(token);
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  const tokens = page.getByRole('list', { name: 'Tokens of zendesk' });
  await expect(tokens.getByRole('listitem')).toContainText(['sam@demo.test', 'All agents']);
  await expect(tokens.getByRole('listitem').filter({ hasText: 'All agents' })).toContainText('Last used today');
  await page.getByRole('button', { name: 'Revoke the token of zendesk for All agents' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
  await expect(tokens.getByRole('listitem')).toHaveText([/^sam@demo\.test/]);
  await page.getByRole('button', { name: 'Disconnect zendesk' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect helpdesk' }).click();
  await expect(page.getByText('No helpdesk is connected.')).toBeVisible();

  const phone = await onPhone(browser);
  await signIn(phone, 'Sam Staff');
  for (const path of ['/billing', '/analytics/dashboards', '/settings']) {
    await open(phone, path, "You Don't Have Access");
    await expect(phone.getByText('This page needs the role Admin.')).toBeVisible();
  }
  await phone.context().close();
});

test('an admin invites someone, who signs in by the email, becomes an admin and is removed again', async ({
  browser,
  page,
  request,
}) => {
  await signIn(page, 'Ada Admin');
  const users = `/${storeOf(page)}/settings/users`;
  await open(page, '/settings/users', 'Users');
  await expect(page.getByRole('button', { name: 'Delete Ada Admin' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Invite user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Ines');
  await dialog.getByLabel('Last name').fill('Invited');
  await dialog.getByLabel('Email').fill('ines');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Must be a valid email.')).toBeVisible();
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel('Email').fill('ines@demo.test');
  await page.keyboard.press('Enter');
  const row = page.getByRole('listitem').filter({ hasText: 'ines@demo.test' });
  await expect(row).toContainText('Invited');
  await expectAccessible(page);

  const mail = await readMail(request, 'ines@demo.test', /invites you/);
  const phone = await onPhone(browser);
  await phone.goto(/https?:\S+\/login\?\S+/.exec(mail.text)?.[0] ?? '');
  await phone.getByRole('button', { name: 'Ines Invited' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await phone.goto(users);
  await expect(phone.getByRole('heading', { name: "You Don't Have Access" })).toBeVisible();

  await page.reload();
  await expect(row).toContainText('Active');
  await row.getByRole('button', { name: 'Edit Ines Invited' }).click();
  await dialog.getByLabel('Role').selectOption('Admin');
  await dialog.getByRole('button', { name: 'Save user' }).click();
  await expect(row).toContainText('Admin');

  await phone.goto(`${users}?return-to=${encodeURIComponent(`/${storeOf(page)}/effects`)}`);
  await expect(phone.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.getByRole('link', { name: 'All settings' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole('link', { name: 'Warranties' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Warranties' })).toBeVisible();
  await phone.getByRole('link', { name: 'All settings' }).click();
  await phone.getByRole('link', { name: 'Close settings' }).click();
  await expect(phone).toHaveURL(/\/effects$/);
  await phone.goto(`/${storeOf(page)}/settings/nowhere`);
  await expect(phone.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();

  await row.getByRole('button', { name: 'Delete Ines Invited' }).click();
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(row).toHaveCount(0);
  await phone.goto(users);
  await expect(phone.getByRole('heading', { name: 'No Store Access' })).toBeVisible();
  await phone.context().close();
});

const WORKER = join(import.meta.dirname, '../dist/web/sw.js');
const WORKER_FILES = [WORKER, `${WORKER}.br`, `${WORKER}.gz`];
const served = new Map<string, Buffer>();

/** What the server has after the next release: a worker of another version, which keeps other files. */
function deployOther(): void {
  for (const file of WORKER_FILES) {
    served.set(file, readFileSync(file));
    rmSync(file);
  }
  const text = served.get(WORKER)?.toString() ?? '';
  writeFileSync(WORKER, text.replace(/VERSION = '\w+'/, "VERSION = 'other'").replace(/SHELL = \[.*\]/, 'SHELL = []'));
}
test.afterEach(() => {
  for (const [file, content] of served) writeFileSync(file, content);
  served.clear();
});

test('a new version is told of, and opened only when nothing typed is lost', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await signIn(page, 'Ada Admin');
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await open(page, '/settings', 'Theme');
  await page.waitForFunction('navigator.serviceWorker.controller !== null');
  const kept = await page.evaluate<string[]>(
    `caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname))`,
  );
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.filter((path) => !path.startsWith('/assets/'))).toEqual([]);

  deployOther();
  await page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => undefined)');
  const banner = page.getByText('There is a new version of this page.');
  await expect(banner).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Portal heading').fill('Not saved yet');
  const asked: string[] = [];
  page.once('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(page.getByLabel('Portal heading')).toHaveValue('Not saved yet');
  await page.getByRole('button', { name: 'Revert' }).click();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(banner).toBeHidden();
  expect(await page.evaluate('caches.keys()')).toEqual([expect.any(String), 'makegood-shell-other']);
  await context.close();
});

test('a tab that waits behind others looks for a new version every five minutes', async ({ page }) => {
  await page.clock.install();
  let asked = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch' && new URL(request.url()).pathname === '/') asked += 1;
  });
  await signIn(page, 'Sam Staff');
  await expect.poll(() => asked).toBe(1);
  // In view, it looks for none.
  await page.clock.fastForward('05:01');
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    window.dispatchEvent(new Event('visibilitychange'));`);
  await page.clock.fastForward('05:01');
  await expect.poll(() => asked).toBe(2);
});

test('an old browser and a currency that is not supported are told of', async ({ browser }) => {
  const page = await onPhone(browser, {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:100.0) Gecko/20100101 Firefox/100.0',
  });
  await page.route('**/api/merchant/me', async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replaceAll('"currencyCode":"USD"', '"currencyCode":"SEK"');
    await route.fulfill({ response: answer, body: text });
  });
  await signIn(page, 'Ada Admin');
  await expect(page.getByText("Your store's currency, SEK, isn't supported yet.")).toBeVisible();
  const old = page.getByText('Your browser is out of date. Update it to keep using Makegood without problems.');
  await expect(old).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(old).toBeHidden();
  await page.context().close();
});

test("a customer's data is found, exported and, once nothing is open, erased", async ({ page }) => {
  // An export and an erasure run in the background.
  test.slow();
  await signIn(page, 'Ada Admin');
  const { email } = ORDERS.private;
  const claim = await makeClaim(page, ORDERS.private);
  await open(page, '/settings/privacy', 'Privacy');
  const field = page.getByLabel('Customer email');
  const find = page.getByRole('button', { name: 'Find data' });
  await field.fill('nobody');
  await find.click();
  await expect(page.getByText('Must be a valid email.')).toBeVisible();
  await field.fill('nobody@example.com');
  await field.press('Enter');
  await expect(page.getByText('Nothing is stored for nobody@example.com.')).toBeVisible();
  await field.fill(email);
  await find.click();
  await expect(page.getByText(/^Stored for .*: \d+ orders, 1 claim/)).toBeVisible();
  await expectAccessible(page);

  const requests = page.getByRole('list', { name: 'Privacy requests' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Export data' }).click();
  await expect(requests.first()).toContainText('Ready', { timeout: 60_000 });
  const download = page.waitForEvent('download');
  await requests
    .first()
    .getByRole('link', { name: /^Download export/ })
    .click();
  expect((await download).suggestedFilename()).toMatch(/\.json$/);

  await page.getByRole('button', { name: 'Erase data…' }).click();
  const asked = page.getByRole('dialog', { name: `Erase the data of ${email}?` });
  await expect(asked).toContainText("You can't undo this.");
  await expect(asked).toContainText('What stays');
  await expect(asked).toContainText(`${claim.externalId} (still open)`);
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Keep data' }).click();
  await expect(asked).toBeHidden();
  await page.getByRole('button', { name: 'Erase data…' }).click();
  await asked.getByRole('button', { name: 'Erase data' }).click();
  await expect(requests.first()).toContainText('Waiting for open claims', { timeout: 60_000 });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await requests.first().getByRole('link', { name: claim.externalId }).click();
  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Cancel Claim' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel claim' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await open(page, '/settings/privacy', 'Privacy');
  await requests
    .first()
    .getByRole('button', { name: /^Check request/ })
    .click();
  await expect(requests.first()).toContainText('Erased', { timeout: 60_000 });
  await expect(requests.first()).not.toContainText(email);
  await field.fill(email);
  await find.click();
  await expect(page.getByText(`Nothing is stored for ${email}.`)).toBeVisible();
});

// Scripts and styles over the wire, without the cache: what each page needs, and little more.
const MOST_KILOBYTES = { home: 438, list: 310, claim: 464 };

test('home, a list and a claim load at most so many kilobytes of scripts and styles', async ({ page }) => {
  await signIn(page, 'Ada Admin');
  const storeId = storeOf(page);
  const claim = await makeClaim(page, ORDERS.weighed);
  const parts = {
    home: ['', 'Last 12 weeks'],
    list: ['/claims/return', 'Return claims'],
    claim: [`/claims/return/${claim.id}`, claim.externalId],
  } as const;
  for (const part of ['home', 'list', 'claim'] as const) {
    const [path, heading] = parts[part];
    const { kilobytes, files } = await loadedBy(page, ['Script', 'Stylesheet'], async () => {
      await page.goto(`/${storeId}${path}`);
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    });
    test
      .info()
      .annotations.push({ type: 'measured', description: `${part}: ${kilobytes.toFixed(1)} KB in ${files} files` });
    expect(kilobytes, part).toBeGreaterThan(0);
    expect(kilobytes, part).toBeLessThanOrEqual(MOST_KILOBYTES[part]);
  }
});
