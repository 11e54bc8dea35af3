import { expect, type Page } from '@playwright/test';
import { payByWallet, payNow, paymentsOf, typeCard } from './card.ts';
import { chooseProduct, pickOptions, sellOut, toPayment, whenBack } from './exchange.ts';
import { ORDERS, SHOP_URL } from './places.ts';
import { expectAccessible, expectDrawnWell, expectNoSidewaysScroll, onNarrowPhone, onPhone } from './screen.ts';
import { ANY_ITEM, askAbout, choose, goOn, returnEverything, sendBack, submitted } from './shopper.ts';
import { approveAndFinalize, openClaim, signIn } from './staff.ts';
import { test } from './test.ts';

const difference = (page: Page, text: RegExp) => page.getByText(text).first();

async function newestOrderOf(page: Page, email: string): Promise<void> {
  await page.goto(`${SHOP_URL}/admin/orders?q=${email}`);
  await page.getByRole('link', { name: /#/ }).first().click();
}

test('an exchange for a dearer product is paid by card, once, and becomes an order', async ({ browser, page }) => {
  const { orderNo, email } = ORDERS.tee;
  const phone = await onPhone(browser);
  await askAbout(phone, { order: ORDERS.tee, item: ANY_ITEM, reason: 'No longer needed' });
  await chooseProduct(phone, 'Silk Blouse');
  await expect(difference(phone, /^You pay \$90\.94\.$/)).toBeVisible();
  await expectNoSidewaysScroll(phone);
  await goOn(phone);
  await whenBack(phone);
  await sendBack(phone, /Packing slip/);
  await expect(phone.getByText('−$127.75').first()).toBeVisible();
  await expectAccessible(phone);
  await toPayment(phone);
  await expect(phone.getByRole('heading', { level: 1, name: 'Pay $90.94' })).toBeFocused();
  await expectAccessible(phone);
  // What was chosen and the payment begun survive a reload.
  await phone.reload();
  await typeCard(phone, 'good');
  await payNow(phone).dblclick();
  const number = await submitted(phone);
  await expect(phone.getByText('You paid $90.94.')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(phone);

  await signIn(page, 'Sam Staff');
  await openClaim(page, number);
  await approveAndFinalize(page, /^Finalize/);
  const payments = await paymentsOf(page, orderNo);
  await expect(payments).toHaveCount(1);
  await expect(payments).toContainText('succeeded');
  await expect(payments).toContainText('$90.94');
  await newestOrderOf(page, email);
  await expect(page.locator('table[data-table=lines]')).toContainText('Silk Blouse');
  await phone.context().close();
});

test('a declined card says why; the next card is asked by its bank and pays', async ({ browser, page }) => {
  const phone = await onPhone(browser);
  await askAbout(phone, { order: ORDERS.hat, item: ANY_ITEM, reason: 'No longer needed' });
  await chooseProduct(phone, 'Silk Blouse');
  await goOn(phone);
  await whenBack(phone);
  await sendBack(phone, /Packing slip/);
  await toPayment(phone);
  await payNow(phone).click();
  await expect(phone.getByText('Your card number is incomplete.').first()).toBeVisible();
  await typeCard(phone, 'declined');
  await payNow(phone).click();
  await expect(phone.getByRole('alert').filter({ hasText: 'insufficient funds' })).toBeVisible();
  // It still does where the shopper comes back from a page of the bank.
  await phone.reload();
  await expect(phone.getByRole('alert').filter({ hasText: 'insufficient funds' })).toBeVisible();
  await expect(phone.getByLabel('Card number')).toBeVisible();
  await typeCard(phone, 'asks');
  const confirming = phone.waitForRequest(
    (sent) => sent.method() === 'POST' && /\/payment_intents\/[^/]+\/confirm$/.test(sent.url()),
  );
  await payNow(phone).click();
  await expect(phone.getByRole('button', { name: 'Complete authentication' })).toBeVisible();
  // An app of the bank may lead back to another tab, which goes on with the same return.
  const heading = { level: 1, name: /^Pay \$\d+\.\d\d$/ } as const;
  const back = new URL(new URLSearchParams((await confirming).postData() ?? '').get('return_url') ?? '');
  back.searchParams.set('payment_intent_client_secret', 'pi_1_secret_2');
  const other = await phone.context().newPage();
  await other.goto(back.href);
  await expect(other.getByRole('heading', heading)).toBeVisible();
  await expect(other.getByLabel('Card number')).toBeVisible();
  expect(new URL(other.url()).search).toBe('?step=pay');
  await other.close();
  await phone.getByRole('button', { name: 'Complete authentication' }).click();
  await submitted(phone);
  await expect(phone.getByText(/^You paid \$/).first()).toBeVisible({ timeout: 30_000 });
  const payments = await paymentsOf(page, ORDERS.hat.orderNo);
  await expect(payments).toHaveCount(1);
  await expect(payments).toContainText('succeeded');
  await phone.context().close();
});

test('the value of a return is spent in the shop, and the rest comes as a gift card', async ({ browser, page }) => {
  const phone = await onNarrowPhone(browser);
  await askAbout(phone, { order: ORDERS.vest, item: ANY_ITEM, reason: 'No longer needed' });
  await choose(phone, 'radio', /Shop with your credit/);
  await phone.getByLabel('Find a product').fill('Harbor Tee');
  await phone.getByRole('link', { name: /Harbor Tee/ }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Harbor Tee' })).toBeVisible();
  await pickOptions(phone.locator('form'));
  await phone.getByRole('button', { name: 'Add to cart' }).click();
  await expect(phone.getByRole('heading', { name: 'Your cart' })).toBeVisible();
  await phone.getByRole('button', { name: 'One more' }).click();
  await expect(difference(phone, /^You get \$\d+\.\d\d back as a gift card\.$/)).toBeVisible();
  await phone.reload();
  await expect(phone.getByRole('status').filter({ hasText: '2' })).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await expectDrawnWell(phone);
  const said = (await difference(phone, /^You get \$\d+\.\d\d back as a gift card\.$/).innerText()) ?? '';
  const rest = /\$(\d+\.\d\d)/.exec(said)?.[1] ?? '';
  await goOn(phone);
  await sendBack(phone, /Packing slip/);
  await phone.getByRole('button', { name: 'Submit return' }).click();
  const number = await submitted(phone);
  await expect(phone.getByText('Harbor Tee', { exact: false }).first()).toBeVisible();

  await signIn(page, 'Sam Staff');
  await openClaim(page, number);
  await approveAndFinalize(page, /^Finalize/);
  await page.goto(`${SHOP_URL}/admin/orders/${ORDERS.vest.orderNo}`);
  await expect(page.locator('table[data-table=gift-cards]')).toContainText(`${rest} USD`);
  await newestOrderOf(page, ORDERS.vest.email);
  await expect(page.locator('table[data-table=lines]')).toContainText('Harbor Tee');
  await phone.context().close();
});

test('an instant exchange is sent at once against a hold, which outlives finalizing until staff need no return', async ({
  browser,
  page,
}) => {
  const { orderNo, email } = ORDERS.sweater;
  const phone = await onPhone(browser);
  await askAbout(phone, { order: ORDERS.sweater, item: ANY_ITEM, reason: 'It does not fit', detail: 'Too small' });
  await choose(phone, 'radio', /Different size or color/);
  await pickOptions(phone.locator('form'));
  await expect(difference(phone, /^No extra cost\.$/)).toBeVisible();
  await goOn(phone);
  await expect(phone.getByText(/hold on your card\. Your return must arrive by/)).toBeVisible();
  await choose(phone, 'radio', /Now, before my return arrives/);
  await sendBack(phone, /Packing slip/);
  await toPayment(phone);
  await expect(phone.getByRole('heading', { level: 1, name: /^Hold \$\d+\.\d\d on your card$/ })).toBeVisible();
  await payByWallet(phone);
  const number = await submitted(phone);
  await expect(phone.getByText(/hold on your card\. You haven't been charged/)).toBeVisible();

  await newestOrderOf(page, email);
  await expect(page.locator('table[data-table=lines]')).toContainText('Quarter Zip');
  await expect(await paymentsOf(page, orderNo)).toContainText('requires_capture');
  await signIn(page, 'Sam Staff');
  await openClaim(page, number);
  await approveAndFinalize(page, /^Finalize/);
  await expect(await paymentsOf(page, orderNo)).toContainText('requires_capture');
  await phone.reload();
  await expect(
    phone.getByText("Your request has been reviewed. We'll complete it once your package arrives."),
  ).toBeVisible();
  await openClaim(page, number);
  await page.getByRole('button', { name: 'Return not needed' }).click();
  const asked = page.getByRole('dialog', { name: 'Stop waiting for the return?' });
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Return not needed' }).click();
  await expect(asked).toBeHidden();
  await expect(page.getByRole('button', { name: 'Return not needed' })).toBeHidden();
  await expect(async () => {
    await expect(await paymentsOf(page, orderNo)).toContainText('canceled', { timeout: 1_000 });
  }).toPass();
  await phone.reload();
  await expect(phone.getByText(/hold on your card has ended/)).toBeVisible();
  await phone.context().close();
});

test('what sells out between the choice and the payment is chosen again, and nothing else is lost', async ({
  browser,
  request,
}) => {
  const phone = await onPhone(browser);
  await askAbout(phone, { order: ORDERS.crop, item: ANY_ITEM, reason: 'No longer needed' });
  await chooseProduct(phone, 'Fisherman Sweater');
  await goOn(phone);
  await whenBack(phone);
  await sendBack(phone, /Packing slip/);
  const gone = await sellOut(request, 'Fisherman Sweater');
  await phone.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(phone.getByRole('alert').filter({ hasText: 'out of stock' })).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole('button', { name: /^Choose something else for/ }).click();
  await expect(phone.getByRole('heading', { name: 'Which one would you like?' })).toBeVisible();
  await expect(phone.getByText(`${gone} just sold out.`)).toBeVisible();
  await phone.getByRole('button', { name: 'Save' }).click();
  await expect(phone.getByRole('alert').filter({ hasText: "Choose one that's in stock." })).toBeVisible();
  await pickOptions(phone.locator('form'));
  await expect(difference(phone, /^You pay \$/)).toBeVisible();
  // What was chosen before is kept, and saving leads back to the review.
  await phone.getByRole('button', { name: 'Save' }).click();
  await expect(phone.getByRole('heading', { name: 'Ships after your return arrives' })).toBeVisible();
  await toPayment(phone);

  // Returned from elsewhere meanwhile: what can be returned is read again.
  await returnEverything(phone, ORDERS.crop);
  await phone.getByRole('button', { name: 'Back' }).click();
  await phone.getByRole('button', { name: 'Continue to payment' }).click();
  await phone.getByRole('button', { name: 'Check the order again' }).click();
  await expect(phone.getByRole('heading', { name: 'Nothing to return right now' })).toBeVisible();
  await phone.context().close();
});
