import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOpenApi } from './openapi.fixture.ts';
import { startStripeSandbox, type StripeSandbox } from './server.ts';

const FILE = new URL('../../../../shared/partners/stripe/stripe-openapi-2025-10-15.json.gz', import.meta.url);
// Of the API version the sandbox speaks, which is newer than the file.
const NEWER = ['allowed_payment_method_types', 'amount_authorized', 'capture_before'];

let sandbox: StripeSandbox;
beforeAll(async () => {
  sandbox = await startStripeSandbox({ port: 0, secretKey: 'sk', publishableKey: 'pk', webhookSecret: 'whsec' });
});
afterAll(() => sandbox.close());

type Json = Record<string, unknown>;
const call = async (method: 'GET' | 'POST', path: string, fields: Record<string, string> = {}, key = 'sk') => {
  const form = new URLSearchParams(fields).toString();
  const response = await fetch(`${sandbox.url}/v1/${path}${method === 'GET' && form !== '' ? `?${form}` : ''}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' ? { body: form } : {}),
  });
  return (await response.json()) as Json;
};
const intent = (fields: Record<string, string> = {}) =>
  call('POST', 'payment_intents', {
    amount: '2000',
    currency: 'usd',
    capture_method: 'manual',
    'expand[]': 'latest_charge',
    'metadata[purposeKey]': 'payment:1',
    ...fields,
  });
const confirmed = (method: string) => intent({ confirm: 'true', payment_method: method });

describe.skipIf(!existsSync(FILE))("answers are of Stripe's own types (needs its OpenAPI file)", () => {
  const open = () => readOpenApi(FILE, NEWER);

  test('a check finds what is wrong', () => {
    const complaints = open().check({ id: 1, object: 'refund', amount: 2.5, currency: 'usd', extra: true }, 'refund');
    expect(complaints).toEqual([
      'refund.created is missing',
      'refund.id is no string',
      'refund.amount is no integer',
      'refund.extra is not in the type',
    ]);
  });

  test('a payment in each of its states', async () => {
    const { check } = open();
    const customer = await call('POST', 'customers', { email: 'a@example.com' });
    expect(check(customer, 'customer')).toEqual([]);
    const waiting = await intent({ customer: String(customer['id']), 'expand[1]': 'customer' });
    const held = await confirmed('pm_card_visa');
    const partly = await confirmed('pm_card_mastercard');
    const states = [
      waiting,
      await confirmed('pm_card_threeDSecure2Required'),
      held,
      await call('POST', `payment_intents/${String(partly['id'])}/capture`, {
        amount_to_capture: '1500',
        'expand[]': 'latest_charge',
      }),
      await call('POST', `payment_intents/${String(held['id'])}/cancel`, { cancellation_reason: 'abandoned' }),
    ];
    expect(states.map(({ status }) => status)).toEqual([
      'requires_payment_method',
      'requires_action',
      'requires_capture',
      'succeeded',
      'canceled',
    ]);
    for (const state of states) expect(check(state, 'payment_intent')).toEqual([]);
    expect(check(held['latest_charge'], 'charge')).toEqual([]);
    expect(check(await call('GET', `payment_methods/${String(held['payment_method'])}`), 'payment_method')).toEqual([]);
    const refund = await call('POST', 'refunds', { payment_intent: String(partly['id']), amount: '500' });
    expect(check(refund, 'refund')).toEqual([]);
  });

  test('a refusal, with the payment it is about', async () => {
    const { check } = open();
    for (const refusal of [
      await confirmed('pm_card_chargeDeclined'),
      await intent({ amount: '0' }),
      await call('GET', 'payment_intents/pi_unknown'),
      await call('POST', 'refunds', { payment_intent: 'pi_unknown' }),
    ]) {
      expect(refusal['error']).toBeDefined();
      expect(check(refusal, 'error')).toEqual([]);
    }
  });

  test('lists and events', async () => {
    const { check } = open();
    const taken = await confirmed('pm_card_visa');
    await call('POST', `payment_intents/${String(taken['id'])}/capture`);
    const body = JSON.stringify({ payment_intent: taken['id'] });
    await fetch(`${sandbox.url}/_control/dispute`, { method: 'POST', body });
    for (const [path, type] of [
      ['payment_intents', 'payment_intent'],
      ['refunds', 'refund'],
      ['events', 'event'],
    ] as const) {
      const list = await call('GET', path, { limit: '100' });
      expect(list).toMatchObject({ object: 'list', url: `/v1/${path}`, has_more: false });
      const items = list['data'] as unknown[];
      expect(items.length).toBeGreaterThan(0);
      for (const item of items) expect(check(item, type)).toEqual([]);
    }
    const events = (await call('GET', 'events', { limit: '100' }))['data'] as { data: { object: Json } }[];
    expect(events.map(({ data }) => data.object['object'])).toContain('dispute');
    for (const { data } of events) expect(check(data.object, String(data.object['object']))).toEqual([]);
  });
});
