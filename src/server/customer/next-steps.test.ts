import { expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { exchangeNotSent } from '#core/claims/instant-exchange.ts';
import { denyLine } from '#core/claims/resolution.ts';
import { ROLLUPS, rollupOf, STATUS_TABLE, statusView } from '#core/claims/status.ts';
import { claimOf, lineOf, NOW, orderOf, paymentOf, POLICY, selectionOf, settingsOf } from '#core/claims/test-data.ts';
import { english } from '#core/texts/english.ts';
import * as customer from '#server/customer/next-steps.ts';

const nextSteps = (...of: Parameters<typeof customer.nextSteps>): string[] => customer.nextSteps(...of).map(english);

const order = orderOf([lineOf({ idFromPlatform: 'a' })]);

const AROUND: Parameters<typeof nextSteps>[2] = {
  owed: 0,
  returnBefore: null,
  giftCardType: 'Gift_Card',
  elsewhere: new Set(),
  now: NOW,
  creditedTo: null,
  kept: { headline: '', detail: '' },
};

function stepsAfter(
  method: 'refund' | 'giftCard' | 'storeCredit',
  { wasResolvedExternally = false, isOutstanding = false, isElsewhere = false } = {},
  giftCardType: 'Gift_Card' | 'Store_Credit' = 'Gift_Card',
): string[] {
  const asked = claimOf(order, {
    selections: [selectionOf({ method })],
    shippingMethod: 'none',
    source: 'Merchant_App',
  });
  const approved = approveLine(asked, 1, { wasResolvedExternally }, NOW).claim;
  const done = finalizeClaim(approved, order, { policy: POLICY }, NOW).claim;
  const elsewhere = new Set(isElsewhere ? [method] : []);
  return nextSteps(done, rollupOf(done, isOutstanding), { ...AROUND, giftCardType, elsewhere });
}

test('money that goes out is told as it goes', () => {
  expect(stepsAfter('refund')[0]).toMatch(/original payment/);
  expect(stepsAfter('giftCard')).toEqual(["We'll email your gift card."]);
  expect(stepsAfter('giftCard', {}, 'Store_Credit')).toEqual(['Your store credit is in your account.']);
  expect(stepsAfter('storeCredit')).toEqual(['Your store credit is in your account.']);
});

test('what is still being carried out is not there yet', () => {
  expect(stepsAfter('storeCredit', { isOutstanding: true })[0]).toBe("We'll add your store credit to your account.");
});

test('what is decided before the goods are back ends when they are', () => {
  const asked = claimOf(order, { selections: [selectionOf({ method: 'giftCard' })] });
  const done = finalizeClaim(approveLine(asked, 1, {}, NOW).claim, order, { policy: POLICY }, NOW).claim;
  const steps = nextSteps(done, rollupOf(done, false), AROUND);
  expect(steps.at(-1)).toBe("Your request has been reviewed. We'll complete it once your package arrives.");
});

test('what staff gave elsewhere is no refund that comes from here', () => {
  expect(stepsAfter('refund', { wasResolvedExternally: true })).toEqual([]);
});

test('nor does it go to the original payment where staff marked it as done elsewhere', () => {
  expect(stepsAfter('refund', { isElsewhere: true })).toEqual(['The store refunded you another way.']);
});

test('who is charged for goods sent ahead is told how much', () => {
  const settings = settingsOf({ isInstantExchangeEnabled: true, paymentProvider: 'stripe' });
  const instant = claimOf(order, {
    settings,
    selections: [selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' })],
    isInstantExchange: true,
    payment: paymentOf({ amount: 1000 }),
  });
  const denied = denyLine(instant, 1, 'Item_Not_Returned', '', NOW).claim;
  const done = finalizeClaim(denied, order, { policy: POLICY }, NOW).claim;
  const told = (claim: Claim): string[] => nextSteps(claim, rollupOf(claim, false), AROUND);
  expect(told(done)).toEqual([
    "This return wasn't approved. See the reason next to each item.",
    "Your new item was sent, and we're charging $10.00 to your card.",
  ]);
  const taken = { ...done, payments: [paymentOf({ amount: 1000, status: 'Captured', capturedAmount: 1000 })] };
  expect(told(taken)[1]).toContain('we charged $10.00');
});

test('nobody is told of a charge once nothing is held for it', () => {
  const instant = claimOf(order, {
    settings: settingsOf({ isInstantExchangeEnabled: true, paymentProvider: 'stripe' }),
    selections: [selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' })],
    isInstantExchange: true,
    payment: paymentOf({ amount: 1000 }),
  });
  const told = (payment: Partial<CustomerPayment>): string | undefined =>
    nextSteps({ ...instant, payments: [paymentOf({ amount: 1000, ...payment })] }, rollupOf(instant, false), {
      ...AROUND,
      returnBefore: '2026-12-24T00:00:00.000Z',
    })[0];
  const ask = 'Your new items are ordered. Your return must arrive by December 24, 2026';
  expect(told({})).toBe(`${ask}. After that, we charge your card for the new items.`);
  expect(told({ status: 'Expired' })).toBe(`${ask}.`);
  expect(told({ authorizationExpiresOn: NOW })).toBe(`${ask}.`);
  expect(told({ status: 'Captured', captureAsked: 1000, capturedAmount: 1000 })).toBe(`${ask}.`);
});

test('goods that could not be ordered are not said to be, nor charged for', () => {
  const instant = claimOf(order, {
    settings: settingsOf({ isInstantExchangeEnabled: true, paymentProvider: 'stripe' }),
    selections: [selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' })],
    isInstantExchange: true,
    payment: paymentOf({ amount: 1000 }),
  });
  const done = finalizeClaim(approveLine(instant, 1, {}, NOW).claim, order, { policy: POLICY }, NOW).claim;
  const told = (claim: Claim): string =>
    nextSteps(claim, rollupOf(claim, true), { ...AROUND, returnBefore: '2026-12-24T00:00:00.000Z' }).join(' ');
  expect(told(done)).toContain('Your new items are ordered.');
  const refused = told(exchangeNotSent(done, [1], 'refused', NOW));
  expect(refused).not.toContain('ordered');
  expect(refused).not.toContain('charge');
});

test('a warranty claim is never called a return, nor a return a warranty claim', () => {
  const claim = claimOf(orderOf([lineOf({ idFromPlatform: 'a' })]));
  const steps = ROLLUPS.flatMap((rollup) =>
    Object.keys(STATUS_TABLE[rollup]).flatMap((detail) => {
      const status = statusView(rollup, detail);
      return status
        ? [
            {
              rollup,
              of: (one: typeof claim) => nextSteps(one, status, AROUND).join(' '),
            },
          ]
        : [];
    }),
  );
  for (const { of } of steps) {
    expect(of({ ...claim, claimType: 'Warranty' })).not.toMatch(/\breturn\b/);
    expect(of(claim)).not.toContain('warranty');
  }
  const canceled = steps.find(({ rollup }) => rollup === 'Closed');
  expect(canceled?.of({ ...claim, claimType: 'Warranty' })).toBe(
    "This warranty claim was canceled. There's nothing else to do.",
  );
});
