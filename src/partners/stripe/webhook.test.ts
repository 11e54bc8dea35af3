import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CONTEXT, newRequest } from '#partners/conformance/payments.ts';
import { DAY_SECONDS, newKey, openStripe, usd } from './sandbox.fixture.ts';

type Received = { body: Buffer; signature: string; type: string };
let receiver: Server;
let received: Received[];
let isRefusing: boolean;
let stripe: Awaited<ReturnType<typeof openStripe>>;

beforeEach(async () => {
  received = [];
  isRefusing = false;
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const type = /"type":"([a-z_]+\.[a-z_.]+)"/.exec(body.toString())?.[1] ?? '';
      received.push({ body, signature: String(request.headers['stripe-signature']), type });
      response.writeHead(isRefusing ? 500 : 200).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  stripe = await openStripe({ webhookUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks` });
});
afterEach(async () => {
  await stripe.sandbox.close();
  receiver.closeAllConnections();
  receiver.close();
});

const came = (type: string, count = 1): Promise<Received> =>
  vi.waitFor(() => {
    const found = received.filter((each) => each.type === type);
    expect(found.length).toBeGreaterThanOrEqual(count);
    return found[count - 1] as Received;
  }, 5000);
const verify = ({ body, signature }: { body: Uint8Array; signature?: string }) =>
  stripe.open().readCall(body, { 'stripe-signature': signature });
const paid = async () => {
  const { idFromPlatform: id } = await stripe.open().start(newRequest(), CONTEXT);
  await stripe.pay(id);
  return id;
};
const sign = (body: string, secondsAgo = 0, secret = stripe.webhookSecret) => {
  const time = Math.floor(Date.now() / 1000) - secondsAgo;
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
};

test('every step of a payment is news that names it', async () => {
  const id = await paid();
  await stripe.open().capture(id, usd(5000), newKey('capture'), CONTEXT);
  await stripe.open().refund(id, usd(1000), newKey('refund'), CONTEXT);
  await stripe.control('dispute', { payment_intent: id });
  await stripe.control('dispute', { payment_intent: id, outcome: 'lost' });
  const seen = new Set<string>();
  for (const type of [
    'payment_intent.created',
    'payment_intent.amount_capturable_updated',
    'charge.succeeded',
    'charge.captured',
    'payment_intent.succeeded',
    'refund.created',
    'charge.refunded',
    'charge.dispute.created',
    'charge.dispute.closed',
  ]) {
    const event = verify(await came(type));
    expect(event, type).toMatchObject({ topic: type, subject: { kind: 'payment', idFromPlatform: id } });
    seen.add(event?.id ?? '');
  }
  expect(seen.size).toBe(9);
});

test('a hold that lapses is news with the reason', async () => {
  const id = await paid();
  await stripe.control('clock', { seconds: 7 * DAY_SECONDS + 1 });
  const { body } = await came('payment_intent.canceled');
  expect(JSON.parse(body.toString())).toMatchObject({
    data: { object: { id, status: 'canceled', cancellation_reason: 'automatic' } },
  });
});

test('a forged, altered, old, future or unsigned one is nothing', async () => {
  await paid();
  const { body, signature } = await came('payment_intent.created');
  const text = body.toString();
  expect(verify({ body, signature })).not.toBeNull();
  expect(verify({ body: Buffer.from(text.replace('6000', '9000')), signature })).toBeNull();
  expect(verify({ body, signature: sign(text, 0, 'whsec_other') })).toBeNull();
  expect(verify({ body, signature: sign(text, 301) })).toBeNull();
  expect(verify({ body, signature: sign(text, 299) })).not.toBeNull();
  // Clocks may differ a little.
  expect(verify({ body, signature: sign(text, -60) })).not.toBeNull();
  expect(verify({ body, signature: sign(text, -86_400) })).toBeNull();
  expect(verify({ body: Buffer.from('no JSON'), signature: sign('no JSON', -86_400) })).toBeNull();
  expect(verify({ body, signature: 't=1,v1=' })).toBeNull();
  expect(verify({ body, signature: 'nonsense' })).toBeNull();
  expect(stripe.open().readCall(body, {})).toBeNull();
});

test('a secret that is changing signs twice, and one good signature is enough', async () => {
  await paid();
  const text = (await came('payment_intent.created')).body.toString();
  const good = sign(text);
  expect(verify({ body: Buffer.from(text), signature: good.replace(',', `,v1=${'0'.repeat(64)},`) })).not.toBeNull();
});

test.each([
  ['about something else', '{"id":"evt_1","object":"event","data":{"object":{"object":"customer","id":"cus_1"}}}'],
  ['no JSON', 'hello'],
  [
    'a charge without a payment',
    '{"id":"evt_1","data":{"object":{"object":"charge","id":"ch_1","payment_intent":null}}}',
  ],
])('a signed one %s is of nothing we follow', (_name, text) => {
  expect(verify({ body: Buffer.from(text), signature: sign(text) })).toMatchObject({ subject: null });
});

test('what is not taken comes again, with the same event', async () => {
  isRefusing = true;
  await paid();
  const first = verify(await came('payment_intent.created'));
  isRefusing = false;
  expect(verify(await came('payment_intent.created', 2))).toEqual(first);
});

test('what is not taken comes again after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'makegood-stripe-'));
  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  const stateFile = join(folder, 'stripe.json');
  isRefusing = true;
  const before = await openStripe({ stateFile, webhookUrl });
  await before.open().start(newRequest(), CONTEXT);
  const first = verify(await came('payment_intent.created'));
  await before.sandbox.close();
  isRefusing = false;
  received = [];
  const after = await openStripe({ stateFile, webhookUrl });
  expect(verify(await came('payment_intent.created'))).toEqual(first);
  await after.sandbox.close();
  rmSync(folder, { recursive: true });
});

test('a repeated one is the same event, a dropped one never comes', async () => {
  await stripe.control('faults', { mode: 'repeat', match: 'WEBHOOK payment_intent.created' });
  await stripe.control('faults', { mode: 'drop', match: 'WEBHOOK charge.succeeded' });
  await paid();
  const first = verify(await came('payment_intent.created'));
  expect(verify(await came('payment_intent.created', 2))).toEqual(first);
  expect(received.some(({ type }) => type === 'charge.succeeded')).toBe(false);
});
