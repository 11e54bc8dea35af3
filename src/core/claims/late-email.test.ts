import { expect, test } from 'vitest';
import { cancelClaim, restoreClaim } from '#core/claims/cancel.ts';
import { createClaim } from '#core/claims/create.ts';
import { stillOwed } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import { whyNeedless } from '#core/claims/late-email.ts';
import { answerMoreInfo, requestMoreInfo } from '#core/claims/more-info.ts';
import { payOwed } from '#core/claims/owed.ts';
import { declineQuote, quoteEmail, quoteRepair } from '#core/claims/repair.ts';
import { inputOf, lineOf, NOW, orderOf, paymentOf, selectionOf } from '#core/claims/test-data.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a' })]);
const claim: Claim = createClaim({
  ...inputOf(order, { claimType: 'Warranty', source: 'Merchant_App' }),
  selections: [selectionOf({ lineIdFromPlatform: 'a', quantity: 1, method: 'repair' })],
  shippingMethod: 'none',
}).claim;

test('a question is not mailed late once it is answered, nor of a claim that was canceled', () => {
  const asked = requestMoreInfo(claim, 'Which zipper?', NOW).claim;
  expect(whyNeedless({ type: 'needsInformation' }, asked)).toBeNull();
  for (const later of [
    answerMoreInfo(asked, { message: 'Left' }, 'customer', NOW).claim,
    cancelClaim(asked, NOW).claim,
  ])
    expect(whyNeedless({ type: 'needsInformation' }, later)).toBe('The question is answered, or no longer asked.');
});

test('a quote, and what is owed for it, are not mailed late once they are paid or declined', () => {
  const quoted = quoteRepair(claim, 1, { price: 4000, note: '' }, NOW).claim;
  expect([whyNeedless({ type: 'repairQuoted' }, quoted), whyNeedless({ type: 'paymentDue' }, quoted)]).toEqual([
    null,
    null,
  ]);
  const payment = paymentOf({ id: 100, amount: stillOwed(quoted), currencyCode: 'USD' });
  const paid = payOwed(quoted, payment, NOW)?.claim ?? quoted;
  for (const later of [paid, declineQuote(quoted, 1, NOW).claim])
    expect([whyNeedless({ type: 'repairQuoted' }, later), whyNeedless({ type: 'paymentDue' }, later)]).toEqual([
      'The quote is answered, or no longer stands.',
      'Nothing is owed anymore.',
    ]);
});

test('a quote is not mailed late once another took its place, while other quotes stand', () => {
  const two = createClaim({
    ...inputOf(orderOf([lineOf({ idFromPlatform: 'a' }), lineOf({ idFromPlatform: 'b' })]), {
      claimType: 'Warranty',
      source: 'Merchant_App',
    }),
    selections: ['a', 'b'].map((lineIdFromPlatform) =>
      selectionOf({ lineIdFromPlatform, quantity: 1, method: 'repair' }),
    ),
    shippingMethod: 'none',
  }).claim;
  const quoteOf = (before: Claim, lineId: number, price: number) => {
    const { claim: quoted, effects } = quoteRepair(before, lineId, { price, note: '' }, NOW);
    const [email] = effects.flatMap((effect) => (effect.kind === 'email' ? [effect.payload] : []));
    return { quoted, email: email ?? expect.fail('a quote is mailed') };
  };
  const first = quoteOf(two, 1, 4000);
  const other = quoteOf(first.quoted, 2, 3000);
  const [reminder] = quoteEmail(other.quoted, 1, 'quoteReminder');
  const again = quoteOf(other.quoted, 1, 5000);
  const late = [first.email, other.email, again.email, reminder?.payload ?? expect.fail('a reminder is mailed')];
  const replaced = 'The quote is answered, or no longer stands.';
  expect(late.map((email) => whyNeedless(email, again.quoted))).toEqual([replaced, null, null, replaced]);
  const declined = declineQuote(again.quoted, 2, NOW).claim;
  expect(late.map((email) => whyNeedless(email, declined))).toEqual([replaced, replaced, null, replaced]);
  // Emails from before it was kept don't say which quote they are about.
  expect(whyNeedless({ type: 'repairQuoted' }, again.quoted)).toBeNull();
});

test('that a return expired is not mailed late once staff restored it', () => {
  const canceled = cancelClaim(claim, NOW).claim;
  expect(whyNeedless({ type: 'returnExpired' }, canceled)).toBeNull();
  expect(whyNeedless({ type: 'returnExpired' }, restoreClaim(canceled, () => true, NOW).claim)).toBe(
    'The claim is open again.',
  );
});
