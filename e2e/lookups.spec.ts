import { expect } from '@playwright/test';
import { readMail } from './mail.ts';
import { BACK_OFFICE_URL, ORDERS, PORTAL_URL } from './places.ts';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { test } from './test.ts';

test('a shopper whose look-ups are limited gets in by an emailed link, which opens the order once', async ({
  browser,
  request,
}) => {
  const { orderNo, email } = ORDERS.gift;
  const wrong = { orderNo: '77001', emailOrPostalCode: 'nobody@else.example' };
  for (let time = 0; time < 8; time += 1)
    await request.post(`${BACK_OFFICE_URL}/api/customer/demo/order/lookup`, {
      headers: { 'x-makegood': '1' },
      data: wrong,
    });
  const phone = await onPhone(browser);
  const look = async (): Promise<void> => {
    await expectAccessible(phone);
    await expectNoSidewaysScroll(phone);
  };

  await phone.goto(PORTAL_URL);
  await phone.getByLabel('Order number').fill(wrong.orderNo);
  await phone.getByLabel('Email or postal code').fill(wrong.emailOrPostalCode);
  await phone.getByRole('button', { name: 'Find my order' }).click();
  await expect(phone.getByRole('alert')).toContainText('Too many attempts');
  await look();

  await phone.getByRole('link', { name: 'Email me a link instead' }).click();
  await expect(phone.getByRole('heading', { name: 'Get a link by email' })).toBeFocused();
  await expect(phone.getByLabel('Email', { exact: true })).toHaveValue(wrong.emailOrPostalCode);
  await look();
  await phone.getByLabel('Order number').fill('');
  await phone.getByRole('button', { name: 'Email me a link' }).click();
  await expect(phone.getByLabel('Order number')).toBeFocused();
  await look();
  await phone.getByLabel('Order number').fill(orderNo);
  await phone.getByLabel('Email', { exact: true }).fill(email);
  await phone.getByRole('button', { name: 'Email me a link' }).click();
  await expect(phone.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await look();

  const mail = await readMail(request, email, /^Your link to order/);
  const url = /http\S+open-order\S+/.exec(mail.text)?.[0] ?? '';
  await phone.goto(url);
  await expect(phone.getByRole('heading', { name: 'Open your order' })).toBeVisible();
  await look();
  await phone.getByRole('button', { name: 'Open my order' }).click();
  await expect(phone.getByRole('heading', { name: 'What would you like to return?' })).toBeVisible();
  await expect(phone.getByText(orderNo).first()).toBeVisible();

  await phone.goto(url);
  await phone.getByRole('button', { name: 'Open my order' }).click();
  await expect(phone.getByRole('heading', { name: 'This link no longer works' })).toBeFocused();
  await look();
  await phone.getByRole('link', { name: 'Get a new link' }).click();
  await expect(phone.getByRole('heading', { name: 'Get a link by email' })).toBeFocused();
  await expect(phone.getByLabel('Order number')).toHaveValue('');
});
