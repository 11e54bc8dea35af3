import { describe, expect, test } from 'vitest';
import { cancelAsShopper, cancelBlock } from '#core/claims/cancel.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { requestMoreInfo } from '#core/claims/more-info.ts';
import { progressOf, shopperTask } from '#core/claims/progress.ts';
import { applyTracker, attachShipment, markReceived } from '#core/claims/shipments.ts';
import { rollupOf } from '#core/claims/status.ts';
import type { TrackerStatus } from '#core/claims/shipment-shapes.ts';
import { claimOf, LABEL, lineOf, NOW, orderOf, refusalOf, selectionOf } from '#core/claims/test-data.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a' })]);
const asked = claimOf(order);
const warranty = claimOf(order, {
  claimType: 'Warranty',
  source: 'Merchant_App',
  shippingMethod: 'none',
  selections: [selectionOf()],
});
const labeled = attachShipment(asked, LABEL, NOW).claim;
const SENT = '2026-03-18T09:00:00.000Z';
const BACK = '2026-03-20T09:00:00.000Z';
const PLACE = { city: '', state: '', country: '', zip: '' };
const scan = (date: string, status: TrackerStatus) => ({ date, status, message: '', location: PLACE });
const moving = applyTracker(
  labeled,
  1,
  { status: 'in_transit', updatedOn: SENT, events: [scan(NOW, 'pre_transit'), scan(SENT, 'in_transit')] },
  SENT,
).claim;
const back = applyTracker(
  moving,
  1,
  { status: 'delivered', updatedOn: BACK, events: [scan(SENT, 'in_transit'), scan(BACK, 'delivered')] },
  BACK,
).claim;
const withLine = (claim: Claim, change: Partial<ClaimLine>, finalizedOn: string | null): Claim => ({
  ...claim,
  finalizedOn,
  lines: claim.lines.map((line) => ({ ...line, ...change })),
});
const refunded = (claim: Claim): Claim =>
  withLine(claim, { status: 'approved', method: 'refund', amount: 1000, issuedAmount: 1000, finalizedOn: BACK }, BACK);
const rollup = (claim: Claim) => rollupOf(claim, false).rollup;
const steps = (claim: Claim): string =>
  progressOf(claim, rollup(claim))
    .map(({ step, isDone, on }) => (isDone ? `${step} ${on?.slice(0, 10) ?? '?'}` : step))
    .join(' > ');

describe('progress', () => {
  test('of a return goes with its package', () => {
    expect(steps(labeled)).toBe('submitted 2026-03-16 > sent > received > completed');
    expect(steps(moving)).toBe('submitted 2026-03-16 > sent 2026-03-18 > received > completed');
    expect(steps(back)).toBe('submitted 2026-03-16 > sent 2026-03-18 > received 2026-03-20 > completed');
    expect(steps(refunded(back))).toBe(
      'submitted 2026-03-16 > sent 2026-03-18 > received 2026-03-20 > completed 2026-03-20',
    );
  });
  test('of a package that nobody tracks knows its arrival alone', () => {
    const slip = attachShipment(asked, { ...LABEL, type: 'Packing_Slip', trackingCode: '' }, NOW).claim;
    expect(steps(markReceived(slip, 1, BACK).claim)).toBe(
      'submitted 2026-03-16 > sent ? > received 2026-03-20 > completed',
    );
  });
  test('of a claim without a package is its review', () => {
    expect(steps(warranty)).toBe('submitted 2026-03-16 > reviewed > completed');
  });
  test('of a claim that has ended tells what happened, and nothing that did not', () => {
    const canceled = cancelAsShopper(labeled, BACK).claim;
    expect(steps(canceled)).toBe('submitted 2026-03-16 > canceled 2026-03-20');
    const denied = withLine(moving, { status: 'denied', denialDetail: 'Wrong_Item', finalizedOn: BACK }, BACK);
    expect(steps(denied)).toBe('submitted 2026-03-16 > sent 2026-03-18 > denied 2026-03-20');
  });
});

test('a claim waits for its shopper to answer, before anything else, or to send', () => {
  const task = (claim: Claim) => shopperTask(claim, rollup(claim));
  expect([task(labeled), task(moving), task(warranty)]).toEqual(['send', null, null]);
  expect(task(requestMoreInfo(labeled, 'Which size?', NOW).claim)).toBe('answer');
});

test('a shopper cancels until the carrier has the package, goods were ordered or something was carried out', () => {
  expect([asked, labeled, warranty].map(cancelBlock)).toEqual([null, null, null]);
  const ordered = withLine(labeled, { exchangeOrderedOn: NOW }, null);
  const half: Claim = {
    ...labeled,
    lines: labeled.lines.flatMap((line) => [line, { ...line, id: 2, finalizedOn: NOW }]),
  };
  const late = [moving, back, ordered, half, refunded(back)];
  expect(late.map(cancelBlock)).toEqual(['packageSent', 'packageSent', 'newItemsOrdered', 'decided', 'ended']);
  for (const claim of late) expect(refusalOf(() => cancelAsShopper(claim, NOW))).toBe('CANCEL_TOO_LATE');
});

test('what a shopper cancels gives the label back, tells them so, and says who it was', () => {
  const { claim, effects } = cancelAsShopper(labeled, NOW);
  expect(effects.map(({ kind }) => kind)).toEqual(['labelRefund', 'email']);
  expect(claim.timeline.at(-1)).toMatchObject({ subject: 'The customer canceled the claim' });
  expect(rollup(claim)).toBe('Closed');
});
