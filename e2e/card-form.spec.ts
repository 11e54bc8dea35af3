import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { startStripeSandbox, type StripeSandbox } from '../src/sandbox/stripe/server.ts';
import { expectAccessible } from './screen.ts';
import { test } from './test.ts';

/** The form of the card payments twin, on a page of another origin with a strict policy, as the portal is. */
const KEYS = { secretKey: 'sk_test_form', publishableKey: 'pk_test_form', webhookSecret: 'whsec_form' };
const SCRIPT = `
  const stripe = Stripe('${KEYS.publishableKey}');
  const elements = stripe.elements({ clientSecret: location.hash.slice(1) });
  const element = elements.create('payment');
  element.on('ready', () => { document.title = 'ready'; });
  element.mount('#form');
  const wallets = elements.create('expressCheckout', { paymentMethods: { amazonPay: 'never' } });
  wallets.on('availablepaymentmethodschange', ({ paymentMethods }) => {
    document.querySelector('#wallets').dataset.has = JSON.stringify(paymentMethods);
  });
  wallets.on('cancel', () => { document.querySelector('#said').textContent = 'canceled'; });
  wallets.mount('#wallets');
  const pay = async () => {
    const { error } = await elements.submit();
    if (error) return void (document.querySelector('#said').textContent = error.type + ': ' + error.message);
    const result = await stripe.confirmPayment({ elements, confirmParams: {}, redirect: 'if_required' });
    document.querySelector('#said').textContent = result.error ? result.error.type + ': ' + result.error.message : result.paymentIntent.status;
  };
  wallets.on('confirm', pay);
  document.querySelector('#pay').addEventListener('click', pay);`;

let sandbox: StripeSandbox;
let shop: Server;
let shopUrl = '';
test.beforeAll(async () => {
  sandbox = await startStripeSandbox({ port: 0, ...KEYS });
  shop = createServer((request, response) => {
    if (request.url === '/page.js') return response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT);
    return response
      .writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy': `default-src 'none'; script-src 'self' ${sandbox.url}; connect-src ${sandbox.url}; style-src 'unsafe-inline'`,
      })
      .end(
        `<!doctype html><html lang="en"><title>Pay</title><main><h1>Pay</h1><div id="wallets"></div><div id="form"></div><button id="pay">Pay</button><p id="said"></p></main><script src="${sandbox.scriptUrl}"></script><script src="/page.js"></script>`,
      );
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
test.afterAll(async () => {
  await sandbox.close();
  shop.closeAllConnections();
  shop.close();
});

async function open(page: Page): Promise<void> {
  const response = await fetch(`${sandbox.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEYS.secretKey}` },
    body: new URLSearchParams({ amount: '2000', currency: 'usd', capture_method: 'manual' }),
  });
  const { client_secret: secret } = (await response.json()) as { client_secret: string };
  await page.goto(`${shopUrl}/#${secret}`);
  await expect(page).toHaveTitle('ready');
}

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('1234');
  await page.getByLabel('Security code').fill('123');
}
const pay = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true }).click();
const said = (page: Page) => page.locator('#said');

test('a good card is held', async ({ page }) => {
  await open(page);
  await typeCard(page, '4242424242424242');
  await expectAccessible(page);
  await pay(page);
  await expect(said(page)).toHaveText('requires_capture');
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
});

test('the brands it takes stand in the field, then the brand of the card', async ({ page }) => {
  await open(page);
  const brands = page.locator('[data-brand]');
  await expect(brands).toHaveCount(4);
  await page.getByLabel('Card number').fill('5555');
  await expect(brands).toHaveCount(1);
  await expect(brands).toHaveAttribute('data-brand', 'mastercard');
});

test('a wallet of this browser holds the payment without a card typed; leaving its sheet holds nothing', async ({
  page,
}) => {
  await page.addInitScript('window.ApplePaySession = class {}');
  await open(page);
  await expect(page.locator('#wallets button')).toHaveText(['Apple Pay', 'Google Pay', 'Link']);
  const sheet = page.getByRole('dialog', { name: 'Google Pay' });
  await page.getByRole('button', { name: 'Google Pay' }).click();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect(said(page)).toHaveText('canceled');
  await expect(sheet).toBeHidden();
  await pay(page);
  await expect(said(page)).toHaveText('validation_error: Your card number is incomplete.');
  await page.getByRole('button', { name: 'Google Pay' }).click();
  await sheet.getByRole('button', { name: 'Pay' }).click();
  await expect(said(page)).toHaveText('requires_capture');
  await expect(sheet).toBeHidden();
});

test('what is missing is said at the field, a decline in the words of the issuer', async ({ page }) => {
  await open(page);
  await pay(page);
  await expect(said(page)).toHaveText('validation_error: Your card number is incomplete.');
  await expect(page.getByLabel('Card number')).toBeFocused();
  await expect(page.getByText("Your card's security code is incomplete.")).toBeVisible();
  await typeCard(page, '4000000000009995');
  await pay(page);
  await expect(said(page)).toHaveText('card_error: Your card has insufficient funds.');
});

for (const [button, outcome] of [
  ['Complete authentication', /^requires_capture$/],
  ['Fail authentication', /unable to authenticate/],
] as const) {
  test(`a bank that asks: ${button}`, async ({ page }) => {
    await open(page);
    await typeCard(page, '4000000000003220');
    await pay(page);
    await expect(page.getByRole('dialog', { name: '3D Secure' })).toBeVisible();
    await page.getByRole('button', { name: button }).click();
    await expect(said(page)).toHaveText(outcome);
  });
}
