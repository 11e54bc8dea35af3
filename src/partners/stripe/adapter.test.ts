import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTEXT, newRequest, paymentsConformance } from '#partners/conformance/payments.ts';
import type { PaymentRequest } from '#partners/ports.ts';
import { DAY_SECONDS, newKey, openStripe, usd } from './sandbox.fixture.ts';

let stripe: Awaited<ReturnType<typeof openStripe>>;
beforeAll(async () => {
  stripe = await openStripe();
});
afterAll(() => stripe.sandbox.close());

const held = async (changes: Partial<PaymentRequest> = {}, method = 'pm_card_visa') => {
  const request = newRequest(changes);
  const { idFromPlatform: id } = await stripe.open().start(request, CONTEXT);
  await stripe.pay(id, method);
  return { payments: stripe.open(), id, request };
};
const find = async (id: string) => stripe.open().find(id, CONTEXT);

describe('Stripe as Payments', () =>
  paymentsConformance(() => ({ payments: stripe.open(), shopper: { pay: (id) => stripe.pay(id) } })));

describe('what the shopper does in the browser', () => {
  const started = () => stripe.open().start(newRequest(), CONTEXT);

  test('a good card is held', async () => {
    const { idFromPlatform: id, clientSecret } = await started();
    const { status, json } = await stripe.confirm(id, clientSecret);
    expect(status).toBe(200);
    expect(json).toMatchObject({ id, status: 'requires_capture' });
    // Nothing of the shop's own notes goes to browsers.
    expect(json).not.toHaveProperty('metadata');
    expect(await find(id)).toMatchObject({ status: 'authorized' });
  });

  test.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000069', 'Your card has expired.'],
    ['4000000000000127', "Your card's security code is incorrect."],
  ])('%s is declined in the words of Stripe, and another card may follow', async (number, words) => {
    const { idFromPlatform: id, clientSecret } = await started();
    const { status, json } = await stripe.confirm(id, clientSecret, number);
    expect(status).toBe(402);
    expect(json).toMatchObject({ error: { type: 'card_error', message: words, payment_intent: { id } } });
    expect(await find(id)).toMatchObject({ status: 'requiresPayment', lastError: words });
    await stripe.confirm(id, clientSecret);
    expect(await find(id)).toMatchObject({ status: 'authorized', lastError: null });
  });

  test('a bank that asks is answered first', async () => {
    const { idFromPlatform: id, clientSecret } = await started();
    expect((await stripe.confirm(id, clientSecret, '4000000000003220')).json).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    });
    expect(await find(id)).toMatchObject({ status: 'requiresPayment' });
    await stripe.authenticate(id, clientSecret, 'complete');
    expect(await find(id)).toMatchObject({ status: 'authorized' });
  });

  test('a bank answered wrongly is a failure that says so', async () => {
    const { idFromPlatform: id, clientSecret } = await started();
    await stripe.confirm(id, clientSecret, '4000000000003220');
    await stripe.authenticate(id, clientSecret, 'fail');
    const payment = await find(id);
    expect(payment?.status).toBe('requiresPayment');
    expect(payment?.lastError).toContain('unable to authenticate');
  });

  test('a wrong secret, and the publishable key for what only the shop may do, are refused', async () => {
    const { idFromPlatform: id } = await started();
    expect((await stripe.confirm(id, `${id}_secret_wrong`)).status).toBe(400);
    const capture = await fetch(`${stripe.sandbox.url}/v1/payment_intents/${id}/capture`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripe.publishableKey}` },
    });
    expect(capture.status).toBe(401);
  });
});

describe('answers that never came', () => {
  const lost = (match: string, mode = 'dropAnswer') => stripe.control('faults', { mode, match });

  test.each(['dropAnswer', 'drop', 'fail', 'failAfter'])('start, after %s, made one payment', async (mode) => {
    const payments = stripe.open();
    const request = newRequest();
    await lost('POST /v1/payment_intents', mode);
    await expect(payments.start(request, CONTEXT)).rejects.toMatchObject({ kind: 'retry', partner: 'Stripe' });
    const { idFromPlatform } = await payments.start(request, CONTEXT);
    expect((await payments.start(request, CONTEXT)).idFromPlatform).toBe(idFromPlatform);
  });

  test.each(['dropAnswer', 'drop', 'fail', 'failAfter'])('capture, after %s, took the money once', async (mode) => {
    const { payments, id } = await held();
    const key = newKey('capture');
    await lost('/capture', mode);
    await expect(payments.capture(id, usd(5000), key, CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
    expect(await payments.capture(id, usd(5000), key, CONTEXT)).toMatchObject({ status: 'captured', captured: 5000 });
  });

  test.each(['dropAnswer', 'drop', 'fail', 'failAfter'])('refund, after %s, gave back once', async (mode) => {
    const { payments, id } = await held();
    await payments.capture(id, usd(6000), newKey('capture'), CONTEXT);
    const key = newKey('refund');
    await lost('POST /v1/refunds', mode);
    await expect(payments.refund(id, usd(2000), key, CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
    await payments.refund(id, usd(2000), key, CONTEXT);
    expect(await find(id)).toMatchObject({ refunded: 2000 });
  });

  test.each(['dropAnswer', 'drop', 'fail', 'failAfter'])('release, after %s, let go', async (mode) => {
    const { payments, id } = await held();
    const key = newKey('release');
    await lost('/cancel', mode);
    await expect(payments.release(id, key, CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
    expect(await payments.release(id, key, CONTEXT)).toMatchObject({ status: 'released' });
  });

  test.each(['dropAnswer', 'drop', 'fail', 'failAfter'])('holding again, after %s, held once', async (mode) => {
    const { payments, id, request } = await held();
    const key = newKey('again');
    await lost('POST /v1/payment_intents', mode);
    await expect(payments.holdAgain(id, key, CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
    const again = await payments.holdAgain(id, key, CONTEXT);
    expect(again.status).toBe('authorized');
    const all = await stripe.get('payment_intents?limit=100');
    const ours = JSON.stringify(all).split(`"orderNo":"${request.order.orderNo}"`).length - 1;
    expect(ours).toBe(2);
  });

  test('a failure that Stripe keeps repeating does not stand for ever', async () => {
    const { payments, id } = await held();
    const key = newKey('capture');
    await stripe.control('faults', { mode: 'fail', match: '/capture', times: 6 });
    for (let tries = 0; tries < 3; tries += 1)
      await expect(payments.capture(id, usd(6000), key, CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
    expect(await payments.capture(id, usd(6000), key, CONTEXT)).toMatchObject({ status: 'captured' });
  });

  test('a call still under way is to be tried again later', async () => {
    const { payments, id } = await held();
    const key = newKey('capture');
    await stripe.control('faults', { mode: 'delay', match: '/capture', ms: 300 });
    const first = payments.capture(id, usd(6000), key, CONTEXT);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expect(payments.capture(id, usd(6000), key, CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
    expect(await first).toMatchObject({ status: 'captured' });
  });
});

describe('refusals', () => {
  test('a wrong key is refused, a server that is not there is to be tried again', async () => {
    await expect(stripe.open('sk_test_wrong').find('pi_1', CONTEXT)).rejects.toMatchObject({ kind: 'refused' });
    const gone = await openStripe();
    await gone.sandbox.close();
    await expect(gone.open().find('pi_1', CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
  });

  test('the same key for another amount is refused', async () => {
    const payments = stripe.open();
    const request = newRequest();
    await payments.start(request, CONTEXT);
    await expect(payments.start({ ...request, amount: usd(100) }, CONTEXT)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('same parameters'),
    });
  });

  test('giving back more than is left says what Stripe said', async () => {
    const { payments, id } = await held();
    await expect(payments.refund(id, usd(100), newKey('refund'), CONTEXT)).rejects.toMatchObject({ kind: 'refused' });
    await payments.capture(id, usd(5000), newKey('capture'), CONTEXT);
    await payments.refund(id, usd(4000), newKey('refund'), CONTEXT);
    await expect(payments.refund(id, usd(1001), newKey('refund'), CONTEXT)).rejects.toThrow(
      'Refund amount ($10.01) is greater than unrefunded amount on charge ($10.00)',
    );
    await payments.refund(id, usd(1000), newKey('refund'), CONTEXT);
    await expect(payments.refund(id, usd(1), newKey('refund'), CONTEXT)).rejects.toThrow('has already been refunded');
  });

  test('too little for Stripe is refused', async () => {
    await expect(stripe.open().start(newRequest({ amount: usd(49) }), CONTEXT)).rejects.toThrow(
      'Amount must be at least $0.50 usd',
    );
  });
});

describe('holds and time', () => {
  test('the end of a hold is what the charge says, by brand', async () => {
    await stripe.control('holds', { amex: 3 * DAY_SECONDS });
    const daysOf = async (method: string) => {
      const { id } = await held({}, method);
      return Math.round((Date.parse((await find(id))?.captureBefore ?? '') - Date.now()) / 1000 / DAY_SECONDS);
    };
    expect(await daysOf('pm_card_visa')).toBe(7);
    expect(await daysOf('pm_card_amex')).toBe(3);
  });

  test('a hold lapses by itself, cannot be captured then, but can be made again', async () => {
    const other = await openStripe();
    try {
      const payments = other.open();
      const { idFromPlatform: id } = await payments.start(newRequest(), CONTEXT);
      await other.pay(id);
      await other.control('clock', { seconds: 7 * DAY_SECONDS + 1 });
      expect(await payments.find(id, CONTEXT)).toMatchObject({ status: 'expired', capturable: 0, captured: 0 });
      await expect(payments.capture(id, usd(6000), newKey('capture'), CONTEXT)).rejects.toThrow('status of canceled');
      const again = await payments.holdAgain(id, newKey('again'), CONTEXT);
      expect(again).toMatchObject({ status: 'authorized', replaces: id });
      expect(await payments.find(id, CONTEXT)).toMatchObject({ status: 'expired' });
    } finally {
      await other.sandbox.close();
    }
  });

  test('after days, when Stripe has forgotten the key, a refund and a hold are still the same ones', async () => {
    const other = await openStripe();
    try {
      const payments = other.open();
      const { idFromPlatform: id } = await payments.start(newRequest(), CONTEXT);
      await other.pay(id);
      const again = await payments.holdAgain(id, 'again:claim:1', CONTEXT);
      await payments.capture(again.idFromPlatform, usd(6000), 'capture:claim:1', CONTEXT);
      const refund = await payments.refund(again.idFromPlatform, usd(1500), 'refund:claim:1', CONTEXT);
      await other.control('clock', { seconds: 3 * DAY_SECONDS });
      expect(await payments.refund(again.idFromPlatform, usd(1500), 'refund:claim:1', CONTEXT)).toEqual(refund);
      expect(await payments.capture(again.idFromPlatform, usd(6000), 'capture:claim:1', CONTEXT)).toMatchObject({
        captured: 6000,
        refunded: 1500,
      });
      expect((await payments.holdAgain(id, 'again:claim:1', CONTEXT)).idFromPlatform).toBe(again.idFromPlatform);
    } finally {
      await other.sandbox.close();
    }
  });

  test('a declined card leaves the old hold as it was, and the same key does not ask the issuer twice', async () => {
    const { payments, id } = await held();
    const key = newKey('again');
    await stripe.control('faults', { mode: 'decline' });
    await expect(payments.holdAgain(id, key, CONTEXT)).rejects.toMatchObject({
      kind: 'refused',
      message: 'Your card has insufficient funds.',
    });
    expect(await find(id)).toMatchObject({ status: 'authorized', capturable: 6000 });
    await expect(payments.holdAgain(id, key, CONTEXT)).rejects.toThrow('insufficient funds');
    expect(await payments.holdAgain(id, newKey('again'), CONTEXT)).toMatchObject({ status: 'authorized' });
  });

  test('a bank that always asks cannot be asked without the shopper; one that asks once can', async () => {
    const authenticated = async (number: string) => {
      const payments = stripe.open();
      const { idFromPlatform: id, clientSecret } = await payments.start(newRequest(), CONTEXT);
      await stripe.confirm(id, clientSecret, number);
      await stripe.authenticate(id, clientSecret, 'complete');
      return payments.holdAgain(id, newKey('again'), CONTEXT);
    };
    await expect(authenticated('4000002760003184')).rejects.toThrow('requires authentication');
    expect(await authenticated('4000002500003155')).toMatchObject({ status: 'authorized' });
  });

  test('without the card kept, or once captured, nothing is held again', async () => {
    const { payments, id } = await held({ keepForLater: false });
    expect(await find(id)).toMatchObject({ reusableMethod: null });
    await expect(payments.holdAgain(id, newKey('again'), CONTEXT)).rejects.toThrow('kept no card');
    const other = await held();
    await other.payments.capture(other.id, usd(6000), newKey('capture'), CONTEXT);
    await expect(other.payments.holdAgain(other.id, newKey('again'), CONTEXT)).rejects.toThrow('is not held');
  });
});

describe('currencies, in the digits Stripe wants', () => {
  test.each([
    ['JPY', 5000, 5000],
    ['ISK', 500, 50_000],
    ['UGX', 20_000, 2_000_000],
    ['MGA', 500_000, 5000],
    ['KWD', 5120, 5120],
    ['HUF', 104_500, 104_500],
  ])('%s %i is %i there and comes back the same', async (currencyCode, amount, atStripe) => {
    const { payments, id } = await held({ amount: { amount, currencyCode } });
    expect(await stripe.get(`payment_intents/${id}`)).toMatchObject({
      amount: atStripe,
      currency: currencyCode.toLowerCase(),
    });
    await payments.capture(id, { amount, currencyCode }, newKey('capture'), CONTEXT);
    expect(await payments.refund(id, { amount, currencyCode }, newKey('refund'), CONTEXT)).toMatchObject({
      amount: { amount, currencyCode },
    });
    expect(await find(id)).toMatchObject({ amount: { amount, currencyCode }, captured: amount, refunded: amount });
  });

  test.each([
    ['KWD', 5124],
    ['MGA', 5050],
  ])('%s %i, which Stripe cannot say, is refused and not rounded', async (currencyCode, amount) => {
    await expect(stripe.open().start(newRequest({ amount: { amount, currencyCode } }), CONTEXT)).rejects.toMatchObject({
      kind: 'refused',
    });
  });
});

test.each(['won', 'lost'])(
  'a payment disputed at the bank is shown as such and as changed, also once it is %s',
  async (outcome) => {
    const other = await openStripe();
    try {
      const payments = other.open();
      const { idFromPlatform: id } = await payments.start(newRequest(), CONTEXT);
      await other.pay(id);
      await payments.capture(id, usd(6000), newKey('capture'), CONTEXT);
      expect(await payments.find(id, CONTEXT)).not.toHaveProperty('isDisputed');
      const disputed = { status: 'captured', captured: 6000, refunded: 0, isDisputed: true };
      await other.control('dispute', { payment_intent: id });
      expect(await payments.find(id, CONTEXT)).toMatchObject(disputed);
      await expect(payments.refund(id, usd(6000), newKey('refund'), CONTEXT)).rejects.toThrow('has been charged back');
      await other.control('clock', { seconds: DAY_SECONDS });
      const aDayLater = new Date(Date.now() + DAY_SECONDS * 1000 - 60_000).toISOString();
      expect((await payments.changedSince(aDayLater, null, CONTEXT)).items).toEqual([]);
      await other.control('dispute', { payment_intent: id, outcome });
      expect((await payments.changedSince(aDayLater, null, CONTEXT)).items).toMatchObject([disputed]);
    } finally {
      await other.sandbox.close();
    }
  },
);

test('what changed spans pages, and leaves out the payments of others', async () => {
  const other = await openStripe();
  try {
    const payments = other.open();
    await other.post('payment_intents', {
      amount: '500',
      currency: 'usd',
      confirm: 'true',
      payment_method: 'pm_card_visa',
    });
    const ids: string[] = [];
    for (let count = 0; count < 105; count += 1) {
      const { idFromPlatform } = await payments.start(newRequest(), CONTEXT);
      await other.pay(idFromPlatform);
      ids.push(idFromPlatform);
    }
    const first = await payments.changedSince(new Date(Date.now() - 60_000).toISOString(), null, CONTEXT);
    const second = await payments.changedSince(new Date(Date.now() - 60_000).toISOString(), first.nextCursor, CONTEXT);
    expect(second.nextCursor).toBeNull();
    expect([...first.items, ...second.items].map(({ idFromPlatform }) => idFromPlatform)).toEqual(ids);
    const later = await payments.changedSince(new Date(Date.now() + 60_000).toISOString(), null, CONTEXT);
    expect(later).toEqual({ items: [], nextCursor: null });
  } finally {
    await other.sandbox.close();
  }
});
