import { expect, test } from 'vitest';
import { cancelClaim, restoreClaim } from '#core/claims/cancel.ts';
import { createClaim } from '#core/claims/create.ts';
import { stillOwed } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import { whyNeedless } from '#core/claims/late-email.ts';
import { answerMoreInfo, requestMoreInfo } from '#core/claims/more-info.ts';
import { payOwed } from '#core/claims/owed.ts';
import { declineQuote, quoteRepair } from '#core/claims/repair.ts';
import { inputOf, lineOf, NOW, orderOf, paymentOf, selectionOf } from '#core/claims/test-data.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a' })]);
const claim: Claim = createClaim({
  ...inputOf(order, { claimType: 'Warranty', source: 'Merchant_App' }),
  selections: [selectionOf({ lineIdFromPlatform: 'a', quantity: 1, method: 'repair' })],
  shippingMethod: 'none',
}).claim;

test('a question is not mailed late once it is answered, nor of a claim that was canceled', () => {
  const asked = requestMoreInfo(claim, 'Which zipper?', NOW).claim;
  expect(whyNeedless('needsInformation', asked)).toBeNull();
  for (const later of [
    answerMoreInfo(asked, { message: 'Left' }, 'customer', NOW).claim,
    cancelClaim(asked, NOW).claim,
  ])
    expect(whyNeedless('needsInformation', later)).toBe('The question is answered, or no longer asked.');
});

test('a quote, and what is owed for it, are not mailed late once they are paid or declined', () => {
  const quoted = quoteRepair(claim, 1, { price: 4000, note: '' }, NOW).claim;
  expect([whyNeedless('repairQuoted', quoted), whyNeedless('paymentDue', quoted)]).toEqual([null, null]);
  const payment = paymentOf({ id: 100, amount: stillOwed(quoted), currencyCode: 'USD' });
  const paid = payOwed(quoted, payment, NOW)?.claim ?? quoted;
  for (const later of [paid, declineQuote(quoted, 1, NOW).claim])
    expect([whyNeedless('repairQuoted', later), whyNeedless('paymentDue', later)]).toEqual([
      'The quote is answered, or no longer stands.',
      'Nothing is owed anymore.',
    ]);
});

test('that a return expired is not mailed late once staff restored it', () => {
  const canceled = cancelClaim(claim, NOW).claim;
  expect(whyNeedless('returnExpired', canceled)).toBeNull();
  expect(whyNeedless('returnExpired', restoreClaim(canceled, () => true, NOW).claim)).toBe('The claim is open again.');
});
