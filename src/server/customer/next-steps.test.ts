import { expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { rollupOf } from '#core/claims/status.ts';
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

test('what staff gave elsewhere is no refund that comes from here', () => {
  expect(stepsAfter('refund', { wasResolvedExternally: true })).toEqual([]);
});
