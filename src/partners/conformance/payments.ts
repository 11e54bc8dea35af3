import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CallContext, PaymentRequest, Payments } from '#partners/ports.ts';

export const CONTEXT: CallContext = { requestId: 'req-conformance' };

let orders = 1000;
/** A payment for a new purpose: 60.00 USD by default. */
export function newRequest(changes: Partial<PaymentRequest> = {}): PaymentRequest {
  orders += 1;
  return {
    purposeKey: `payment:claim:${orders}:${randomUUID()}`,
    amount: { amount: 6000, currencyCode: 'USD' },
    customerEmail: 'elizabeth.swan@example.com',
    description: `Exchange for order #${orders}`,
    keepForLater: true,
    order: { idFromPlatform: String(orders), orderNo: `#${orders}` },
    ...changes,
  };
}

const usd = (amount: number) => ({ amount, currencyCode: 'USD' });

/** What the provider's own page or form lets a shopper do with a payment that was started. */
export type Shopper = { pay(idFromPlatform: string): Promise<void> };

/** What every Payments adapter must do, against a provider that answers normally. */
export function paymentsConformance(open: () => { payments: Payments; shopper: Shopper }): void {
  const paid = async (changes: Partial<PaymentRequest> = {}) => {
    const { payments, shopper } = open();
    const request = newRequest(changes);
    const { idFromPlatform } = await payments.start(request, CONTEXT);
    await shopper.pay(idFromPlatform);
    return { payments, request, id: idFromPlatform };
  };
  const key = (verb: string) => `${verb}:claim:${randomUUID()}`;

  test('a payment is started in the form of ours or on the page of theirs, and waits for the shopper', async () => {
    const { payments } = open();
    const { idFromPlatform, clientSecret, payUrl } = await payments.start(newRequest(), CONTEXT);
    expect([clientSecret, payUrl].filter((each) => each !== null)).toHaveLength(1);
    expect(payments.browser === null).toBe(clientSecret === null);
    expect(await payments.find(idFromPlatform, CONTEXT)).toMatchObject({
      status: 'requiresPayment',
      amount: usd(6000),
      capturable: 0,
      captured: 0,
      refunded: 0,
      captureBefore: null,
      lastError: null,
    });
  });

  test('starting twice is starting once', async () => {
    const { payments } = open();
    const request = newRequest();
    expect(await payments.start(request, CONTEXT)).toEqual(await payments.start(request, CONTEXT));
  });

  test('a paid payment is held, or taken where nothing can be held', async () => {
    const { payments, id } = await paid();
    const payment = await payments.find(id, CONTEXT);
    expect(payment).toMatchObject(
      payments.canHold
        ? { status: 'authorized', capturable: 6000, captured: 0 }
        : { status: 'captured', captured: 6000 },
    );
    if (payments.canHold) expect(Date.parse(payment?.captureBefore ?? '')).toBeGreaterThan(Date.now());
  });

  test('what the provider does not know is null to find and refused to move', async () => {
    const { payments } = open();
    const unknown = payments.provider === 'stripe' ? 'pi_unknown' : '999999999999';
    expect(await payments.find(unknown, CONTEXT)).toBeNull();
    for (const call of [
      payments.capture(unknown, usd(1), key('capture'), CONTEXT),
      payments.release(unknown, key('release'), CONTEXT),
      payments.refund(unknown, usd(1), key('refund'), CONTEXT),
      payments.holdAgain(unknown, key('again'), CONTEXT),
    ]) {
      await expect(call).rejects.toMatchObject({ kind: 'refused' });
    }
  });

  test('a payment not made can be canceled, also twice, and is then released', async () => {
    const { payments } = open();
    const { idFromPlatform } = await payments.start(newRequest(), CONTEXT);
    const purposeKey = key('release');
    expect(await payments.release(idFromPlatform, purposeKey, CONTEXT)).toMatchObject({ status: 'released' });
    expect(await payments.release(idFromPlatform, purposeKey, CONTEXT)).toMatchObject({ status: 'released' });
    expect(await payments.release(idFromPlatform, key('release'), CONTEXT)).toMatchObject({ status: 'released' });
  });

  describe('refunds of what was taken', () => {
    const taken = async () => {
      const made = await paid();
      if (made.payments.canHold) await made.payments.capture(made.id, usd(6000), key('capture'), CONTEXT);
      return made;
    };

    test('go back in parts, each of them once, and never more than was taken', async () => {
      const { payments, id } = await taken();
      const purposeKey = key('refund');
      const first = await payments.refund(id, usd(2500), purposeKey, CONTEXT);
      expect(first.amount).toEqual(usd(2500));
      expect(await payments.refund(id, usd(2500), purposeKey, CONTEXT)).toEqual(first);
      const second = await payments.refund(id, usd(2500), key('refund'), CONTEXT);
      expect(second.refundIdFromPlatform).not.toBe(first.refundIdFromPlatform);
      await expect(payments.refund(id, usd(1001), key('refund'), CONTEXT)).rejects.toMatchObject({ kind: 'refused' });
      expect(await payments.find(id, CONTEXT)).toMatchObject({ status: 'captured', captured: 6000, refunded: 5000 });
    });

    test('in another currency are refused', async () => {
      const { payments, id } = await taken();
      await expect(
        payments.refund(id, { amount: 100, currencyCode: 'EUR' }, key('refund'), CONTEXT),
      ).rejects.toMatchObject({ kind: 'refused' });
    });
  });

  describe('holds, where there are any', () => {
    test('capturing takes part of it once and releases the rest', async ({ skip }) => {
      const { payments, id } = await paid();
      if (!payments.canHold) skip('nothing is held here');
      const purposeKey = key('capture');
      const captured = await payments.capture(id, usd(4500), purposeKey, CONTEXT);
      expect(captured).toMatchObject({ status: 'captured', capturable: 0, captured: 4500, refunded: 0 });
      expect(await payments.capture(id, usd(4500), purposeKey, CONTEXT)).toEqual(captured);
      await expect(payments.capture(id, usd(1500), key('capture'), CONTEXT)).rejects.toMatchObject({ kind: 'refused' });
      await expect(payments.release(id, key('release'), CONTEXT)).rejects.toMatchObject({ kind: 'refused' });
    });

    test('capturing more than is held, or in another currency, is refused', async ({ skip }) => {
      const { payments, id } = await paid();
      if (!payments.canHold) skip('nothing is held here');
      for (const amount of [usd(6001), { amount: 6000, currencyCode: 'JPY' }]) {
        await expect(payments.capture(id, amount, key('capture'), CONTEXT)).rejects.toMatchObject({ kind: 'refused' });
      }
      expect(await payments.find(id, CONTEXT)).toMatchObject({ status: 'authorized', capturable: 6000 });
    });

    test('releasing a hold is final', async ({ skip }) => {
      const { payments, id } = await paid();
      if (!payments.canHold) skip('nothing is held here');
      expect(await payments.release(id, key('release'), CONTEXT)).toMatchObject({
        status: 'released',
        capturable: 0,
        captured: 0,
        refunded: 0,
      });
      await expect(payments.capture(id, usd(6000), key('capture'), CONTEXT)).rejects.toMatchObject({ kind: 'refused' });
    });

    test('a hold is made again once, as a payment of its own, by the means kept', async ({ skip }) => {
      const { payments, id } = await paid();
      if (!payments.canHold) skip('nothing is held here');
      const purposeKey = key('again');
      const again = await payments.holdAgain(id, purposeKey, CONTEXT);
      expect(again).toMatchObject({ status: 'authorized', amount: usd(6000), capturable: 6000, replaces: id });
      expect(again.idFromPlatform).not.toBe(id);
      expect(await payments.find(id, CONTEXT)).toMatchObject({ status: 'released' });
      expect(await payments.holdAgain(id, purposeKey, CONTEXT)).toEqual(again);
    });
  });

  test('what changed is listed with the key it was made under, oldest change first', async () => {
    const since = new Date(Date.now() - 2000).toISOString();
    const first = await paid();
    const second = await paid();
    const { payments } = first;
    const seen: { idFromPlatform: string; purposeKey: string }[] = [];
    let cursor: string | null = null;
    do {
      const page = await payments.changedSince(since, cursor, CONTEXT);
      seen.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    const ours = seen.filter(({ idFromPlatform }) => [first.id, second.id].includes(idFromPlatform));
    expect(ours.map(({ idFromPlatform, purposeKey }) => [idFromPlatform, purposeKey])).toEqual([
      [first.id, first.request.purposeKey],
      [second.id, second.request.purposeKey],
    ]);
  });
}
