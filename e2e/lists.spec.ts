import { parse } from 'csv-parse/sync';
import { expect, type Locator, type Page } from '@playwright/test';
import { readMail } from './mail.ts';
import { BACK_OFFICE_URL, ORDERS } from './places.ts';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { returnEverything } from './shopper.ts';
import { openReturns, signIn, type StaffName } from './staff.ts';
import { test } from './test.ts';

async function signInToReturns(page: Page, who: StaffName): Promise<void> {
  await signIn(page, who);
  await openReturns(page);
}

const row = (page: Page, number: string): Locator => page.getByRole('row').filter({ hasText: number });
/** Texts of the table that are wider or higher than the room they have; a tag shows the rest on hover. */
const cutTexts = `[...document.querySelectorAll('.mg-table td span, .mg-table td bdi')]
  .filter((one) => !one.closest('.mg-tag') && getComputedStyle(one).overflow === 'hidden' && one.clientWidth > 1)
  .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
  .map((one) => one.textContent)`;
const openSearch = (page: Page) => page.getByRole('button', { name: 'Search and filter' }).click();
const search = (page: Page) => page.getByRole('searchbox');

async function addFilter(page: Page, name: string, choice: string): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await page
    .getByRole('dialog', { name: new RegExp(`^${name}`) })
    .getByLabel(choice, { exact: true })
    .check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: new RegExp(`^${name}`) })).toBeHidden();
}

