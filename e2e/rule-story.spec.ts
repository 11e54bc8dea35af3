import { expect, type Locator, type Page } from '@playwright/test';
import { ORDERS } from './places.ts';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { ANY_ITEM, askAbout, returnEverything } from './shopper.ts';
import { openClaim, signIn } from './staff.ts';
import { test } from './test.ts';

const NAME = 'Exchange only this month';
const refund = (phone: Page): Locator => phone.getByRole('radio', { name: /^Refund to original payment method/ });
/** What the portal says about a refund of the first item of an order. */
async function askForRefund(phone: Page): Promise<Locator> {
  await askAbout(phone, { order: ORDERS.ruled, item: ANY_ITEM, reason: 'No longer needed' });
  return refund(phone);
}

test('a rule from template to back-test, live in the portal, explained to staff, and taken back', async ({
  browser,
  page,
}) => {
  const before = await onPhone(browser);
  await returnEverything(before, ORDERS.replayed);
  await expect(await askForRefund(before)).toBeEnabled();
  await before.context().close();

  await signIn(page, 'Ada Admin');
  const [, storeId] = new URL(page.url()).pathname.split('/');
  const open = (path: string) => page.goto(`/${storeId}/settings/automations${path}`);
  const draft = page.getByRole('region', { name: 'Draft' });
  const dialog = page.getByRole('dialog');
  const row = page.locator('li[id^="store-rule-"]').filter({ hasText: NAME });
  async function publish(note: string): Promise<void> {
    await draft.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByRole('textbox', { name: 'Note' }).fill(note);
    await dialog.getByRole('button', { name: /^Publish \d+ changes?$/ }).click();
    await expect(dialog).toBeHidden();
    await expect(draft).toBeHidden();
  }

  // The first version has it switched off.
  await open('?as=templates');
  await page.getByRole('link', { name: 'Exchange only for 30 days' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(NAME);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Automations' })).toBeVisible();
  await open('?as=flow');
  await expect(row.getByRole('switch')).not.toBeChecked();
  await publish('Nothing runs');
  await row.getByRole('switch').press('Space');
  await expect(row.getByRole('switch')).toBeChecked();
  await expect(draft).toContainText('not published');

  await page.getByRole('link', { name: 'Back-test' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Back-test' })).toBeVisible();
  await page.getByRole('button', { name: 'Run back-test' }).click();
  await expect(page.getByText(/^[1-9]\d* of \d+ claims? would have come out differently\.$/)).toBeVisible({
    timeout: 30_000,
  });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('main').getByRole('link', { name: 'Automations' }).click();
  await publish('Exchanges only');

  // The shopper reads it in its words, and asks for a review.
  const phone = await onPhone(browser);
  await expect(await askForRefund(phone)).toBeDisabled();
  await expect(phone.getByText('Exchange only').first()).toBeVisible();
  await phone.getByRole('link', { name: 'Ask for a review' }).click();
  await phone.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(phone.getByRole('heading', { name: 'What would you like instead?' })).toBeVisible();
  await phone.getByRole('link', { name: 'Ask for a review' }).click();
  await expect(phone.getByRole('heading', { name: 'Ask for a review' })).toBeVisible();
  await expect(phone.getByLabel('Reason')).toHaveValue('No_Longer_Needed');
  await phone.getByLabel('Why should the store make an exception?').fill('I have one already.');
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Send request' }).click();
  await expect(phone.getByRole('heading', { name: 'Your request is sent' })).toBeVisible();
  const number = (await phone.locator('main strong').first().textContent()) ?? '';

  await openClaim(page, number);
  const item = page.getByRole('article').first();
  await expect(item).toContainText('Asked for against the rules. Exchange only');
  await item.getByRole('button', { name: /^Why\?/ }).click();
  await expect(dialog).toContainText(`By “${NAME}”`);
  await expect(dialog.getByRole('region', { name: 'When a shopper looks up an order' })).toContainText(NAME);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await open('/versions');
  const versions = page.getByRole('listitem').filter({ hasText: /^Version \d+/ });
  await expect(versions.first()).toContainText('Exchanges only');
  await versions
    .filter({ hasText: 'Nothing runs' })
    .first()
    .getByRole('button', { name: /^Bring back/ })
    .click();
  await dialog.getByRole('button', { name: 'Bring back' }).click();
  await expect(dialog).toBeHidden();
  await expect(versions.filter({ hasText: 'Exchanges only' }).first()).not.toContainText('Live');

  await askAbout(phone, { order: ORDERS.tried, item: ANY_ITEM, reason: 'No longer needed' });
  await expect(refund(phone)).toBeEnabled();
  await phone.context().close();

  // The other journeys have no rule.
  await open('?as=flow');
  await row.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await publish('');
});
