import { expect } from '@playwright/test';
import { readSettings, setSettings, storeOf } from './claims.ts';
import { readMail } from './mail.ts';
import { ORDERS, PORTAL_URL } from './places.ts';
import { expectAccessible, expectDrawnWell, expectNoSidewaysScroll, onNarrowPhone } from './screen.ts';
import { approveAndFinalize, openClaim, signIn } from './staff.ts';
import { test } from './test.ts';
import { mailWords, OWN_LANGUAGE } from './ways.ts';

test('an admin offers withdrawal; a shopper states and confirms it on a phone; staff see the deadline', async ({
  browser,
  page,
  request,
}) => {
  await signIn(page, 'Ada Admin');
  const before = await readSettings(page, ['isWithdrawalOffered']);
  await page.goto(`/${await storeOf(page)}/settings/returns#withdrawal.isWithdrawalOffered`);
  await page.getByRole('switch', { name: 'Offer withdrawal in the portal' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved').first()).toBeVisible();

  const phone = await onNarrowPhone(browser);
  await phone.goto(PORTAL_URL);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await phone.route('**/order/lookup', async (route) => {
    await isReleased;
    await route.continue();
  });
  await phone.getByLabel('Order number').fill(ORDERS.withdrawn.orderNo);
  await phone.getByLabel('Email or postal code').fill(ORDERS.withdrawn.email);
  await phone.getByRole('button', { name: 'Find my order' }).click();
  await phone.getByRole('link', { name: 'Withdraw from contract here' }).click();
  // A slow lookup stays behind, and its answer leads nowhere.
  await expect(phone.getByRole('button', { name: 'Find my order' })).toBeEnabled();
  const answered = phone.waitForResponse('**/order/lookup');
  release();
  await (await answered).finished();
  // Who came here by mistake finds the way back.
  await phone.getByRole('link', { name: 'Start a return or exchange' }).click();
  await phone.getByRole('link', { name: 'Withdraw from contract here' }).click();
  await phone.getByLabel('Order number').fill(ORDERS.withdrawn.orderNo);
  await phone.getByLabel('Email or postal code').fill(ORDERS.withdrawn.email);
  await phone.getByRole('button', { name: 'Find my order' }).click();
  await expect(phone.getByRole('heading', { name: 'Withdraw from contract' })).toBeFocused();
  const nothingExempt = await readSettings(page, ['withdrawalExemptTags']);
  await setSettings(page, { withdrawalExemptTags: ['apparel', 'footwear', 'accessories', 'home'] });
  await phone.reload();
  await phone.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  await expect(phone.getByText('Für diesen Artikel besteht kein Widerrufsrecht.').first()).toBeVisible();
  await setSettings(page, nothingExempt);
  await phone.getByRole('combobox', { name: 'Sprache' }).selectOption(OWN_LANGUAGE);
  await expect(phone.getByRole('combobox', { name: 'Language' })).toBeVisible();
  await phone.reload();
  await phone.getByLabel('Email').fill('copy@withdrawal');
  await phone.getByRole('button', { name: 'Continue' }).click();
  await expect(phone.getByText('Enter an email address.')).toBeVisible();
  await expect(phone.getByLabel('Email')).toBeFocused();
  await phone.getByLabel('Email').fill('copy@withdrawal.example');
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await expectDrawnWell(phone);
  await phone.getByRole('button', { name: 'Continue' }).click();
  await expect(phone.getByRole('heading', { name: 'Confirm your withdrawal' })).toBeFocused();
  await expect(phone.getByRole('region', { name: 'Your statement' })).toContainText(
    `I withdraw from my contract for all goods of order #${ORDERS.withdrawn.orderNo}`,
  );
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.getByRole('button', { name: 'Confirm withdrawal' }).dblclick();
  await expect(phone.getByRole('heading', { name: 'We received your withdrawal' })).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole('link', { name: 'View your withdrawal' }).click();
  await expect(phone).toHaveURL(/\/claim\/overview\/R-/);
  const number = /R-[0-9A-Z]{8}/.exec(phone.url())?.[0] ?? '';
  const copy = await readMail(request, 'copy@withdrawal.example', new RegExp(number));
  expect(copy.text).toMatch(await mailWords(new RegExp(`for all goods of order #${ORDERS.withdrawn.orderNo}`)));

  await openClaim(page, number);
  const card = page.getByRole('region', { name: 'Withdrawal', exact: true });
  await expect(card).toContainText('Refund may wait');
  await expect(card).toContainText('Refund by');
  await card.getByRole('button', { name: 'View statement' }).click();
  // It was stated in the language of the shopper.
  await expect(page.getByRole('dialog')).toContainText(await mailWords(/Email: copy@withdrawal\.example/));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await approveAndFinalize(page, /^Finalize/);
  await expect(card).toContainText('Carried out');
  await setSettings(page, before);
  await phone.context().close();
});
