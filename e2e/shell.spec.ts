import { expect, type Page } from '@playwright/test';
import { makeClaim } from './claims.ts';
import { askThenOpen } from './opening.ts';
import { startHttpsServer } from './https-server.ts';
import { BACK_OFFICE_URL, ORDERS, SHOP_CONTROL_URL } from './places.ts';
import { expectAccessible, expectDrawnWell, expectNoFaults, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { ANY_ITEM } from './shopper.ts';
import { signIn } from './staff.ts';
import { test } from './test.ts';

const SECOND_SHOP = 'second.myshopify.com';

// What a layout looks like in the one scheme it looks like in the other: each is checked in one.
const LAYOUTS = {
  light: ['list', 'settings', 'message', 'list-busy', 'detail-loading'],
  dark: ['list-problem', 'detail', 'list-loading', 'list-empty', 'list-stale', 'settings-saving'],
} as const;

type Person = 'Petra Provider' | 'Ada Admin' | 'Sam Staff';

/** Signs in, whatever the store holds; answers the id of the store that is open. */
async function enter(page: Page, who: Person): Promise<string> {
  await page.goto('/login');
  await page.getByRole('button', { name: who }).click();
  await expect(page.getByRole('button', { name: `Account of ${who}` })).toBeVisible();
  return /\/(\d+)(?:\/|$)/.exec(new URL(page.url()).pathname)?.[1] ?? '';
}

/** Installs the app into another shop and signs in as the provider, who opens both stores. Answers their ids. */
async function withTwoStores(page: Page): Promise<{ first: number; second: number }> {
  await page.goto(`/api/webhooks/shopify/install?shop=${SECOND_SHOP}`);
  await expect(page.getByRole('heading', { name: /^Welcome to / })).toBeVisible();
  await enter(page, 'Petra Provider');
  const me = await page.request.get('/api/merchant/me');
  const { stores } = (await me.json()) as { stores: { id: number }[] };
  const [first, second] = [stores[0]?.id ?? 0, stores.at(-1)?.id ?? 0];
  expect(second).not.toBe(first);
  return { first, second };
}

const setControls = async (page: Page, storeId: number, data: object): Promise<void> => {
  const answer = await page.request.put(`${BACK_OFFICE_URL}/api/merchant/${storeId}/provider-controls`, {
    data,
    headers: { 'x-makegood': '1' },
  });
  expect(answer.status()).toBe(200);
};

test('quick search finds a claim by keyboard alone, and gives the focus back', async ({ browser, page }) => {
  const wish = {
    order: ORDERS.chino,
    item: ANY_ITEM,
    reason: 'No longer needed',
    resolution: /^Refund to original payment method/,
    sendBack: /Packing slip|Prepaid label/,
  };
  const { phone, number } = await askThenOpen(browser, page, wish);
  await phone.context().close();
  const keys = page.keyboard;
  await page.goto('/');
  await page.getByRole('link', { name: 'Actions' }).focus();
  await keys.press('ControlOrMeta+k');
  const box = page.getByRole('combobox', { name: 'Search claims, orders and pages' });
  await expect(box).toBeFocused();
  await expectAccessible(page);
  await keys.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Actions' })).toBeFocused();

  await keys.press('ControlOrMeta+k');
  await keys.type('nobody-has-this-name');
  await expect(page.getByText('Nothing found for “nobody-has-this-name”')).toBeVisible();
  await keys.press('ControlOrMeta+a');
  // Nothing is pressed: a second after the last key it is looked for.
  await keys.type(number);
  const option = page.getByRole('option', { name: number });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await keys.press('ArrowDown');
  await keys.press('ArrowUp');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  await keys.press('ControlOrMeta+k');
  await expect(page.getByRole('group', { name: 'Recently opened' }).getByRole('option').first()).toContainText(number);
  await expectAccessible(page);
  await keys.type('create claim');
  await expect(page.getByRole('option', { name: 'Create claim' })).toHaveAttribute('aria-selected', 'true');
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Order Lookup' })).toBeVisible();
});

test('quick search over a dialog leaves what is typed there, and what listens below it, alone', async ({ page }) => {
  await enter(page, 'Sam Staff');
  await page.getByRole('link', { name: 'Return claims' }).click();
  await page.getByRole('button', { name: 'Export' }).click();
  const name = page.getByRole('textbox', { name: 'File name' });
  await name.fill('Half a name');
  await page.keyboard.press('ControlOrMeta+k');
  const quick = page.getByRole('dialog', { name: 'Quick Search' });
  await expect(quick.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(quick).toBeHidden();
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Half a name');
});

test('two tabs stay on two stores; alerts and banners are of their store', async ({ page }) => {
  const { first, second } = await withTwoStores(page);
  const other = await page.context().newPage();
  await page.goto(`/${first}`);
  await other.goto(`/${second}`);
  await expect(other.getByText('Logged in as petra@makegood.test on')).toBeVisible();
  // The one of the page left last is opened when the address names none.
  const third = await page.context().newPage();
  await third.goto('/');
  await expect(third).toHaveURL(new RegExp(`/${second}(/|$)`));
  await third.close();

  await page.request.post(`${SHOP_CONTROL_URL}/uninstall`, { data: { shop: SECOND_SHOP } });
  await expect(async () => {
    await other.reload();
    await expect(other.getByText('You have 1 alert that needs attention.')).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(
    other.getByText('The app has been uninstalled from your store. Reinstall to continue using the app.'),
  ).toBeVisible();
  await expectAccessible(other);
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByText('The app has been uninstalled')).toHaveCount(0);

  await other.getByRole('button', { name: 'View Alerts' }).click();
  const panel = other.getByRole('dialog', { name: 'Alerts' });
  await expect(panel.getByRole('heading', { name: 'The app has been uninstalled' })).toBeVisible();
  await expectAccessible(other);
  await panel.getByRole('button', { name: 'Mark as read: The app has been uninstalled' }).click();
  await expect(panel.getByText('No more unread alerts')).toBeVisible();
  await panel.getByRole('switch', { name: 'Unread only' }).click();
  await panel.getByRole('button', { name: 'Mark as unread: The app has been uninstalled' }).click();
  await expect(panel.getByRole('button', { name: 'Mark as read: The app has been uninstalled' })).toBeVisible();
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await other.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(other.getByText('needs attention')).toHaveCount(0);
  await expect(other.getByRole('button', { name: 'Alerts', exact: true })).toBeVisible();
  // With many stores one is found by its name, by keyboard alone.
  await other.route('**/api/merchant/me', async (route) => {
    const response = await route.fetch();
    const me = (await response.json()) as { stores: { id: number; name: string }[] };
    const more = Array.from({ length: 11 }, (_, index) => ({
      ...me.stores[0],
      id: 9000 + index,
      name: `More ${index}`,
    }));
    await route.fulfill({ response, json: { ...me, stores: [...me.stores, ...more] } });
  });
  await other.reload();
  await other.locator('.mg-top-store').getByRole('button').click();
  const find = other.getByRole('combobox', { name: 'Find a store' });
  await expect(find).toBeFocused();
  await expect(other.getByRole('option')).toHaveCount(13);
  await expectAccessible(other);
  await find.fill('nobody');
  await expect(other.getByText('Nothing found')).toBeVisible();
  await find.fill('more 7');
  await expect(other.getByRole('option', { name: 'More 7' })).toHaveAttribute('data-combobox-selected', 'true');
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL(/\/9007$/);
  await other.unroute('**/api/merchant/me');
  await other.goto(`/${second}`);
  // A red banner the provider may put away.
  await other.getByRole('button', { name: 'Dismiss' }).click();
  await expect(other.getByText('Logged in as')).toHaveCount(0);
});

test('a subscription warns before it ends, then replaces every screen; other stores and the way out stay', async ({
  browser,
  page,
}) => {
  const { first, second } = await withTwoStores(page);
  const inDays = (days: number): object => ({
    invoiceDefinition: { endDate: new Date(Date.now() + days * 86_400_000).toISOString() },
  });
  await setControls(page, second, inDays(20));
  await page.goto(`/${second}/effects`);
  await expect(page.getByRole('heading', { name: 'Actions' })).toBeVisible();
  await expect(page.getByText('remaining.')).toHaveCount(0);
  const confirmationUrl = 'https://admin.shop.example/charges/1/confirm';
  await setControls(page, second, { ...inDays(0.9), subscriptionStatus: 'pending', confirmationUrl });
  await page.reload();
  await expect(page.getByText('You have 1 day remaining.')).toBeVisible();
  await expect(page.getByText('Your subscription is pending. Action needed.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Approve' })).toHaveAttribute('href', confirmationUrl);
  await expectAccessible(page);
  await setControls(page, second, { ...inDays(-1), subscriptionStatus: 'expired' });
  for (const path of ['', '/effects', '/settings', '/claims/return', '/nowhere']) {
    await page.goto(`/${second}${path}`);
    await expect(page.getByRole('heading', { name: 'Subscription Expired' })).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', 'mailto:support@makegood.test');
  await expectAccessible(page);
  const phone = await onPhone(browser, { colorScheme: 'dark', storageState: await page.context().storageState() });
  await phone.goto(`/${second}`);
  await expect(phone.getByRole('heading', { name: 'Subscription Expired' })).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.context().close();
  // The helpdesk card is one of them.
  await page.goto(`/${second}/integrations/customers?customerEmail=nora%40shop.example`);
  await expect(page.getByRole('heading', { name: 'Subscription Expired' })).toBeVisible();
  await page.goto(`/${first}/effects`);
  await expect(page.getByRole('heading', { name: 'Actions' })).toBeVisible();
  // The provider opens the store again from the very screen that replaced it.
  await page.goto(`/${second}/effects`);
  await page.getByLabel('Subscription').selectOption({ label: 'Accepted' });
  await page.getByLabel('Ends on').fill('2999-01-01');
  await page.getByRole('button', { name: 'Save provider controls' }).click();
  await expect(page.getByRole('heading', { name: 'Actions' })).toBeVisible();
  await expect(page.getByText('Your subscription was accepted and starts soon.')).toBeVisible();
  // What was accepted needs no approval.
  await expect(page.getByRole('link', { name: 'Approve' })).toHaveCount(0);
  await setControls(page, second, { subscriptionStatus: 'active' });

  await page.goto(`/${second}/settings/provider`);
  await page.getByLabel('Ends on').fill('2998-01-01');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Actions' }).click();
  const leaving = page.getByRole('dialog', { name: 'Unsaved Changes' });
  await leaving.getByRole('button', { name: 'Return to Page' }).click();
  await expect(page.getByLabel('Ends on')).toHaveValue('2998-01-01');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Actions' }).click();
  await leaving.getByRole('button', { name: 'Discard Changes' }).click();
  await expect(page.getByRole('heading', { name: 'Actions' })).toBeVisible();
});

test('an area switched off is gone from the menu and from Home, its claims are not; on again it is back', async ({
  page,
}) => {
  const { second } = await withTwoStores(page);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const setWarranty = async (isOn: boolean): Promise<void> => {
    await page.goto(`/${second}/settings/warranties`);
    await page.getByRole('button', { name: `Turn ${isOn ? 'On' : 'Off'} Warranties` }).click();
    await expect(
      page.getByRole('status').filter({ hasText: `Warranties turned ${isOn ? 'on' : 'off'}` }),
    ).toBeVisible();
  };
  for (const isOn of [false, true]) {
    await setWarranty(isOn);
    const shown = isOn ? 1 : 0;
    await expect(menu.getByRole('link', { name: 'Warranty claims' })).toHaveCount(shown);
    await expect(menu.getByRole('link', { name: 'Return claims' })).toBeVisible();
    await page.goto(`/${second}`);
    await expect(page.getByRole('heading', { name: 'Return claims' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Warranty claims' })).toHaveCount(shown);
    await page.goto(`/${second}/claims/warranty`);
    await expect(page.getByRole('heading', { level: 1, name: 'Warranty claims' })).toBeVisible();
  }
});

test('the provider alone switches on what is not for everybody yet', async ({ browser, page }) => {
  const { first } = await withTwoStores(page);
  const saved = async (isOn: boolean): Promise<void> => {
    await page.goto(`/${first}/settings/provider`);
    await page.getByLabel('Shipping protection').setChecked(isOn);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'saved' })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Shipping protection')).toBeChecked({ checked: isOn });
  };
  await saved(true);
  const admin = await (await browser.newContext()).newPage();
  await enter(admin, 'Ada Admin');
  await admin.goto(`/${first}/settings`);
  await expect(admin.getByRole('link', { name: 'Theme' })).toBeVisible();
  await expect(admin.getByRole('link', { name: 'Provider' })).toHaveCount(0);
  await admin.goto(`/${first}/settings/provider`);
  await expect(admin.getByLabel('Shipping protection')).toHaveCount(0);
  await admin.context().close();
  await saved(false);
});

test('the menu of a phone opens pages and closes; nothing reaches over the side', async ({ browser }) => {
  const phone = await onPhone(browser);
  await enter(phone, 'Sam Staff');
  await phone.getByRole('button', { name: 'Menu' }).click();
  const menu = phone.getByRole('dialog');
  await expect(menu.getByRole('link', { name: 'Return claims' })).toBeVisible();
  // Staff are not offered what they cannot open.
  await expect(menu.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  // A mail, which needs no tab of its own.
  const help = menu.getByRole('link', { name: 'Help' });
  await expect(help).toHaveAttribute('href', /^mailto:/);
  await expect(help).not.toHaveAttribute('target');
  await expectAccessible(phone);
  await menu.getByRole('link', { name: 'Actions' }).click();
  await expect(menu).toBeHidden();
  await expect(phone.getByRole('heading', { name: 'Actions' })).toBeVisible();
  await phone.getByRole('button', { name: 'Quick Search' }).click();
  await expect(phone.getByRole('combobox')).toBeFocused();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.context().close();
});

test('a long name of a store leaves room for all there is beside it; its picker stays on the screen', async ({
  browser,
}) => {
  const phone = await onPhone(browser, { baseURL: BACK_OFFICE_URL, viewport: { width: 320, height: 640 } });
  await enter(phone, 'Ada Admin');
  const name = 'The Northern Outdoor Clothing and Camping Company';
  await phone.route('**/api/merchant/me', async (route) => {
    const answer = await route.fetch();
    const me = (await answer.json()) as { stores: { id: number }[] };
    const [store] = me.stores;
    const stores = [1, 2].map((step) => ({ ...store, id: (store?.id ?? 0) + step - 1, name: `${name} ${step}` }));
    await route.fulfill({ response: answer, json: { ...me, stores: stores.map((one) => ({ ...one, isTest: true })) } });
  });
  await phone.reload();
  const picker = phone.getByRole('button', { name });
  await expect(picker).toBeVisible();
  const box = await picker.boundingBox();
  expect(box?.width).toBeGreaterThan(50);
  const word = await phone.evaluate<{ top: number; height: number }>(`(() => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector('.mg-top-store .mantine-Button-label'));
    const { top, height } = range.getBoundingClientRect();
    return { top, height };
  })()`);
  // In the middle of the button, not cut off at its top.
  expect(Math.abs(word.top + word.height / 2 - ((box?.y ?? 0) + (box?.height ?? 0) / 2))).toBeLessThan(2);
  const badge = phone.getByText('Test', { exact: true });
  expect(await badge.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
  await picker.click();
  await expect(phone.getByRole('menuitem', { name: `${name} 2` })).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(phone);
  await phone.context().close();
});

test('what has the focus is not beneath the bars that stay', async ({ page }) => {
  await enter(page, 'Ada Admin');
  await page.setViewportSize({ width: 1280, height: 300 });
  await page.getByRole('link', { name: 'Return claims' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Return claims' })).toBeVisible();
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  const isSeen = `(() => {
    const box = document.activeElement.getBoundingClientRect();
    return document.activeElement.contains(document.elementFromPoint(box.left + box.width / 2, box.top + 1));
  })()`;
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: 'Order Lookup' })).toBeFocused();
  expect(await page.evaluate<boolean>(isSeen)).toBe(true);
});

test('staff are told which role a page needs; what is not there is not found; signing out ends it', async ({
  page,
}) => {
  const storeId = await enter(page, 'Sam Staff');
  await expect(page.getByRole('button', { name: /^Alerts/ })).toHaveCount(0);
  for (const path of ['settings', 'books']) {
    await page.goto(`/${storeId}/${path}`);
    await expect(page.getByRole('heading', { name: "You Don't Have Access" })).toBeVisible();
    await expect(page.getByText('This page needs the role Admin.')).toBeVisible();
  }
  await expectAccessible(page);
  await page.goto(`/${storeId}/swatches`);
  await expect(page.getByRole('heading', { name: "You Don't Have Access" })).toBeVisible();
  await expect(page.getByText('Available in test stores only.')).toBeVisible();
  await page.goto(`/${storeId}/nowhere`);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL(new RegExp(`/${storeId}(/|$)`));
  await page.goto('/999999');
  await expect(page.getByRole('heading', { name: 'Unauthorized' })).toBeVisible();
  for (const path of ['/nowhere', '/foo/bar', '/1.5/effects']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');
  }
  // Without a store in the address, the one of the page left last is meant.
  for (const [path, title] of [
    [`/orders/lookup?returnTo=%2F${storeId}%2Feffects#content`, 'Order Lookup'],
    ['/claims/return/999999', 'Page Not Found'],
    ['/settings/email', "You Don't Have Access"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveURL(`/${storeId}${path}`);
  }
  await page.goto('/claims/return?filters=%7B%22hasError%22%3Atrue%7D');
  await expect(page.getByRole('heading', { level: 1, name: 'Return claims' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/${storeId}/claims/return\\?.*hasError`));
  await page.goto(`/${storeId}/claims/Warranty`);
  await expect(page.getByRole('heading', { level: 1, name: 'Warranty claims' })).toBeVisible();
  for (const path of ['/welcome?accessCode=x', '/sign-up']) {
    await page.goto(`/${storeId}${path}`);
    await expect(page.getByRole('link', { name: /invitation|already have an account/ })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
  await page.goto(`/${storeId}`);
  await page.getByRole('button', { name: 'Account of Sam Staff' }).click();
  await page.getByRole('menuitem', { name: 'Log Out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await expectAccessible(page);
  expect((await page.request.get('/api/merchant/me')).status()).toBe(401);
  await enter(page, 'Sam Staff');
  await page.goto(`/${storeId}/sign-out`);
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
});

test('a helpdesk opens claims of its store and no more; a session that ended says so', async ({ browser, page }) => {
  const storeId = await enter(page, 'Ada Admin');
  const connected = await page.request.post(`/api/merchant/${storeId}/helpdesk`, {
    data: { ref: 'gorgias' },
    headers: { 'x-makegood': '1' },
  });
  const { configId, token } = (await connected.json()) as { configId: string; token: string };
  const address = (query: Record<string, string>): string =>
    `/helpdesk?${new URLSearchParams({ ref: 'gorgias', configId, token, email: 'ada@demo.test', appIdVersion: '1', ...query }).toString()}`;
  const desk = await (await browser.newContext()).newPage();
  await desk.goto(address({ email: 'stranger@demo.test' }));
  await expect(desk.getByRole('heading', { name: 'Unable to Load' })).toBeVisible();
  await expect(desk.getByText('a user with email stranger@demo.test exists')).toBeVisible();
  await expect(desk.getByRole('dialog')).toHaveCount(0);
  await desk.goto(address({ appIdVersion: '0' }));
  await expect(desk.getByRole('heading', { name: 'App Update Required' })).toBeVisible();
  await expectAccessible(desk);
  await desk.goto(address({ returnTo: `/${storeId}/effects` }));
  // A link alone signs nobody in.
  await expect(desk.getByText('Continue only if you opened this from your helpdesk.')).toBeVisible();
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Continue' }).click();
  await expect(desk.getByRole('heading', { name: 'Actions' })).toBeVisible();
  await expect(desk).toHaveURL(new RegExp(`/${storeId}/effects$`));
  await expect(desk.getByRole('button', { name: /^Alerts/ })).toHaveCount(0);
  await expect(desk.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  await desk.goto(`/${storeId}/settings`);
  await expect(desk.getByRole('heading', { name: "You Don't Have Access" })).toBeVisible();

  // What would be refused there isn't offered, or says why.
  const claim = await makeClaim(page, ORDERS.ring);
  await desk.goto(`/${storeId}/claims/return/${claim.id}`);
  await expect(desk.getByRole('heading', { level: 1, name: claim.externalId })).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Finalize' })).toHaveAccessibleDescription(
    "This helpdesk can't finalize claims. Sign in to Makegood to do it.",
  );
  await expect(desk.getByRole('button', { name: 'Finalize' })).toHaveAttribute('aria-disabled', 'true');
  await expect(desk.getByRole('button', { name: /^Approve and / })).toHaveCount(0);
  await expect(desk.getByRole('button', { name: 'Quick ship' })).toHaveCount(0);
  await expect(desk.getByRole('button', { name: /^Try again now/ })).toHaveCount(0);
  await expectAccessible(desk);
  await desk.goto(`/${storeId}/claims/return`);
  await expect(desk.getByRole('link', { name: claim.externalId })).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Export' })).toHaveCount(0);

  await desk.goto(`/${storeId}/effects`);
  await expect(desk.getByRole('heading', { name: 'Actions' })).toBeVisible();
  await page.request.delete(`/api/merchant/${storeId}/helpdesk/${configId}`, { headers: { 'x-makegood': '1' } });
  // The page may have noticed by itself, and then the dialog is over the link.
  await desk.locator('a', { hasText: 'Return claims' }).dispatchEvent('click');
  const ended = desk.getByRole('dialog', { name: 'Session Expired' });
  await expect(ended.getByText('Please log in again to continue.')).toBeVisible();
  await expect(ended.getByRole('button', { name: 'Continue' })).toBeFocused();
  await expectAccessible(desk);
  await desk.context().close();
});

test('within the page of a helpdesk, on another site, its session lasts and is nobody else’s', async ({ browser }) => {
  const desk = 'https://acme.gorgias.example';
  const { framed, stop } = await startHttpsServer(desk);
  try {
    const { url, storeId, token, configId, email } = framed;
    const entry = new URLSearchParams({ ref: 'gorgias', configId, token, email, appIdVersion: '1' });
    const pageOf = async (site: string, path = '/helpdesk'): Promise<Page> => {
      // The pretend helpdesk is of the internet, and the product of this very machine, which browsers ask about.
      const page = await (await browser.newContext({ permissions: ['local-network-access'] })).newPage();
      const body = `<!doctype html><title>Helpdesk</title><iframe title="Makegood" allow="local-network-access" width="1000" height="700" src="${url}${path}?${entry.toString()}"></iframe>`;
      await page.route(`${site}/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
      return page;
    };
    const page = await pageOf(desk);
    await page.goto(`${desk}/ticket/1`);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await frame.getByRole('link', { name: 'Order Lookup' }).first().click();
    await expect(frame.getByRole('heading', { level: 1, name: 'Order Lookup' })).toBeVisible();
    const [cookie] = await page.context().cookies(url);
    expect(cookie).toMatchObject({ name: '__Host-makegood_helpdesk', secure: true, sameSite: 'None', httpOnly: true });
    expect(cookie?.partitionKey).toBe('https://gorgias.example');
    // The cookie is sent only inside that page: outside it, no one is signed in.
    const alone = await page.context().newPage();
    const me = alone.waitForResponse((answer) => answer.url().endsWith('/api/merchant/me'));
    await alone.goto(`${url}/${storeId}/effects`);
    expect((await me).status()).toBe(401);
    await page.context().close();

    // The helpdesk card opens by itself, before there is a session.
    const card = await pageOf(desk, `/${storeId}/integrations/customers`);
    await card.goto(`${desk}/ticket/2`);
    await expect(card.frameLocator('iframe').getByRole('heading', { name: 'No Customer Found' })).toBeVisible();
    await card.context().close();

    const stranger = await pageOf('https://evil.example');
    const refused = stranger.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await stranger.goto('https://evil.example/ticket/1');
    expect((await refused).type()).toBe('error');
    await expect(stranger.frameLocator('iframe').getByRole('heading')).toHaveCount(0);
    await stranger.context().close();
  } finally {
    await stop();
  }
});

test('who cannot be told who they are learns whether it was the network', async ({ page }) => {
  const storeId = await enter(page, 'Sam Staff');
  for (const path of [`/${storeId}`, '/']) {
    await page.route('**/api/merchant/me', (route) => route.abort());
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Unable to Load' })).toBeVisible();
    await expect(page.getByText('API Request Failed to Fetch.')).toBeVisible();
    await page.unroute('**/api/merchant/me');
    await page.route('**/api/merchant/me', (route) => route.fulfill({ status: 404, json: {} }));
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { name: 'Unable to Fetch User' })).toBeVisible();
    await page.unroute('**/api/merchant/me');
  }
});

test('who comes back after the session ended keeps what they typed, then signs in to the same address', async ({
  page,
}) => {
  await page.clock.install();
  const storeId = await enter(page, 'Sam Staff');
  const address = `/${storeId}/orders/lookup?returnTo=%2F${storeId}%2Feffects#content`;
  await page.goto(address);
  const typed = page.getByLabel('Email or postal code');
  await typed.fill('a customer on the phone');
  await page.context().clearCookies();
  // Long enough that who is signed in is asked again, as soon as the window is looked at.
  await page.clock.fastForward('06:00');
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  const ended = page.getByRole('dialog', { name: 'Session Expired' });
  await expect(ended.getByText('Please log in again to continue.')).toBeVisible();
  await ended.getByRole('button', { name: 'Stay and copy my text' }).click();
  await expect(ended).toBeHidden();
  await expect(typed).toHaveValue('a customer on the phone');
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await ended.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Sam Staff' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Order Lookup' })).toBeVisible();
  await expect(page).toHaveURL(address);
});

test('beside a conversation a helpdesk shows the customer, at the width of its column', async ({ browser, page }) => {
  const storeId = await enter(page, 'Ada Admin');
  const connected = await page.request.post(`/api/merchant/${storeId}/helpdesk`, {
    data: { ref: 'zendesk' },
    headers: { 'x-makegood': '1' },
  });
  const { configId, token } = (await connected.json()) as { configId: string; token: string };
  const card = (query: Record<string, string>): string =>
    `/${storeId}/integrations/customers?${new URLSearchParams({ ref: 'zendesk', configId, token, email: 'sam@demo.test', appIdVersion: '1', ...query }).toString()}`;
  const desk = await onPhone(browser, { viewport: { width: 320, height: 640 } });
  await desk.goto(card({ customerEmail: ORDERS.gift.email, customerId: '7', customerName: 'Renee' }));
  // In a window of its own it asks first.
  const confirm = desk.getByRole('button', { name: 'Continue' });
  await confirm.click();
  await expect(desk.getByRole('heading', { level: 1, name: /Tanaka/ })).toBeVisible();
  await expectAccessible(desk);
  await expectNoSidewaysScroll(desk);
  const [order] = await Promise.all([
    desk.context().waitForEvent('page'),
    desk.getByRole('link', { name: `#${ORDERS.gift.orderNo}` }).click(),
  ]);
  await expect(order.getByRole('heading', { level: 1, name: `#${ORDERS.gift.orderNo}` })).toBeVisible();

  for (const customerEmail of ['', 'nobody@shop.example']) {
    await desk.goto(card({ customerEmail }));
    await confirm.click();
    await expect(desk.getByRole('heading', { name: 'No Customer Found' })).toBeVisible();
    await expect(desk.getByText('No customer data available.')).toBeVisible();
  }
  for (const wrong of [{ customerEmail: 'nobody' }, { token: '' }, { appIdVersion: '0' }]) {
    await desk.goto(card({ customerEmail: ORDERS.gift.email, ...wrong }));
    await expect(desk.getByRole('heading', { name: 'App Update Required' })).toBeVisible();
  }
  await desk.goto(card({ customerEmail: ORDERS.gift.email, email: 'stranger@demo.test' }));
  await expect(desk.getByRole('heading', { name: 'Unable to Load' })).toBeVisible();
  await expect(desk.getByText('a user with email stranger@demo.test exists')).toBeVisible();
  await desk.goto(card({ customerEmail: ORDERS.gift.email, token: 'forged' }));
  await expect(desk.getByRole('heading', { name: 'Something Went Wrong' })).toBeVisible();
  await expect(desk.getByText('Failed to load customer data. Please try again later.')).toBeVisible();
  await expectAccessible(desk);
  await desk.context().close();
  // Who is signed in needs no token.
  await page.goto(`/${storeId}/integrations/customers?customerEmail=${encodeURIComponent(ORDERS.gift.email)}`);
  await expect(page.getByRole('list', { name: 'Orders' })).toBeVisible();
});

test('a request for an invitation is checked, sent, and goes on to sign in', async ({ browser }) => {
  const phone = await onPhone(browser);
  await phone.goto('/sign-up');
  await phone.getByRole('button', { name: 'Send request' }).click();
  await expect(phone.getByText('Select at least one product')).toBeVisible();
  await expect(phone.getByLabel('First name')).toBeFocused();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.getByLabel('First name').fill('Noor');
  await phone.getByLabel('Last name').fill('Haddad');
  await phone.getByLabel('Email').fill('noor');
  await phone.getByLabel('Returns').check();
  await phone.getByLabel('Estimated claims per year').selectOption('Up to 1200');
  await phone.getByRole('button', { name: 'Send request' }).click();
  await expect(phone.getByText('Invalid email')).toBeVisible();
  await phone.getByLabel('Email').fill('noor@shop.example');
  const login = phone.waitForRequest((request) => request.url().includes('/login?'));
  await phone.getByRole('button', { name: 'Send request' }).click();
  expect((await login).url()).toContain('loginHint=noor%40shop.example');
  await expect(phone.getByRole('heading', { name: 'Demo sign-in' })).toBeVisible();
  await phone.context().close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`every component, ${colorScheme}`, () => {
    test.use({ colorScheme });
    test('is readable, in its layouts too', async ({ page }) => {
      const storeId = await enter(page, 'Petra Provider');
      await page.goto(`/${storeId}/swatches`);
      await expect(page.getByRole('heading', { level: 1, name: 'Swatches' })).toBeVisible();
      const yen = page.getByLabel('Without decimals, JPY');
      await yen.press('ControlOrMeta+a');
      await yen.pressSequentially('1.5');
      await expect(yen).toHaveValue('1.5');
      await expect(yen).toHaveAccessibleDescription('Must be a whole number.');
      await page.getByRole('button', { name: 'Toast: bad' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'A toast that is bad' })).toBeVisible();
      await expectAccessible(page);
      for (const width of [390, 640, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScroll(page);
        await expectDrawnWell(page);
      }
      const body = await page.screenshot({ fullPage: true });
      await test.info().attach(`swatches-${colorScheme}`, { body, contentType: 'image/png' });
      const ask = page.getByRole('button', { name: 'Ask before something is lost' });
      await ask.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(ask).toBeFocused();
      await page.getByLabel('A note').fill('typed');
      await page.getByRole('link', { name: 'Actions' }).click();
      const leaving = page.getByRole('dialog', { name: 'Unsaved Changes' });
      await expect(leaving).toBeVisible();
      await leaving.getByRole('button', { name: 'Return to Page' }).click();
      await page.getByLabel('A note').fill('');
      for (const layout of LAYOUTS[colorScheme]) {
        await page.goto(`/${storeId}/swatches?layout=${layout}`);
        await expect(page.locator('#content')).toBeVisible();
        // One layout shows a list that stays dimmed.
        await expectNoFaults(page);
        await expectNoSidewaysScroll(page);
        await expectDrawnWell(page);
      }
    });
  });
}

test('g and the letter of a page open it, but not in a field or dialog; ? lists the keys', async ({ page }) => {
  await signIn(page, 'Ada Admin');
  const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  for (const [letter, name] of [
    ['r', 'Return claims'],
    ['w', 'Warranty claims'],
    ['a', 'Actions'],
    ['d', 'Dashboards'],
    ['h', 'Home'],
    ['o', 'Order Lookup'],
  ] as const) {
    await press('g', letter);
    await expect(title(name)).toBeVisible();
  }
  await page.getByLabel('Order number').focus();
  await press('g', 'r');
  await expect(page.getByLabel('Order number')).toHaveValue('gr');
  await page.locator('h1').click();
  await press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Go to Home')).toBeVisible();
  await expectAccessible(page);
  await press('g', 'r', 'Escape');
  await expect(keys).toBeHidden();
  await expect(title('Order Lookup')).toBeVisible();
});
