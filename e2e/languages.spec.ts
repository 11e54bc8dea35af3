import { expect, type Page } from '@playwright/test';
import { ORDERS, PORTAL_URL } from './places.ts';
import { expectAccessible, expectNoSidewaysScroll, onNarrowPhone, onPhone } from './screen.ts';
import { signIn } from './staff.ts';
import { test } from './test.ts';
import { FIRST_SCREEN_KILOBYTES, loadedBy } from './wire.ts';

/** The texts of the first screen in one more language. */
const A_LANGUAGE_KILOBYTES = 4;

const pressed = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();
const picked = (page: Page, role: 'radio' | 'checkbox', text: string | RegExp): Promise<void> =>
  page
    .locator('label')
    .filter({ has: page.getByRole(role) })
    .filter({ hasText: text })
    .first()
    .click();

test('a shopper whose phone is in Arabic returns an item, from right to left all the way', async ({ browser }) => {
  const phone = await onNarrowPhone(browser, { locale: 'ar-EG' });
  const { kilobytes } = await loadedBy(phone, ['Script'], () => phone.goto(PORTAL_URL));
  await expect(phone.getByRole('heading', { name: 'إرجاع منتج أو استبداله' })).toBeVisible();
  // One language is loaded, English beside it, and no other.
  test.info().annotations.push({ type: 'measured', description: `scripts of the first screen: ${kilobytes} KB` });
  expect(kilobytes).toBeLessThanOrEqual(FIRST_SCREEN_KILOBYTES + A_LANGUAGE_KILOBYTES);
  await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(phone.locator('html')).toHaveAttribute('lang', 'ar');
  await pressed(phone, 'البحث عن طلبي');
  await expect(phone.getByText('أدخل رقم الطلب.')).toBeVisible();
  await phone.getByLabel('رقم الطلب').fill(ORDERS.corduroy.orderNo);
  await phone.getByLabel('البريد الإلكتروني أو الرمز البريدي').fill(ORDERS.corduroy.email);
  await expectAccessible(phone);
  await pressed(phone, 'البحث عن طلبي');
  await expect(phone.getByRole('heading', { name: 'ما الذي تريد إرجاعه؟' })).toBeVisible();
  // What opens points down, whichever way the page is read: the right and lower edge of a square that is turned.
  const chevron = `getComputedStyle(document.querySelector('main summary'), '::before')`;
  expect(await phone.evaluate<string[]>(`[${chevron}.borderRightWidth, ${chevron}.borderBottomWidth]`)).toEqual([
    '2px',
    '2px',
  ]);
  await picked(phone, 'checkbox', 'الإرجاع حتى');
  await pressed(phone, 'متابعة');
  // Words that the store has not changed are in the shopper's language too.
  await picked(phone, 'radio', 'المقاس غير مناسب');
  await picked(phone, 'radio', 'صغير جدًا');
  await picked(phone, 'radio', 'استرداد المبلغ إلى طريقة الدفع الأصلية');
  await picked(phone, 'radio', 'ملصق شحن مدفوع');
  await expect(phone.getByRole('heading', { name: 'هل كل شيء صحيح؟' })).toBeVisible();
  await expect(phone.getByText(/[٠-٩]+٫[٠-٩]{2}/).first()).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await pressed(phone, 'إرسال طلب الإرجاع');
  await expect(phone.getByRole('heading', { name: 'أُرسل طلب الإرجاع' })).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.context().close();
});

test('a shopper changes the language and it stays, with the words that the store chose for it', async ({
  page,
  browser,
}) => {
  await signIn(page, 'Ada Admin');
  const storeId = new URL(page.url()).pathname.split('/')[1] ?? '';
  await page.goto(`/${storeId}/settings/languages`);
  await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('Deutsch');
  await page.getByLabel('Search texts').fill('find my order');
  await page.getByRole('button', { name: 'Edit Find my order', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit text in Deutsch' });
  await dialog.getByLabel('Your text').fill('Auftrag {nummer} suchen');
  await expect(dialog.getByText('Remove {nummer}: this text has no such value.')).toBeVisible();
  await dialog.getByLabel('Your text').fill('Auftrag suchen');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changed', { exact: true })).toBeVisible();
  await expectAccessible(page);

  const phone = await onPhone(browser);
  await phone.goto(PORTAL_URL);
  await expect(phone.getByRole('button', { name: 'Find my order' })).toBeVisible();
  await phone.getByLabel('Language').selectOption('Deutsch');
  await expect(phone.getByRole('button', { name: 'Auftrag suchen' })).toBeVisible();
  await phone.reload();
  await expect(phone.getByRole('button', { name: 'Auftrag suchen' })).toBeVisible();
  // The address wins, and is remembered as well.
  await phone.goto(`${PORTAL_URL}?lang=fr`);
  await expect(phone.getByRole('button', { name: 'Trouver ma commande' })).toBeVisible();
  await phone.goto(PORTAL_URL);
  await expect(phone.getByRole('button', { name: 'Trouver ma commande' })).toBeVisible();
  await expectAccessible(phone);
  // A language that is chosen later stays, and so does what was typed.
  await phone.goto(`${PORTAL_URL}?lang=fr`);
  await phone.getByRole('textbox').first().fill('1001');
  await phone.getByRole('combobox').selectOption('Deutsch');
  await expect(phone.getByRole('button', { name: 'Auftrag suchen' })).toBeVisible();
  await expect(phone.getByRole('textbox').first()).toHaveValue('1001');
  await phone.reload();
  await expect(phone.getByRole('button', { name: 'Auftrag suchen' })).toBeVisible();
  await phone.context().close();

  await page.getByRole('button', { name: 'Edit Find my order', exact: true }).click();
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('Bestellung suchen').first()).toBeVisible();
  await expect(page.getByText('Changed', { exact: true })).toBeHidden();
});

test('a language that was chosen stays before its words have come, and the last one chosen counts', async ({
  browser,
}) => {
  const phone = await onPhone(browser);
  await phone.goto(`${PORTAL_URL}?lang=en`);
  await expect(phone.getByRole('button', { name: 'Find my order' })).toBeVisible();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const wordsOf = (language: string) => (url: URL) => url.searchParams.get('languages') === language;
  await phone.route(wordsOf('fr'), async (route) => {
    await isReleased;
    await route.continue();
  });
  const choice = phone.getByLabel('Language');
  await choice.selectOption('Français');
  await expect(choice).toHaveAttribute('aria-busy', 'true');
  await phone.goto(PORTAL_URL);
  await expect(phone.getByRole('button', { name: 'Trouver ma commande' })).toBeVisible();

  await phone.goto(`${PORTAL_URL}?lang=en`);
  await choice.selectOption('Français');
  await choice.selectOption('Deutsch');
  await expect(phone.getByRole('button', { name: 'Bestellung suchen' })).toBeVisible();
  const answered = phone.waitForResponse((response) => wordsOf('fr')(new URL(response.url())));
  release();
  await (await answered).finished();
  await phone.waitForLoadState('networkidle');
  await expect(phone.getByRole('button', { name: 'Bestellung suchen' })).toBeVisible();
  await phone.goto(PORTAL_URL);
  await expect(phone.getByRole('button', { name: 'Bestellung suchen' })).toBeVisible();
  await phone.context().close();
});
