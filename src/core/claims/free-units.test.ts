import { expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import type { Claim } from '#core/claims/claim.ts';
import { decide } from '#core/claims/commands/commands.ts';
import { cancelClaim, cancelLine, canRestore, restoreClaim } from '#core/claims/cancel.ts';
import { denyLine } from '#core/claims/resolution.ts';
import { createClaim } from '#core/claims/create.ts';
import { rollupOf } from '#core/claims/status.ts';
import { claimOf, inputOf, lineOf, NOW, orderOf, refusalOf, selectionOf } from '#core/claims/test-data.ts';
import { linesWithFreeUnits } from '#core/claims/claim-units.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a', quantity: 2, paidTotal: 2000 })]);
const warranty = createClaim(
  inputOf(order, {
    claimType: 'Warranty',
    source: 'Merchant_App',
    shippingMethod: 'none',
    selections: [selectionOf({ method: 'repair' }), selectionOf({ method: 'repair' })],
  }),
).claim;
const canceled = cancelClaim(warranty, NOW).claim;

test('canceled lines may have their units back while these are free, each seeing what the ones before it take', () => {
  expect(linesWithFreeUnits(order, [canceled], canceled.lines)).toEqual(new Set([1, 2]));
  const other = claimOf(order, { ids: { claimId: 8, externalId: 'R-8', orderId: 3 } });
  expect(linesWithFreeUnits(order, [canceled, other], canceled.lines)).toEqual(new Set([1]));
});

test('restoring leaves what was denied denied, and is not offered where nothing else was canceled', () => {
  const denied = denyLine(warranty, 1, 'Not_Covered_Under_Warranty', '', NOW).claim;
  const canceled = cancelClaim(denied, NOW).claim;
  const restored = restoreClaim(canceled, () => true, NOW).claim;
  expect(restored.lines).toMatchObject([
    { status: 'denied', denialDetail: 'Not_Covered_Under_Warranty', canceledOn: null },
    { status: 'open', denialDetail: null, canceledOn: null },
  ]);
  const all = denyLine(denied, 2, 'Wrong_Item', '', NOW).claim;
  expect(canRestore(cancelClaim(all, NOW).claim)).toBe(false);
  expect(canRestore(cancelLine(all, 2, NOW).claim)).toBe(true);
});

test('what was denied before comes back as denied only while its units are free: denied, it holds them', () => {
  const canceledAgain = cancelClaim(denyLine(warranty, 1, 'Not_Covered_Under_Warranty', '', NOW).claim, NOW).claim;
  const elsewhere = claimOf(order, { ids: { claimId: 8, externalId: 'R-8', orderId: 3 } });
  const restore = (claims: readonly Claim[]) =>
    decide(
      { kind: 'restore', input: {} },
      {
        claim: canceledAgain,
        now: NOW,
        held: {
          order,
          claims,
          policy: { inventoryHandling: 'doNotDecrement', outOfStockAtFinalize: 'fail' },
          around: null,
        },
      },
    ).claim.lines.map(({ status, canceledOn }) => [status, canceledOn !== null]);
  expect(restore([canceledAgain])).toEqual([
    ['denied', false],
    ['open', false],
  ]);
  expect(restore([canceledAgain, elsewhere])).toEqual([
    ['closed', true],
    ['open', false],
  ]);
});

test('restoring brings canceled lines back for review, or none when the units of one are gone', () => {
  const all = linesWithFreeUnits(order, [canceled], canceled.lines);
  const restored = restoreClaim(canceled, (line) => all.has(line.id), NOW).claim;
  expect(restored.lines.map((line) => line.status)).toEqual(['open', 'open']);
  expect(rollupOf(restored, false)).toMatchObject({ code: 'Open', detail: 'Pending_Review' });
  expect(refusalOf(() => restoreClaim(canceled, (line) => line.id === 1, NOW))).toBe('UNITS_TAKEN');
  expect(refusalOf(() => restoreClaim(warranty, () => true, NOW))).toBe('RESTORE_NOT_ALLOWED');
});

test('what was resolved externally and then canceled comes back as resolved by nobody', () => {
  const approval = { method: 'refund', wasResolvedExternally: true, externalRefundId: 'refund-9' } as const;
  const outside = approveLine(warranty, 1, approval, NOW).claim;
  for (const again of [cancelLine(outside, 1, NOW).claim, cancelClaim(outside, NOW).claim]) {
    const [line] = restoreClaim(again, () => true, NOW).claim.lines;
    expect(line).toMatchObject({ status: 'open', wasResolvedExternally: false });
    expect(line).not.toHaveProperty('externalRefundId');
  }
});
