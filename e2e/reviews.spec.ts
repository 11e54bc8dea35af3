import { expect, type Browser, type Page } from '@playwright/test';
import { readSettings, setSettings } from './claims.ts';
import { readMail } from './mail.ts';
import { ORDERS } from './places.ts';
import { forgetRules, publishRule } from './rules.ts';
import { expectAccessible, expectNoSidewaysScroll, onNarrowPhone } from './screen.ts';
import { choose, goOn, openOrder } from './shopper.ts';
import { openClaim, openReturns, signIn } from './staff.ts';
import { test } from './test.ts';

const WINDOWS = [
  'refundValidityDays',
  'storeCreditValidityDays',
  'giftCardValidityDays',
  'variantExchangeValidityDays',
];

test('a shopper who is too late asks for a review; staff read why, and deny it in their words', async ({
  browser,
  page,
  request,
}) => {
  await signIn(page, 'Ada Admin');
  const before = await readSettings(page, WINDOWS);
  await setSettings(page, Object.fromEntries(WINDOWS.map((name) => [name, 1])));
  await chooseForReason(page, browser);
  const phone = await onNarrowPhone(browser);
  await openOrder(phone, ORDERS.late);
  await phone
    .getByRole('link', { name: /^Ask for a review/ })
    .first()
    .click();
  await expect(phone.getByRole('heading', { name: 'Ask for a review' })).toBeFocused();
  await expect(phone.getByText(/The return window closed on/).first()).toBeVisible();
  await phone.getByRole('button', { name: 'Send request' }).click();
  await expect(phone.getByLabel('Reason')).toBeFocused();
  await expect(phone.getByText('Tell the store why it should make an exception.')).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.getByLabel('Reason').selectOption('No longer needed');
  await phone.getByLabel('Why should the store make an exception?').fill('I was in hospital.');
  // What was said survives a reload.
  await phone.reload();
  await expect(phone.getByLabel('Why should the store make an exception?')).toHaveValue('I was in hospital.');
  await phone.getByRole('button', { name: 'Send request' }).click();
  await expect(phone.getByRole('heading', { name: 'Your request is sent' })).toBeVisible();
  await expect(phone.getByText("We'll review your request and email you.")).toBeVisible();
  await expect(phone.locator('main')).not.toContainText('$');
  await expectAccessible(phone);
  const number = (await phone.locator('main strong').first().textContent()) ?? '';
  await setSettings(page, before);

  await openReturns(page);
  await page.getByText('Needs decision', { exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Review asked');
  await openClaim(page, number);
  const item = page.getByRole('article').first();
  await expect(item).toContainText('Asked for against the rules. The return window closed on');
  await item.getByRole('button', { name: /^Why\?/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Asked for against the rules' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await item.getByRole('button', { name: /^Deny/ }).click();
  await dialog.getByLabel('No action taken').check();
  await dialog.getByRole('textbox').fill('Thirty days are thirty days.');
  await dialog.getByRole('button', { name: 'Deny item' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Finalize', exact: true }).click();
  await dialog.getByRole('button', { name: /^(Finalize|Deny)/ }).click();
  await expect(dialog).toBeHidden();
  const mail = await readMail(request, ORDERS.late.email, new RegExp(`${number} wasn't approved`));
  expect(mail.text).toContain('Thirty days are thirty days.');
  await phone.reload();
  await expect(phone.getByText('Thirty days are thirty days.')).toBeVisible();
  await phone.context().close();
});

/** An item that is too late for all but one reason can be chosen, and says so to every other reason. */
async function chooseForReason(page: Page, browser: Browser): Promise<void> {
  const [, storeId] = new URL(page.url()).pathname.split('/');
  const api = `/api/merchant/${storeId}`;
  await publishRule(page, api, {
    name: 'Damaged items have a year and more',
    hook: 'afterReasonSelection',
    isEnabled: true,
    rule: {
      priority: 1,
      event: {
        type: 'modifyResolutionWindow',
        params: {
          kind: 'eligibilityDays',
          refund: 900,
          giftCard: null,
          exchange: null,
          warrantyReview: null,
          ineligibleLineItemFootnote: '',
        },
      },
      conditions: { all: [{ fact: 'claim/reason', operator: 'in', value: ['Defective_Item'] }] },
    },
  });
  const phone = await onNarrowPhone(browser);
  try {
    await openOrder(phone, ORDERS.late);
    await choose(phone, 'checkbox', /Only for some reasons/);
    await expectAccessible(phone);
    await goOn(phone);
    await choose(phone, 'radio', 'No longer needed');
    await expect(phone.getByText(/The return window closed on/).first()).toBeVisible();
    await expect(phone.getByRole('link', { name: 'Ask for a review' })).toBeVisible();
    await goOn(phone);
    await expect(phone.getByRole('heading', { name: 'Why are you returning this?' })).toBeVisible();
    await expectAccessible(phone);
    await choose(phone, 'radio', 'Defective or damaged');
    await choose(phone, 'radio', 'Arrived damaged');
    await expect(phone.getByText(/The return window closed on/)).toHaveCount(0);
    await goOn(phone);
    await expect(phone.getByRole('heading', { name: 'What would you like instead?' })).toBeVisible();
    await expect(phone.getByRole('radio', { name: /Refund/ })).toBeEnabled();
  } finally {
    await phone.context().close();
    await forgetRules(page, api);
  }
}
