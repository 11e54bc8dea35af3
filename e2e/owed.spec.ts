import { expect, type Page } from '@playwright/test';
import { paymentsOf, typeCard } from './card.ts';
import { makeClaim } from './claims.ts';
import { readMail } from './mail.ts';
import { ORDERS } from './places.ts';
import { expectAccessible, expectDrawnWell, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { pickOptions } from './exchange.ts';
import { finalize, openClaim, signIn } from './staff.ts';
import { test } from './test.ts';

/** Approves the only item as an exchange for what costs more; answers how much more. */
async function exchangeForDearer(page: Page, product: string): Promise<string> {
  await page.getByRole('button', { name: /^Approve: / }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Resolution', { exact: true }).selectOption('variantExchange');
  await dialog.getByText('Another product').click();
  await dialog.getByLabel('Find a product').fill(product);
  await dialog.getByRole('button', { name: new RegExp(product) }).click();
  await pickOptions(dialog.getByRole('group', { name: 'Variant to send' }));
  const said = dialog.getByText(/more than the returned item/);
  await expect(said).toBeVisible();
  const [, more] = /: (\$\d+\.\d\d) more than/.exec(await said.innerText()) ?? [];
  await dialog.getByRole('button', { name: 'Approve exchange' }).click();
  await expect(dialog).toBeHidden();
  if (!more) throw new Error('the dialog does not say how much more it costs');
  return more;
}

test('what staff made dearer is asked for by mail, paid on the phone, and goes out', async ({ browser, page }) => {
  const { orderNo, email } = ORDERS.owing;
  await signIn(page, 'Sam Staff');
  const { externalId } = await makeClaim(page, ORDERS.owing);
  await openClaim(page, externalId);
  const owed = await exchangeForDearer(page, 'Waxed Jacket');
  await expect(page.getByText(`Waiting for the customer's payment of ${owed}.`)).toBeVisible();
  await page.getByRole('button', { name: /^Change: / }).click();
  const chosen = page.getByRole('dialog').getByRole('list', { name: 'To be sent' });
  await expect(chosen).toContainText(/Waxed Jacket - \S.*Chosen/);
  await expect(page.getByRole('dialog').getByLabel('Find a product')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  // Until it is paid or given away there is nothing to carry out, and nothing to write of.
  await page.getByRole('button', { name: 'Finalize', exact: true }).click();
  const finalizing = page.getByRole('dialog', { name: `Finalize ${externalId}` });
  await expect(finalizing.getByText(`Left out for now: The customer still owes ${owed}`)).toBeVisible();
  await expect(finalizing.getByRole('button', { name: /^Finalize/ })).toBeDisabled();
  await expect(finalizing.getByRole('button', { name: /^Finalize/ })).toHaveAccessibleDescription(
    /Every item is left out/,
  );
  await expect(finalizing.getByRole('checkbox')).toHaveCount(1);
  await expectAccessible(page);
  await finalizing.getByLabel('Waive what the customer still owes').check();
  await expect(finalizing.getByRole('button', { name: 'Finalize and exchange 1 item' })).toBeEnabled();
  // The next press of Space takes the choice back, and sends nothing.
  await expect(finalizing.getByLabel('Waive what the customer still owes')).toBeFocused();
  await expect(finalizing.getByLabel(/^Email /)).toBeChecked();
  await finalizing.getByLabel('Waive what the customer still owes').uncheck();
  await expect(finalizing.getByRole('button', { name: /^Finalize/ })).toBeDisabled();
  await finalizing.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Send payment link' }).click();
  const dialog = page.getByRole('dialog', { name: `Request ${owed}` });
  await expect(dialog.getByLabel('Subject')).toHaveValue(`Payment needed for your return ${externalId}`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send payment link' }).click();
  await expect(dialog).toBeHidden();

  const mail = await readMail(page.request, email, /^Payment needed/);
  expect(mail.text).toContain(`You still owe ${owed}`);
  const [link = ''] = /https?:\S+claim\/overview\/\S+/.exec(mail.text) ?? [];
  const phone = await onPhone(browser);
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: `You still owe ${owed}` })).toBeVisible();
  await expectNoSidewaysScroll(phone);
  await expectAccessible(phone);
  await phone.getByRole('button', { name: `Pay ${owed}` }).click();
  await expect(phone.getByRole('heading', { name: `Pay ${owed}` })).toBeFocused();
  await expect(phone.getByLabel('Card number')).toBeVisible();
  await expectNoSidewaysScroll(phone);
  await expectAccessible(phone);
  // The payment that was begun survives a reload.
  await phone.reload();
  await typeCard(phone, 'declined');
  const pay = phone.getByRole('button', { name: `Pay ${owed}` });
  await pay.click();
  await expect(phone.getByRole('alert').filter({ hasText: 'insufficient funds' })).toBeVisible();
  await typeCard(phone, 'good');
  await pay.dblclick();
  await expect(phone.getByText('Thanks! We got your payment.')).toBeVisible();
  await expect(phone.getByText(`You paid ${owed}.`)).toBeVisible({ timeout: 30_000 });
  await expect(phone.getByRole('button', { name: /^Pay / })).toBeHidden();
  await expectAccessible(phone);
  await expectDrawnWell(phone);
  // On a screen of its own: the provider's page is wider than a phone.
  const payments = await paymentsOf(await browser.newPage(), orderNo);
  await expect(payments).toHaveCount(1);
  await expect(payments).toContainText(owed);

  await page.reload();
  await expect(page.getByText(/^Waiting for the customer's payment/)).toBeHidden();
  await finalize(page, /^Finalize and exchange 1 item$/);
  await expect(page.getByRole('region', { name: 'Exchange orders' }).getByRole('link')).toHaveCount(1);
  await phone.context().close();
});
