import { expect, type Locator, type Page } from '@playwright/test';
import { ORDERS } from './places.ts';
import { emptyDraft, HEADERS } from './rules.ts';
import { expectAccessible, expectDrawnWell, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { signIn } from './staff.ts';
import { test } from './test.ts';

const rows = (page: Page): Locator => page.locator('li[id^="store-rule-"]');
const row = (page: Page, name: string): Locator =>
  rows(page).filter({ has: page.getByRole('link', { name, exact: true }) });
const handle = (page: Page, name: string): Locator =>
  row(page, name).getByRole('button', { name: /^Priority \d+ of / });

async function openAutomations(page: Page, as = 'flow'): Promise<void> {
  const [, storeId] = new URL(page.url()).pathname.split('/');
  await page.goto(`/${storeId}/settings/automations?as=${as}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Automations' })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** A rule from a template, under a name of its own. */
async function saveTemplate(
  page: Page,
  template: string,
  name: string,
  beforeSaving: () => Promise<void> = async () => undefined,
): Promise<void> {
  await openAutomations(page, 'templates');
  await page.getByRole('link', { name: template }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create Automation' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await beforeSaving();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Automations' })).toBeVisible();
}

test('automations: created, refused, edited, put in order by keyboard and by hand, copied and deleted', async ({
  page,
}) => {
  await signIn(page, 'Ada Admin');
  await openAutomations(page);
  await page.getByRole('link', { name: 'Create' }).click();
  await page.getByRole('searchbox', { name: 'Search actions' }).fill('question');
  await page.getByRole('button', { name: /^Ask A Policy Enforcing Question/ }).click();
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  // What is half done is told by its field and stays.
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByText('Question is required')).toBeVisible();
  await expect(page.getByText('Please select a fact')).toBeVisible();
  await expect(page.getByText('3 fields need attention')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Was it worn?');
  await page.getByRole('textbox', { name: 'Question' }).fill('Have you worn it?');
  const condition = page.getByRole('group', { name: 'Condition 1' });
  await condition.getByRole('combobox', { name: 'Fact' }).fill('vendor');
  await page.getByRole('option', { name: 'Vendor' }).click();
  await condition.getByRole('combobox', { name: 'Value' }).fill('Acme');
  await condition.getByRole('combobox', { name: 'Value' }).press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Was it worn?')).toBeFocused();
  await expect(page).toHaveURL(/#store-rule-\d+$/);

  // Left half done, it asks first.
  await row(page, 'Was it worn?').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Update Automation' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Question' }).fill('Have you worn it outside?');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Return to Page' }).click();
  // What is half typed is saved too.
  await condition.getByRole('combobox', { name: 'Value' }).fill('Globex');
  await page.keyboard.press('ControlOrMeta+s');
  await row(page, 'Was it worn?').getByRole('button', { name: 'View details' }).click();
  await expect(page.getByRole('dialog').getByText('Have you worn it outside?')).toBeVisible();
  await expect(page.getByRole('dialog').getByText(/Vendor: any of Acme.*Globex/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await saveTemplate(page, 'Final sale', 'First');
  await saveTemplate(page, 'No exchanges outside the US', 'Second');
  await saveTemplate(page, '60 days for loyal customers', 'Third');
  await openAutomations(page);
  const inOrder = page.getByRole('list', { name: 'When a shopper looks up an order' }).getByRole('link');
  await expect(inOrder).toHaveText(['First', 'Second', 'Third']);
  await handle(page, 'Third').focus();
  // The answer to the first move comes late, when the second is made: it must not show again.
  let letGo: () => void = () => undefined;
  const isMoved = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/rule$/, (route) => isMoved.then(() => route.continue()), { times: 1 });
  const isAsked = page.waitForRequest(/\/rule$/);
  await page.keyboard.press('ArrowUp');
  await expect(inOrder).toHaveText(['First', 'Third', 'Second']);
  await expect(handle(page, 'Third')).toBeFocused();
  await isAsked;
  const ordersShown = await page.evaluateHandle<string[]>(
    `(() => {
      const list = [...document.querySelectorAll('ol a')].find((link) => link.textContent === 'Third').closest('ol');
      const shown = [];
      const look = () => shown.push([...list.querySelectorAll('a')].map((link) => link.textContent).join(' '));
      new MutationObserver(look).observe(list, { childList: true, subtree: true });
      return shown;
    })()`,
  );
  const isListed = page.waitForResponse((answer) => answer.url().endsWith('/rule') && answer.ok());
  await page.keyboard.press('ArrowUp');
  letGo();
  await isListed;
  await expect(inOrder).toHaveText(['Third', 'First', 'Second']);
  await expect(page.getByText('Third is now 1 of 3.')).toBeAttached();
  const shown = await ordersShown.jsonValue();
  expect(shown.slice(shown.indexOf('Third First Second'))).not.toContain('First Third Second');
  // Below the last one.
  const from = await handle(page, 'Third').boundingBox();
  const to = await handle(page, 'Second').boundingBox();
  if (!from || !to) throw new Error('a handle is not drawn');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 8, to.y + 24, { steps: 6 });
  const [ordered] = await Promise.all([page.waitForResponse(/\/rule\/order$/), page.mouse.up()]);
  expect(ordered.ok()).toBe(true);
  await expect(inOrder).toHaveText(['First', 'Second', 'Third']);
  await page.reload();
  await expect(inOrder).toHaveText(['First', 'Second', 'Third']);
  await expectAccessible(page);
  await expectDrawnWell(page);

  await row(page, 'First')
    .getByRole('button', { name: /^Actions of/ })
    .click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(row(page, 'First (Copy)').getByRole('switch')).not.toBeChecked();
  await row(page, 'First (Copy)')
    .getByRole('button', { name: /^Actions of/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Are you sure you want to delete "First (Copy)"?')).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row(page, 'First (Copy)')).toHaveCount(0);

  // By name, and only those that are on.
  await openAutomations(page, 'list');
  await expect(rows(page).getByRole('link')).toHaveText(['Was it worn?']);
  await page.getByRole('switch', { name: 'Show only enabled' }).click();
  await expect(rows(page).getByRole('link')).toHaveText(['First', 'Second', 'Third', 'Was it worn?']);
  await page.getByLabel('Action', { exact: true }).selectOption('Modify Resolution Window');
  await expect(rows(page).getByRole('link')).toHaveText(['First', 'Second', 'Third']);
  await row(page, 'Second')
    .getByRole('button', { name: /^Actions of/ })
    .click();
  await page.getByRole('menuitem', { name: 'View In Flow' }).click();
  await expect(row(page, 'Second')).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Flow' })).toBeChecked();

  // The other journeys begin without rules.
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Nothing was published yet, so every automation is deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(rows(page)).toHaveCount(0);
});

test('an edit of orders brings conditions that stay; the page fits a phone', async ({ browser }) => {
  const phone = await onPhone(browser);
  await signIn(phone, 'Ada Admin');
  await openAutomations(phone);
  await expectNoSidewaysScroll(phone);
  await expectDrawnWell(phone);
  await phone.getByRole('link', { name: 'Order Editing' }).click();
  await expect(phone.getByRole('group', { name: 'Condition 3' }).getByText('Required')).toBeVisible();
  await phone.getByLabel('Edit type').selectOption('Update shipping address');
  await expect(phone.getByRole('group', { name: /^Condition/ })).toHaveCount(1);
  await expect(phone.getByRole('textbox', { name: 'Start label' })).toHaveValue('Change shipping address');
  // Values that can't be loaded are reported beside the condition, which stays.
  let isDown = true;
  await phone.route('**/fact/values?*', (route) =>
    isDown && route.request().url().includes('vendor') ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await phone.getByRole('button', { name: 'Add condition' }).click();
  const condition = phone.getByRole('group', { name: 'Condition 2' });
  await condition.getByRole('combobox', { name: 'Fact' }).fill('vendor');
  await phone.getByRole('option', { name: 'Vendor' }).click();
  await expect(condition.getByRole('alert')).toContainText('Something went wrong');
  isDown = false;
  await condition.getByRole('button', { name: 'Try again' }).click();
  await expect(condition.getByRole('alert')).toBeHidden();
  const value = condition.getByRole('combobox', { name: 'Value' });
  for (const vendor of ['Acme', 'Bolt', 'Crane', 'Dune', 'Echo']) {
    await value.fill(vendor);
    await value.press('Enter');
  }
  await expect(condition.getByText('Echo', { exact: true })).toBeVisible();
  await value.blur();
  await expect(condition.getByText('Crane', { exact: true })).toBeVisible();
  await expect(condition.getByText('and 2 More', { exact: true })).toBeVisible();
  await expect(condition.getByText('Dune', { exact: true })).toBeHidden();
  await expectNoSidewaysScroll(phone);
  await expectAccessible(phone);
  await expectDrawnWell(phone);
  await phone.context().close();
});

test('a rule is tried on an order, and on values that are made up, as it is typed', async ({ browser, page }) => {
  await signIn(page, 'Ada Admin');
  await saveTemplate(page, 'Handling fee', 'First fee', () => page.getByRole('switch', { name: 'Enabled' }).click());
  const [, storeId] = new URL(page.url()).pathname.split('/');
  const returnTo = encodeURIComponent(`/${storeId}/settings/automations`);
  const create = `/${storeId}/settings/automations/create?eventType=applyFee&returnTo=${returnTo}`;
  await page.goto(create);
  const tryIt = page.getByRole('complementary', { name: 'Try it' });
  const verdict = tryIt.getByRole('status');
  await tryIt.getByRole('combobox', { name: 'Order' }).fill(ORDERS.clothing.orderNo);
  await page.getByRole('option', { name: ORDERS.clothing.orderNo }).click();
  await expect(verdict).toHaveText(/Matches.*Finish the action/);
  await page.getByRole('textbox', { name: 'Fee display name' }).fill('Fee');
  await expect(verdict).toHaveText(/“First fee” comes first and decides instead/);

  await page.getByRole('button', { name: 'Add condition' }).click();
  await expect(verdict).toHaveText(/Not decided yet/);
  const condition = page.getByRole('group', { name: 'Condition 1' });
  await condition.getByRole('combobox', { name: 'Fact' }).fill('claim type');
  await page.getByRole('option', { name: 'Claim type' }).click();
  const tried = tryIt.getByRole('list', { name: 'Conditions tried' }).getByRole('listitem');
  await expect(tried).toHaveText(/Claim type.*Not finished. Actual value: Return/);
  await condition.getByRole('combobox', { name: 'Value' }).fill('warranty');
  await page.getByRole('listbox', { name: 'Value' }).getByRole('option', { name: 'Warranty' }).click();
  await page.keyboard.press('Escape');
  await expect(verdict).toHaveText(/Doesn’t match.*“First fee” decides instead/);
  await expect(tried).toHaveText(/Claim type: any of Warranty.*Doesn’t hold. Actual value: Return/);
  await tryIt.getByLabel('Claim type').selectOption('Warranty');
  // The handling fee is for returns alone.
  await expect(verdict).toHaveText(/Matches.*It decides/);
  await expectAccessible(page);

  await tryIt.getByRole('button', { name: 'Change these values' }).click();
  await expect(verdict).toHaveText(/Matches/);
  await tryIt.getByRole('combobox', { name: 'Claim type' }).press('Backspace');
  await expect(verdict).toHaveText(/Doesn’t match/);
  await tryIt.getByRole('combobox', { name: 'Claim type' }).fill('Warr');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(verdict).toHaveText(/Matches/);
  await expectAccessible(page);

  const phone = await onPhone(browser);
  await signIn(phone, 'Ada Admin');
  await phone.goto(create);
  const onPhoneTried = phone.getByRole('complementary', { name: 'Try it' });
  await onPhoneTried.getByRole('combobox', { name: 'Order' }).fill(ORDERS.clothing.orderNo);
  await phone.getByRole('option', { name: ORDERS.clothing.orderNo }).click();
  await expect(onPhoneTried.getByRole('status')).toHaveText(/Matches/);
  await phone.keyboard.press('Escape');
  await expectNoSidewaysScroll(phone);
  await expectAccessible(phone);
  await expectDrawnWell(phone);
  await phone.context().close();

  // The other journeys begin without rules.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard Changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Automations' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(rows(page)).toHaveCount(0);
});

test('from a template to live in at most twelve clicks; edited, published, compared and brought back', async ({
  page,
}) => {
  await signIn(page, 'Ada Admin');
  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  await click(page.getByRole('link', { name: 'Settings' }).first());
  await click(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Automations' }));
  await click(page.getByText('Templates', { exact: true }));
  await click(page.getByRole('link', { name: 'Handling fee' }));
  await click(page.getByRole('switch', { name: 'Enabled' }));
  await click(page.getByRole('button', { name: 'Save' }));
  const draft = page.getByRole('region', { name: 'Draft' });
  await expect(draft).toContainText('not published');
  await click(draft.getByRole('button', { name: 'Publish' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('list', { name: 'Changes' })).toContainText('New Handling fee');
  await expectAccessible(page);
  await click(dialog.getByRole('button', { name: /^Publish \d+ changes?$/ }));
  await expect(dialog).toBeHidden();
  await expect(draft).toBeHidden();
  expect(clicks).toBeLessThanOrEqual(12);

  // A second fee for the same claims is never deducted: the check says so before anything is saved.
  await saveTemplate(page, 'Handling fee', 'Second fee', async () => {
    await expect(page.getByText('“Second fee” never has a say')).toBeVisible();
    await page.getByRole('switch', { name: 'Enabled' }).click();
  });
  await draft.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByText('“Second fee” never has a say')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await draft.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(draft).toBeHidden();
  await expect(row(page, 'Second fee')).toHaveCount(0);

  await openAutomations(page);
  await row(page, 'Handling fee').getByRole('link').click();
  await page.getByLabel('Amount, USD').fill('7');
  await page.getByRole('button', { name: 'Save' }).click();
  await draft.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('A higher fee');
  await dialog.getByRole('button', { name: 'Publish 1 change' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Versions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Versions' })).toBeVisible();
  const versions = page.getByRole('listitem').filter({ hasText: /^Version \d+/ });
  await expect(versions.first()).toContainText('A higher fee');
  await expect(versions.first()).toContainText('Live');
  await expectAccessible(page);
  await versions
    .nth(1)
    .getByRole('button', { name: /^Compare/ })
    .click();
  await expect(dialog.getByText('Fee amount: 5 → 7')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await versions
    .nth(1)
    .getByRole('button', { name: /^Bring back/ })
    .click();
  await dialog.getByRole('button', { name: 'Bring back' }).click();
  await expect(versions).toHaveCount(3);
  await openAutomations(page);
  await row(page, 'Handling fee')
    .getByRole('button', { name: /^View details/ })
    .click();
  await expect(dialog.getByText('Handling fee: $5.00')).toBeVisible();
  await page.keyboard.press('Escape');

  // The other journeys have no fee.
  await row(page, 'Handling fee')
    .getByRole('button', { name: /^Actions of/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await draft.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByRole('list', { name: 'Changes' })).toHaveText('Deleted Handling fee');
  await dialog.getByRole('button', { name: 'Publish 1 change' }).click();
  await expect(draft).toBeHidden();
});

test('a storefront estimate has a form, and is shown in the list once it is saved from the flow', async ({ page }) => {
  await signIn(page, 'Ada Admin');
  await openAutomations(page);
  await page.getByRole('link', { name: 'Create' }).click();
  await page.getByRole('button', { name: /^Storefront Delivery Estimate/ }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('When it arrives');
  const [earliest, latest] = ['Earliest, business days', 'Latest, business days'].map((name) =>
    page.getByRole('textbox', { name }),
  );
  if (!earliest || !latest) throw new Error('the form has no days');
  await expect(earliest).toHaveValue('3');
  await expect(latest).toHaveValue('7');
  await earliest.fill('9');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText("Can't be earlier than the earliest.")).toBeVisible();
  await earliest.fill('2');
  await page.getByLabel('Cut-off time').fill('14:30');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Berlin');
  await page.getByRole('option', { name: 'Europe/Berlin' }).click();
  await page.getByRole('combobox', { name: 'Holidays' }).press('Backspace');
  await expect(page.getByText('Christmas Day')).toBeHidden();
  await expectAccessible(page);
  await expectDrawnWell(page);
  await page.getByRole('button', { name: 'Save' }).click();
  // The flow has no storefront (R2.03); the rule that was saved is shown where it is (R2.14).
  await expect(row(page, 'When it arrives')).toBeFocused();
  await expect(page).toHaveURL(/as=list#store-rule-\d+$/);
  await expect(row(page, 'When it arrives')).toContainText('2 to 7 business days');
  await row(page, 'When it arrives').getByRole('link').click();
  await expect(page.getByLabel('Cut-off time')).toHaveValue('14:30');
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Berlin');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
  const [, storeId] = new URL(page.url()).pathname.split('/');
  await emptyDraft(page, `/api/merchant/${storeId}`);
});

test('a tag, reason or return location that a rule names stays, and its page says why', async ({ page }) => {
  await signIn(page, 'Ada Admin');
  const [, storeId] = new URL(page.url()).pathname.split('/');
  const api = `/api/merchant/${storeId}`;
  const { locations } = await (await page.request.get(`${api}/return-location`, { headers: HEADERS })).json();
  const when = { fact: 'claim/reason', operator: 'in', value: ['Defective_Item'] };
  const rules = [
    ['Keep the tag', 'claimCreated', 'applyClaimTags', { claimTags: [{ name: 'Fragile goods' }] }, []],
    ['Keep the reason', 'claimCreated', 'allowCustomerToKeepItem', {}, [when]],
    [
      'Keep the place',
      'returnShipmentQuote',
      'returnShippingConfig',
      { returnLocationId: locations[0].id, returnMethods: ['label'] },
      [],
    ],
  ] as const;
  for (const [name, hook, type, params, all] of rules) {
    const data = { name, hook, isEnabled: false, rule: { priority: 1, event: { type, params }, conditions: { all } } };
    expect((await page.request.post(`${api}/rule`, { headers: HEADERS, data })).status()).toBe(200);
  }
  for (const [section, thing, rule] of [
    ['claim-tags', 'Fragile goods', 'Keep the tag'],
    ['reasons', 'Defective or damaged', 'Keep the reason'],
    ['shipping-policies', locations[0].name, 'Keep the place'],
  ]) {
    await page.goto(`/${storeId}/settings/${section}`);
    const place = page.locator('.mg-location').filter({ has: page.getByRole('button', { name: `Delete ${thing}` }) });
    await expect(place).toContainText(`Used by automations: ${rule}`);
    await expect(place.getByRole('button', { name: `Delete ${thing}` })).toBeDisabled();
  }
  await emptyDraft(page, api);
  await page.reload();
  await expect(page.getByRole('button', { name: `Delete ${locations[0].name}` })).toBeEnabled();
});

test('a switch of a rule brings what it begins with, and takes it away again', async ({ page }) => {
  await signIn(page, 'Ada Admin');
  await openAutomations(page);
  await page.getByRole('link', { name: 'Create' }).click();
  await page.getByRole('button', { name: /^Apply Fee/ }).click();
  const isOn = page.getByRole('switch', { name: 'Deduct a fee' });
  const amount = page.getByRole('textbox', { name: 'Amount, USD' });
  const percentage = page.getByRole('textbox', { name: 'Percentage', exact: true });
  const type = page.getByRole('combobox', { name: 'Type, Fee' });
  await expect(isOn).toBeChecked();
  await isOn.press('Space');
  await expect(type).toBeHidden();
  await isOn.press('Space');
  await expect(amount).toHaveValue('1');
  await amount.fill('7.5');
  await type.selectOption('Percentage');
  await expect(percentage).toHaveValue(/^7\.5/);
  await percentage.fill('0');
  await type.selectOption('Fixed amount');
  await expect(amount).toHaveValue('5');
  await amount.fill('0');
  await type.selectOption('Percentage');
  await expect(percentage).toHaveValue(/^10\b/);
  // A fee that is on has an amount (R5.02): 0 would waive it.
  await percentage.fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Fee amount is required')).toBeVisible();
  await expect(page.getByText('2 fields need attention')).toBeVisible();
  await expect(percentage).toHaveValue(/^0\b/);

  await page.getByRole('button', { name: /^Modify Incentives/ }).click();
  const bonus = page.getByRole('switch', { name: 'Bonus for gift cards and store credit' });
  const kind = page.getByRole('combobox', { name: 'Type, Bonus for gift cards and store credit' });
  await expect(kind).toBeHidden();
  await bonus.press('Space');
  await expect(kind).toHaveValue('fixed');
  await expect(amount).toHaveValue('0');
  await kind.selectOption('Percentage');
  await percentage.fill('12');
  await bonus.press('Space');
  await bonus.press('Space');
  await expect(kind).toHaveValue('fixed');
  await expect(amount).toHaveValue('0');

  await page.getByRole('button', { name: /^Collect Custom Fields/ }).click();
  const media = page.getByRole('switch', { name: 'Require photos or videos' });
  const least = page.getByRole('textbox', { name: 'At least' });
  const instructions = page.getByRole('textbox', { name: 'Upload instructions' });
  await media.press('Space');
  await expect(least).toHaveValue(/^1\b/);
  await least.fill('3');
  await instructions.fill('The label, please.');
  await media.press('Space');
  await expect(instructions).toBeHidden();
  await media.press('Space');
  await expect(least).toHaveValue(/^1\b/);
  await expect(instructions).toHaveValue('');

  await page.getByRole('button', { name: /^Offer Instant Exchange/ }).click();
  const days = page.getByRole('textbox', { name: 'Time to return before charging' });
  await expect(days).toHaveValue('7 days');
  await expect(days).toHaveAttribute('readonly', '');
  await expectAccessible(page);
});
