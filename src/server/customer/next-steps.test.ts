import { expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { ROLLUPS, rollupOf, STATUS_TABLE, statusView } from '#core/claims/status.ts';
import { claimOf, lineOf, NOW, orderOf, POLICY, selectionOf } from '#core/claims/test-data.ts';
import { nextSteps } from '#server/customer/next-steps.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a' })]);

function stepsAfter(
  method: 'refund' | 'giftCard' | 'storeCredit',
  { wasResolvedExternally = false, isOutstanding = false } = {},
  giftCardType: 'Gift_Card' | 'Store_Credit' = 'Gift_Card',
): string[] {
  const asked = claimOf(order, {
    selections: [selectionOf({ method })],
    shippingMethod: 'none',
    source: 'Merchant_App',
  });
  const approved = approveLine(asked, 1, { wasResolvedExternally }, NOW).claim;
  const done = finalizeClaim(approved, order, { policy: POLICY }, NOW).claim;
  return nextSteps(done, rollupOf(done, isOutstanding), { returnBefore: null, giftCardType });
}

test('money that goes out is told as it goes', () => {
  expect(stepsAfter('refund')[0]).toMatch(/original payment/);
  expect(stepsAfter('giftCard')).toEqual(['Your gift card comes by e-mail.']);
  expect(stepsAfter('giftCard', {}, 'Store_Credit')).toEqual(['Your store credit is in your account.']);
  expect(stepsAfter('storeCredit')).toEqual(['Your store credit is in your account.']);
});

test('what is still being carried out is not there yet', () => {
  expect(stepsAfter('storeCredit', { isOutstanding: true })[0]).toBe('Your store credit comes to your account.');
});

test('what is decided before the goods are back ends when they are', () => {
  const asked = claimOf(order, { selections: [selectionOf({ method: 'giftCard' })] });
  const done = finalizeClaim(approveLine(asked, 1, {}, NOW).claim, order, { policy: POLICY }, NOW).claim;
  const steps = nextSteps(done, rollupOf(done, false), { returnBefore: null, giftCardType: 'Gift_Card' });
  expect(steps.at(-1)).toBe('Everything is decided; it ends when your parcel has arrived.');
});

test('what staff gave elsewhere is no refund that comes from here', () => {
  expect(stepsAfter('refund', { wasResolvedExternally: true })).toEqual([]);
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
              of: (one: typeof claim) =>
                nextSteps(one, status, { returnBefore: null, giftCardType: 'Gift_Card' }).join(' '),
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
    'This warranty claim was canceled. Nothing else happens.',
  );
});
