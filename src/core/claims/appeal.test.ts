import { expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import { appealClaim, canAppeal, isAppealOpen } from '#core/claims/appeal.ts';
import { claimLedger } from '#core/claims/claim-money.ts';
import { Claim } from '#core/claims/claim.ts';
import { createClaim } from '#core/claims/create.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { declineQuote, quoteRepair } from '#core/claims/repair.ts';
import { denyLine } from '#core/claims/resolution.ts';
import { rollupForShopper, rollupOf, waitsForStaff } from '#core/claims/status.ts';
import { bonusOf } from '#core/settings/settings.fixture.ts';
import { inputOf, lineOf, NOW, orderOf, refusalOf, selectionOf, settingsOf } from '#core/claims/test-data.ts';

const LATER = '2026-03-20T12:00:00.000Z';
const order = orderOf([lineOf({ idFromPlatform: 'a' }), lineOf({ idFromPlatform: 'b' })]);
const asked = (claimType: 'Warranty' | 'Return' = 'Warranty'): Claim =>
  createClaim({
    ...inputOf(order, { claimType, source: 'Merchant_App' }),
    selections: ['a', 'b'].map((lineIdFromPlatform) =>
      selectionOf({ lineIdFromPlatform, quantity: 1, method: claimType === 'Warranty' ? 'warrantyReview' : 'refund' }),
    ),
    shippingMethod: 'none',
  }).claim;
const deny = (claim: Claim, id: number): Claim => denyLine(claim, id, 'Not_Covered_Under_Warranty', '', NOW).claim;
const finalized = (claim: Claim) => finalizeClaim(claim, order, { policy: settingsOf() }, NOW);
const denied = (claim = asked()): Claim => finalized(deny(deny(claim, 1), 2)).claim;
const free = () => true;
const appeal = (claim: Claim, isFree = free, message = ' It broke by itself. ') =>
  appealClaim(claim, { message, media: [] }, isFree, LATER);

test('a denied claim is appealed once: it is back for staff to decide, with what the shopper wrote', () => {
  expect(canAppeal(denied(), free)).toBe(true);
  const { claim, effects } = appeal(denied());
  expect(Claim.parse(claim)).toEqual(claim);
  expect(effects).toEqual([]);
  expect(claim).toMatchObject({ finalizedOn: null, appeal: { text: 'It broke by itself.', on: LATER } });
  expect(claim.lines).toMatchObject([{ status: 'open', denialDetail: null }, { status: 'open' }]);
  expect(claim.timeline.at(-1)).toMatchObject({ type: 'comment', message: 'It broke by itself.' });
  const { code, detail } = rollupOf(claim, false);
  expect([code, detail]).toEqual(['Open', 'Pending_Review']);
  expect(waitsForStaff({ rollup: code, detail, claim })).toBe(true);
  expect(rollupForShopper(claim, false).detail).toBe('Pending_Review');
  expect(isAppealOpen(claim)).toBe(true);

  const again = denied(claim);
  expect(isAppealOpen(again)).toBe(false);
  expect(canAppeal(again, free)).toBe(false);
  expect(refusalOf(() => appeal(again))).toBe('APPEAL_NOT_OFFERED');
});

test('what was approved stays as it is, and the second outcome is written about again', () => {
  const approved = approveLine(asked(), 1, { method: 'giftCard', amount: 500 }, NOW).claim;
  const first = finalized(deny(approved, 2));
  const { claim } = appeal(first.claim);
  expect(claim.lines[0]).toEqual(first.claim.lines[0]);
  const second = finalized(approveLine(claim, 2, { method: 'giftCard', amount: 500 }, LATER).claim);
  const keys = [...first.effects, ...second.effects].map(({ purposeKey }) => purposeKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(second.claim.settlements.map(({ lineIds }) => lineIds)).toEqual([[1, 2], [2]]);
});

test('an item that is given as it was asked for after an appeal brings the bonus that it was asked for with', () => {
  const { claim: made } = createClaim({
    ...inputOf(order, { claimType: 'Warranty', source: 'Merchant_App', settings: bonusOf(1000) }),
    selections: [selectionOf({ lineIdFromPlatform: 'a', quantity: 1, method: 'giftCard' })],
    shippingMethod: 'none',
  });
  expect(made.lines[0]?.requestedIncentiveAmount).toBe(100);
  const { claim } = appeal(finalized(deny(made, 1)).claim);
  expect(finalized(approveLine(claim, 1, {}, LATER).claim).settlement).toMatchObject({
    issued: { giftCard: 1000 },
    incentive: { giftCard: 100 },
  });
});

test('a fee that a denial waived is due once an appeal has the item approved, and waived for good by a second denial', () => {
  const { claim: made } = createClaim({
    ...inputOf(order, { claimType: 'Warranty', source: 'Merchant_App' }),
    selections: [selectionOf({ lineIdFromPlatform: 'a', quantity: 1, method: 'refund' })],
    shippingMethod: 'none',
    fees: { feeApplied: 300 },
  });
  const first = finalized(deny(made, 1));
  expect(first.claim.settlements).toMatchObject([{ fee: 0, waived: 0 }]);
  expect(claimLedger(first.claim)).toEqual(claimLedger(deny(made, 1)));
  const { claim } = appeal(first.claim);
  const approved = finalized(approveLine(claim, 1, {}, LATER).claim);
  expect(approved.settlement).toMatchObject({ issued: { refund: 700 }, fee: 300, waived: 0 });
  expect(finalized(deny(claim, 1)).claim.settlements).toMatchObject([{ waived: 0 }, { fee: 300, waived: 300 }]);
});

test('nothing is appealed that is open, approved, of another kind, declined by the shopper, or claimed again meanwhile', () => {
  expect(refusalOf(() => appeal(deny(deny(asked(), 1), 2)))).toBe('APPEAL_NOT_OFFERED');
  expect(refusalOf(() => appeal(denied(asked('Return'))))).toBe('APPEAL_NOT_OFFERED');
  expect(refusalOf(() => appeal(denied(), () => false))).toBe('UNITS_TAKEN');
  expect(canAppeal(denied(), () => false)).toBe(false);
  expect(refusalOf(() => appeal(denied(), free, '  '))).toBe('MESSAGE_EMPTY');
  const declined = [1, 2].reduce(
    (claim, id) => declineQuote(quoteRepair(claim, id, { price: 4000, note: '' }, NOW).claim, id, NOW).claim,
    asked(),
  );
  expect(refusalOf(() => appeal(finalized(declined).claim))).toBe('APPEAL_NOT_OFFERED');
});
