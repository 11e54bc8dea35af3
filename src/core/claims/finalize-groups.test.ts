import { describe, expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import { cancelLine } from '#core/claims/cancel.ts';
import { ResolutionMethod, type Claim } from '#core/claims/claim.ts';
import { checkDeductions, checkGroups, finalizeGroupOf, type ChosenLine } from '#core/claims/finalize-groups.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { denyLine } from '#core/claims/resolution.ts';
import { claimOf, lineOf, NOW, orderOf, POLICY, refusalOf, selectionOf, settingsOf } from '#core/claims/test-data.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a' }), lineOf({ idFromPlatform: 'b' })]);
const claim = claimOf(order, {
  settings: settingsOf({ returnFee: 300 }),
  selections: [selectionOf(), selectionOf({ lineIdFromPlatform: 'b', method: 'giftCard' })],
});
const decided = approveLine(approveLine(claim, 1, {}, NOW).claim, 2, {}, NOW).claim;
const chosen = (changes: Partial<ChosenLine> = {}): ChosenLine => ({
  id: 1,
  group: 'refunds',
  quantity: 1,
  deductedAmount: null,
  ...changes,
});
const refused = (of: Claim, ...lines: ChosenLine[]): unknown => refusalOf(() => checkGroups(of, lines));
const lineOne = (of: Claim) => {
  const [line] = of.lines;
  if (!line) throw new Error('a claim has a line');
  return line;
};

describe('the group of a line', () => {
  test('is that of its decision', () => {
    expect(finalizeGroupOf(lineOne(claim))).toBeNull();
    expect(finalizeGroupOf(lineOne(denyLine(claim, 1, 'Wrong_Item', '', NOW).claim))).toBe('denied');
    const outside = approveLine(claim, 1, { wasResolvedExternally: true }, NOW).claim;
    expect(finalizeGroupOf(lineOne(outside))).toBe('approvedWithExternalResolution');
    const groups = ResolutionMethod.options.map((method) =>
      finalizeGroupOf({ ...lineOne(claim), status: 'approved', method }),
    );
    expect(Object.fromEntries(ResolutionMethod.options.map((method, index) => [method, groups[index]]))).toEqual({
      refund: 'refunds',
      giftCard: 'giftCards',
      storeCredit: 'giftCards',
      variantExchange: 'variantExchanges',
      replacementOrder: 'replacementOrders',
      repair: 'repairs',
      warrantyReview: 'other',
      other: 'other',
    });
  });

  test('must be the one the line is sent in, once, whole', () => {
    expect(refused(decided, chosen(), chosen({ id: 2, group: 'giftCards' }))).toBeUndefined();
    expect(refused(decided)).toBe('NOTHING_CHOSEN');
    expect(refused(decided, chosen({ group: 'giftCards' }))).toBe('GROUP_WRONG');
    expect(refused(decided, chosen(), chosen())).toBe('GROUP_WRONG');
    expect(refused(decided, chosen({ quantity: 2 }))).toBe('QUANTITY_WRONG');
    expect(refused(decided, chosen({ id: 9 }))).toBe('LINE_UNKNOWN');
    expect(refused(claim, chosen())).toBe('LINE_UNRESOLVED');
    expect(refused(cancelLine(decided, 1, NOW).claim, chosen())).toBe('LINE_LOCKED');
  });
});

test('a deduction that is no longer what was shown is refused', () => {
  const done = finalizeClaim(decided, order, { policy: POLICY, lineIds: [1] }, NOW).claim;
  const check = (deductedAmount: number | null) => refusalOf(() => checkDeductions(done, [chosen({ deductedAmount })]));
  expect(lineOne(done).deductedAmount).toBe(300);
  expect(check(300)).toBeUndefined();
  expect(check(null)).toBeUndefined();
  expect(check(0)).toBe('SUMS_CHANGED');
});
