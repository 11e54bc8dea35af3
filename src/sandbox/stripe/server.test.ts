import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStripeSandbox, type StripeSandbox } from './server.ts';

const KEYS = { secretKey: 'sk', publishableKey: 'pk', webhookSecret: 'whsec' };
const folder = mkdtempSync(join(tmpdir(), 'makegood-stripe-'));
let sandbox: StripeSandbox;
beforeAll(async () => {
  sandbox = await startStripeSandbox({ port: 0, ...KEYS });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

const post = async (path: string, body: string, headers: Record<string, string> = {}, url = sandbox.url) => {
  const response = await fetch(`${url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
  const json: unknown = await response.json();
  return { status: response.status, headers: response.headers, json, id: idOf(json) };
};
const idOf = (json: unknown): string =>
  typeof json === 'object' && json !== null && 'id' in json ? String(json.id) : '';
const CREATE = 'amount=2000&currency=usd&capture_method=manual';

describe('idempotency keys, as Stripe has them', () => {
  test('the same key and parameters, in any order, give the first answer again and say so', async () => {
    const key = { 'idempotency-key': 'k1' };
    const first = await post('payment_intents', CREATE, key);
    const second = await post('payment_intents', 'currency=usd&capture_method=manual&amount=2000', key);
    expect(second.json).toEqual(first.json);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('original-request')).toBe(first.headers.get('request-id'));
  });

  test('other parameters, or another endpoint, are an idempotency error', async () => {
    const key = { 'idempotency-key': 'k2' };
    const { id } = await post('payment_intents', CREATE, key);
    for (const [path, body, words] of [
      ['payment_intents', 'amount=2001&currency=usd', 'same parameters'],
      [`payment_intents/${id}/cancel`, '', 'same endpoint'],
    ] as const) {
      const { status, json } = await post(path, body, key);
      expect(status).toBe(400);
      expect(json).toMatchObject({ error: { type: 'idempotency_error', message: expect.stringContaining(words) } });
    }
  });

  test('a decline is remembered, a parameter that is wrong in itself is not', async () => {
    const declined = await post('payment_intents', `${CREATE}&confirm=true&payment_method=pm_card_chargeDeclined`, {
      'idempotency-key': 'k3',
    });
    const again = await post('payment_intents', `${CREATE}&confirm=true&payment_method=pm_card_chargeDeclined`, {
      'idempotency-key': 'k3',
    });
    expect([declined.status, again.status]).toEqual([402, 402]);
    expect(again.json).toEqual(declined.json);
    expect((await post('payment_intents', 'amount=abc&currency=usd', { 'idempotency-key': 'k4' })).status).toBe(400);
    expect((await post('payment_intents', CREATE, { 'idempotency-key': 'k4' })).status).toBe(200);
  });

  test('a key is forgotten after a day', async () => {
    const other = await startStripeSandbox({ port: 0, ...KEYS });
    const key = { 'idempotency-key': 'k5' };
    const first = await post('payment_intents', CREATE, key, other.url);
    await fetch(`${other.url}/_control/clock`, { method: 'POST', body: '{"seconds":86401}' });
    expect((await post('payment_intents', CREATE, key, other.url)).id).not.toBe(first.id);
    await other.close();
  });
});

describe('refusals', () => {
  test.each([
    ['payment_intents', 'amount=2000&currency=usd&amonut=1', 'parameter_unknown'],
    ['payment_intents', 'currency=usd', 'parameter_missing'],
    ['payment_intents', 'amount=10&currency=usd', 'amount_too_small'],
    ['payment_intents', `${CREATE}&payment_method_types[]=card`, 'payment_method_types_no_longer_supported'],
    ['payment_intents', `${CREATE}&customer=cus_none`, 'resource_missing'],
    [
      'payment_methods',
      'type=card&card[number]=4242424242424241&card[exp_month]=1&card[exp_year]=2040',
      'incorrect_number',
    ],
    [
      'payment_methods',
      'type=card&card[number]=4242424242424242&card[exp_month]=1&card[exp_year]=2020',
      'invalid_expiry_year',
    ],
    [
      'payment_intents',
      `${CREATE}&confirm=true&payment_method_data[type]=card&payment_method_data[card][number]=4111111111111111&payment_method_data[card][exp_month]=1&payment_method_data[card][exp_year]=2040`,
      'card_declined',
    ],
  ])('%s with %s is %s', async (path, body, code) => {
    const { json } = await post(path, body);
    expect(json).toMatchObject({ error: { code } });
  });

  test('no key and a wrong key', async () => {
    for (const authorization of ['', 'Bearer sk_wrong']) {
      expect((await post('payment_intents', CREATE, { authorization })).status).toBe(401);
    }
  });

  test.each(['kwd', 'isk', 'ugx'])('digits that %s has not', async (currency) => {
    expect((await post('payment_intents', `amount=5125&currency=${currency}`)).status).toBe(400);
    expect((await post('payment_intents', `amount=5100&currency=${currency}`)).status).toBe(200);
  });
});

describe('for browsers', () => {
  test('the script is there under the names Stripe uses, for pages of any origin', async () => {
    for (const path of ['/v3/', '/v3', '/endive/stripe.js']) {
      const response = await fetch(`${sandbox.url}${path}`);
      expect(response.headers.get('content-type')).toContain('text/javascript');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(await response.text()).toContain('window.Stripe =');
    }
  });

  test('a page of another origin may confirm', async () => {
    const preflight = await fetch(`${sandbox.url}/v1/payment_intents/pi_1/confirm`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  });
});

test('what was paid is known after a restart, and shown on the page', async () => {
  const stateFile = join(folder, 'stripe.json');
  const before = await startStripeSandbox({ port: 0, ...KEYS, stateFile });
  const { id } = await post(
    'payment_intents',
    `${CREATE}&confirm=true&payment_method=pm_card_visa&description=Shoes%20%3Cb%3E`,
    {},
    before.url,
  );
  await before.close();
  const after = await startStripeSandbox({ port: 0, ...KEYS, stateFile });
  const page = await (await fetch(after.url)).text();
  expect(page).toContain(id);
  expect(page).toContain('requires_capture');
  expect(page).not.toContain('<b>');
  const lapse = await fetch(`${after.url}/_control/lapse`, {
    method: 'POST',
    body: new URLSearchParams({ payment_intent: id }),
    redirect: 'manual',
  });
  expect(lapse.status).toBe(303);
  expect(await (await fetch(after.url)).text()).toContain('automatic');
  await after.close();
});