test('a list is filtered, searched, saved as a view, renamed and deleted', async ({ page }) => {
  const kept = await returnEverything(page, ORDERS.vase);
  await signInToReturns(page, 'Sam Staff');
  await expect(row(page, kept)).toBeVisible();
  await expectAccessible(page);

  await openSearch(page);
  await expect(page.getByRole('button', { name: 'Save as' })).toBeDisabled();
  await addFilter(page, 'Status', 'Denied');
  await expect(page.getByRole('heading', { name: 'No claims found' })).toBeVisible();
  await expect(page.getByText('Try changing the filters or search terms for this view.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove filter Status' }).click();
  await addFilter(page, 'Created', 'Last 7 days');
  await search(page).fill(kept.toLowerCase());
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row(page, kept)).toBeVisible();

  await page.getByRole('button', { name: 'Save as' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('x'.repeat(41));
  await expect(dialog.getByText('41/40')).toBeVisible();
  await expect(dialog.getByText('Name must be less than 40 characters')).toBeVisible();
  await dialog.getByLabel('Name').fill('One vase');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'One vase', exact: true });
  await expect(tab).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('row')).toHaveCount(2);

  // A change is not the view's until it is saved; leaving the search goes back to it.
  await openSearch(page);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await search(page).fill('nobody at all');
  await expect(page.getByRole('heading', { name: 'No claims found' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await openSearch(page);
  await expect(row(page, kept)).toBeVisible();

  // As it was left, from another page and after a reload.
  await page.getByRole('link', { name: 'Actions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Actions' })).toBeVisible();
  await page.getByRole('link', { name: 'Return claims' }).click();
  await expect(tab).toHaveAttribute('aria-current', 'true');
  await page.reload();
  await expect(tab).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('row')).toHaveCount(2);

  await page.getByRole('button', { name: 'View One vase' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await dialog.getByLabel('Name').fill('Bowls');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('button', { name: 'Bowls', exact: true })).toBeVisible();
  // Where the server does not agree, the view comes back with a word.
  await page.route('**/view/*', (route) => route.abort());
  await page.getByRole('button', { name: 'View Bowls' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete view' }).click();
  await expect(page.getByText('Failed to delete view')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bowls', exact: true })).toHaveAttribute('aria-current', 'true');
  await page.unroute('**/view/*');
  await page.getByRole('button', { name: 'View Bowls' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete view' }).click();
  await expect(page.getByText('View deleted')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bowls', exact: true })).toBeHidden();
});

test('a list come back to is as it was left, whatever led to that; / searches it', async ({ page }) => {
  await signInToReturns(page, 'Sam Staff');
  const effects = page.getByRole('heading', { level: 1, name: 'Actions' });
  const awayAndBack = async (): Promise<void> => {
    await page.getByRole('link', { name: 'Actions' }).click();
    await expect(effects).toBeVisible();
    await page.getByRole('link', { name: 'Return claims' }).click();
    await expect(effects).toBeHidden();
  };
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('ines');
  await expect(page).toHaveURL(/ines/);
  await awayAndBack();
  await expect(search(page)).toHaveValue('ines');
  await expect(search(page)).not.toBeFocused();
  // The list of another type.
  await page.getByRole('link', { name: 'Warranty claims' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Warranty claims' })).toBeVisible();
  await expect(search(page)).toBeHidden();
  await page.getByRole('link', { name: 'Return claims' }).click();
  await expect(search(page)).toHaveValue('ines');
  // A link to all of them.
  await page.getByRole('link', { name: 'Return claims' }).click();
  await expect(search(page)).toBeHidden();
  await awayAndBack();
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  await expect(page).not.toHaveURL(/ines/);
  // The browser's way back.
  await page.keyboard.press('/');
  await page.keyboard.type('ines');
  await expect(page).toHaveURL(/ines/);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(search(page)).toBeHidden();
  await page.goBack();
  await expect(search(page)).toHaveValue('ines');
  await awayAndBack();
  await expect(search(page)).toHaveValue('ines');
  // A link from elsewhere, with a state of its own.
  await page.goto(`${new URL(page.url()).pathname}?sort=oldest`);
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  await awayAndBack();
  await expect(page).toHaveURL(/sort=oldest/);
});

test('the dialogs of a list lose nothing typed, and saving a view undoes nothing of a colleague', async ({ page }) => {
  await signInToReturns(page, 'Sam Staff');
  const leaving = page.getByRole('dialog', { name: 'Unsaved Changes' });
  await page.keyboard.press('/');
  await page.keyboard.type('ines');
  await page.getByRole('button', { name: 'Save as' }).click();
  const saving = page.getByRole('dialog', { name: 'Save view as' });
  const name = saving.getByLabel('Name');
  await name.fill('A long thought of name');
  await page.keyboard.press('Escape');
  await leaving.getByRole('button', { name: 'Return to Page' }).click();
  const words = 'A list can have up to 100 views. Delete one first.';
  await page.route('**/view', (route) =>
    route.fulfill({ status: 409, json: { code: 'TOO_MANY_VIEWS', message: words } }),
  );
  await saving.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText('Failed to create view')).toBeVisible();
  await expect(saving.getByText(words)).toBeVisible();
  await expect(name).toHaveValue('A long thought of name');
  await expectAccessible(page);
  await page.unroute('**/view');
  const made = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/view'));
  await saving.getByRole('button', { name: 'Save view' }).click();
  const { id } = (await (await made).json()) as { id: number };
  await expect(saving).toBeHidden();
  await expect(page.getByRole('button', { name: 'A long thought of name', exact: true })).toBeVisible();

  await openSearch(page);
  await search(page).fill('otto');
  await expect(page).toHaveURL(/otto/);
  const [, storeId] = new URL(page.url()).pathname.split('/');
  await page.request.put(`/api/merchant/${storeId}/view/${id}`, {
    headers: { 'x-makegood': '1' },
    data: { kind: 'Return', name: 'Of a colleague' },
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Of a colleague', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Export' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export' });
  await exporting.getByLabel('File name').fill('Half a name');
  await page.keyboard.press('Escape');
  await leaving.getByRole('button', { name: 'Discard Changes' }).click();
  await expect(exporting).toBeHidden();
});

test('many claims are tagged at once, and those that could not be say why; chosen ones are exported', async ({
  page,
  request,
}) => {
  const one = await returnEverything(page, ORDERS.coat);
  const other = await returnEverything(page, ORDERS.blouse);
  await signIn(page, 'Sam Staff');
  await expect(async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Return claims' }).click();
    await expect(row(page, one)).toContainText('packing slip sent', { timeout: 1000 });
  }).toPass();
  await page.getByLabel(`Select ${one}`).check();
  await page.getByLabel(`Select ${other}`).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected claims' });
  await expect(bar.getByText('2 selected')).toBeVisible();
  // The narrowest window that is no phone's; there the rows are many enough to go past the bar.
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 728, height: 320 });
  const beside =
    "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.mg-table-wrap'))";
  expect(await page.evaluate<number>(beside)).toBe(0);
  await page.getByRole('row').last().scrollIntoViewIfNeeded();
  await expect(bar).toBeInViewport({ ratio: 1 });
  for (const desk of [1440, 1280]) {
    await page.setViewportSize({ width: desk, height: 900 });
    expect(await page.evaluate<number>(beside), `wider than its window at ${desk} pixels`).toBe(0);
    expect(await page.evaluate<string[]>(cutTexts), `cut at ${desk} pixels`).toEqual([]);
  }
  await page.setViewportSize({ width, height });
  const dialog = page.getByRole('dialog');
  await bar.getByRole('button', { name: 'Add tag' }).click();
  await dialog.getByLabel('Tag').fill('=Winter');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog', { name: 'Unsaved Changes' }).getByRole('button', { name: 'Return to Page' }).click();
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/bulk', async (route) => held.then(() => route.continue()));
  await dialog.getByRole('button', { name: 'Tag 2 claims' }).click();
  await expect(dialog.getByText('0 of 2 claims')).toBeVisible();
  await page.evaluate('history.back()');
  const leaving = page.getByRole('dialog', { name: "Leave before it's done?" });
  await expect(leaving).toBeVisible();
  await expectAccessible(page);
  await leaving.getByRole('button', { name: 'Return to Page' }).click();
  answer();
  await expect(dialog.getByText('2 of 2 claims done')).toBeVisible();
  await page.unroute('**/bulk');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(row(page, one).getByText('=Winter')).toBeVisible();

  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByLabel(`Select ${other}`).check();
  await bar.getByRole('button', { name: 'Cancel claims' }).click();
  await dialog.getByRole('button', { name: 'Cancel 1 claim' }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(row(page, other).getByText('Canceled')).toBeVisible();
  await page.getByLabel(`Select ${one}`).check();
  await bar.getByRole('button', { name: 'Cancel claims' }).click();
  await dialog.getByRole('button', { name: 'Cancel 2 claims' }).click();
  await expect(dialog.getByText('1 of 2 claims done')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText(new RegExp(`^${other}: .+`));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await bar.getByRole('button', { name: 'Export' }).click();
  await dialog.getByLabel('File name').fill('Winter');
  await dialog.getByLabel('Send the link to').fill('winter@example.com');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Choose the email of a user of this store.')).toBeVisible();
  await dialog.getByLabel('Send the link to').fill('sam@demo.test');
  await dialog.getByLabel('All columns').uncheck();
  await dialog.getByLabel('Tags').check();
  await dialog.getByLabel('Claim ID').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByRole('link', { name: 'Download Winter.csv' }).first()).toBeVisible();
  const mail = await readMail(request, 'sam@demo.test', /Winter/);
  const link = /https?:\S+\/exports/.exec(mail.text)?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Exports' })).toBeVisible();
  await expectAccessible(page);
  const file = await page.getByRole('link', { name: 'Download Winter.csv' }).first().getAttribute('href');
  const [head, ...lines]: string[][] = parse(await (await request.get(file ?? '')).text(), { bom: true });
  expect(head).toEqual(['Claim ID', 'Tags']);
  expect(new Set(lines.map(([number]) => number))).toEqual(new Set([one, other]));
  expect(lines.every(([, tags]) => tags === "'=Winter")).toBe(true);
});

test('on a phone, in the dark: filters, selection and export fit', async ({ browser }) => {
  const phone = await onPhone(browser, { colorScheme: 'dark', baseURL: BACK_OFFICE_URL });
  await returnEverything(phone, ORDERS.socks);
  await signInToReturns(phone, 'Ada Admin');
  await openSearch(phone);
  await addFilter(phone, 'Has an error', 'No');
  await phone.getByRole('button', { name: /^Has an error: No/ }).click();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.keyboard.press('Escape');
  await phone.locator('tbody').getByRole('checkbox').first().check();
  await expect(phone.getByText('1 selected')).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.getByRole('button', { name: 'Columns' }).click();
  await phone.getByRole('checkbox', { name: 'Customer' }).uncheck();
  await phone.keyboard.press('Escape');
  await expect(phone.getByRole('columnheader', { name: 'Customer' })).toHaveCount(0);
  await phone.getByRole('button', { name: 'Export' }).first().click();
  const dialog = phone.getByRole('dialog');
  await expect(dialog.getByLabel('File name')).toBeVisible();
  // All of the screen, but for a scroll bar that phones don't have.
  const { x = 1, y = 1, width = 0, height = 0 } = (await dialog.boundingBox()) ?? {};
  expect([x, y, height]).toEqual([0, 0, phone.viewportSize()?.height]);
  expect(width).toBeGreaterThan((phone.viewportSize()?.width ?? 0) - 20);
  await expect(dialog.getByRole('button', { name: 'Export' })).toBeInViewport({ ratio: 1 });
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.context().close();
});

test('in a list, the focus stays near what was done by keyboard', async ({ page }) => {
  await signIn(page, 'Sam Staff');
  await page.getByRole('link', { name: 'Order Lookup' }).click();
  const press = async (name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  const focused = (name: string) => expect(page.getByRole('button', { name, exact: true })).toBeFocused();
  await press('Search and filter');
  await press('Cancel');
  await focused('Search and filter');
  await press('New view');
  await expect(page.getByRole('main')).toBeFocused();
  await press('Add filter');
  await page.getByRole('menuitem', { name: 'Created' }).press('Enter');
  await expect(page.getByLabel('Today', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await focused('Add filter');
  await press('Add filter');
  await page.getByRole('menuitem', { name: 'Created' }).press('Enter');
  await page.getByLabel('Last 90 days').check();
  await page.keyboard.press('Escape');
  await focused('Created: Last 90 days');
  await press('Cancel');
  await focused('Search and filter');
  await press('Next');
  await expect(page.getByRole('button', { name: 'Previous' })).toBeEnabled();
  await press('Previous');
  await focused('Next');
  // Rows lead to the claims of their order too.
  for (const row of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    await page.keyboard.press('j');
    await expect(page.getByRole('row').nth(row).getByRole('link').first()).toBeFocused();
  }
  const order = page.getByRole('row').nth(9).getByRole('link').first();
  const number = await order.innerText();
  await order.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('link', { name: number })).toBeFocused();
});

test('of many views the open one is in sight', async ({ browser }) => {
  const phone = await onPhone(browser, { baseURL: BACK_OFFICE_URL });
  await signIn(phone, 'Sam Staff');
  const [, storeId] = new URL(phone.url()).pathname.split('/');
  const views = `/api/merchant/${storeId}/view`;
  const headers = { 'x-makegood': '1' };
  const ids: number[] = [];
  for (const name of ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth']) {
    const made = await phone.request.post(views, {
      headers,
      data: { kind: 'Order', name: `${name} of many`, filters: {} },
    });
    ids.push(((await made.json()) as { id: number }).id);
  }
  await phone.goto(`/${storeId}/orders/lookup?view=${ids.at(-1)}`);
  const tab = (name: string) => phone.getByRole('button', { name, exact: true });
  await expect(tab('Sixth of many')).toBeInViewport({ ratio: 0.9 });
  await expect(tab('View Sixth of many')).toBeInViewport({ ratio: 0.9 });
  await openSearch(phone);
  await phone.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(tab('Sixth of many')).toBeInViewport({ ratio: 0.9 });
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  for (const id of ids) await phone.request.delete(`${views}/${id}`, { headers });
  await phone.context().close();
});

test('a custom range is taken once its days are whole, and says what is wrong with them', async ({ page }) => {
  await signIn(page, 'Sam Staff');
  await page.getByRole('link', { name: 'Order Lookup' }).click();
  await openSearch(page);
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name: 'Created' }).click();
  await page.getByLabel('Custom', { exact: true }).check();
  const start = page.getByLabel('Start', { exact: true });
  const end = page.getByLabel('End', { exact: true });
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/search')) asked.push(request.postDataJSON()?.filters?.createdOn);
  });
  await end.focus();
  await page.keyboard.type('03042026');
  await expect(page.getByRole('button', { name: /^Created: … – Mar 4, 2026/ })).toBeVisible();
  await start.focus();
  await page.keyboard.type('02312026');
  await end.focus();
  await expect(page.getByText('Invalid Date')).toBeVisible();
  await expectAccessible(page);
  await start.focus();
  await page.keyboard.type('03052026');
  await expect(page.getByText('Start cannot be after end')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Created: … – Mar 4, 2026/ })).toBeVisible();
  await start.fill('2026-03-04');
  await expect(page.getByRole('button', { name: 'Created: Mar 4, 2026 – Mar 4, 2026' })).toBeVisible();
  const midnight = (day: string): string => new Date(`${day}T00:00:00`).toISOString();
  await expect
    .poll(() => asked)
    .toEqual([
      { start: null, end: midnight('2026-03-05') },
      { start: midnight('2026-03-04'), end: midnight('2026-03-05') },
    ]);
});

test('a page that is no longer there leads to the first one; what could not be loaded is not loading', async ({
  page,
}) => {
  await signIn(page, 'Sam Staff');
  await page.getByRole('link', { name: 'Order Lookup' }).click();
  await expect(page.getByText(/orders shown/)).toBeVisible();
  await page.goto(`${page.url()}?cursor=next.gone`);
  await expect(page.getByText('This page of the list no longer exists.')).toBeVisible();
  await expect(page.getByText('Loading', { exact: true })).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'First page' }).click();
  await expect(page.getByText(/orders shown/)).toBeVisible();
});
