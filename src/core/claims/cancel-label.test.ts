import { describe, expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { waiveReturn } from '#core/claims/payments.ts';
import { denyLine } from '#core/claims/resolution.ts';
import { cancelClaim, restoreClaim } from '#core/claims/cancel.ts';
import { intentOf } from '#core/effects/kinds.ts';
import {
  applyTracker,
  attachShipment,
  canCancelLabel,
  cancelLabel,
  offeredShipment,
  type NewShipment,
} from '#core/claims/shipments.ts';
import { stuckFrom } from '#core/dashboard/stuck.ts';
import { rollupOf } from '#core/claims/status.ts';
import { addDays } from '#core/dates.ts';
import { claimOf, LABEL, lineOf, NOW, orderOf, POLICY, refusalOf, selectionOf } from '#core/claims/test-data.ts';

const slip: NewShipment = { ...LABEL, type: 'Packing_Slip', shipmentIdFromProvider: null, documentKey: 'slips/1.pdf' };
const asked = claimOf(orderOf([lineOf({ idFromPlatform: 'a' })]));
const labeled = attachShipment(asked, LABEL, NOW).claim;
const seen = (status: 'pre_transit' | 'in_transit' | 'delivered' | 'failure') =>
  applyTracker(labeled, 1, { status, updatedOn: NOW, events: [] }, NOW).claim;

describe('a label staff cancel', () => {
  const { claim, effects } = cancelLabel(labeled, 1, NOW);
  test('is given back as that of a canceled claim is', () => {
    expect(effects).toEqual(cancelClaim(labeled, NOW).effects);
    expect(effects.map((effect) => intentOf(effect))).toMatchObject([
      { kind: 'labelRefund', payload: { shipmentId: 1, shipmentIdFromProvider: 'shp_1' } },
    ]);
  });
  test('is no longer shown, and somebody has to look at the claim', () => {
    expect(claim.shipments.map(({ canceledOn }) => canceledOn)).toEqual([NOW]);
    expect(rollupOf(claim, false)).toMatchObject({ rollup: 'Open', detail: 'Pending_Review' });
    expect(claim.timeline.at(-1)).toMatchObject({
      type: 'shipment',
      subject: 'Shipping label canceled',
      message: 'USPS Priority 9400111',
    });
  });
  test('leaves another for the same goods as it was', () => {
    const both = attachShipment(labeled, { ...LABEL, shipmentIdFromProvider: 'shp_2', documentKey: '2' }, NOW).claim;
    const left = cancelLabel(both, 1, NOW);
    expect(left.claim.shipments.map(({ canceledOn }) => canceledOn)).toEqual([NOW, null]);
    expect(left.effects).toHaveLength(1);
  });
});

test('what cannot be given back is refused by name', () => {
  const code = (claim: typeof labeled, id = 1): unknown => refusalOf(() => cancelLabel(claim, id, NOW));
  expect(code(labeled, 9)).toBe('SHIPMENT_UNKNOWN');
  expect(code(attachShipment(asked, slip, NOW).claim)).toBe('NOT_A_LABEL');
  expect(code(cancelLabel(labeled, 1, NOW).claim)).toBe('LABEL_ALREADY_CANCELED');
  expect(code(seen('in_transit'))).toBe('LABEL_USED');
  expect(code(seen('delivered'))).toBe('LABEL_USED');
  // A parcel that went wrong was on its way.
  expect(code(seen('failure'))).toBe('LABEL_USED');
  expect(code(seen('pre_transit'))).not.toBe('LABEL_USED');
  const offered = [labeled, seen('pre_transit'), seen('in_transit'), attachShipment(asked, slip, NOW).claim];
  expect(offered.map(({ shipments }) => shipments.map(canCancelLabel))).toEqual([[true], [true], [false], [false]]);
});

test('a label bought while its claim was canceled goes back at once, and nobody is told to use it', () => {
  const canceled = cancelClaim(asked, NOW).claim;
  const { claim, effects } = attachShipment(canceled, LABEL, NOW);
  expect(claim.shipments).toMatchObject([{ canceledOn: NOW }]);
  expect(effects.map(({ kind }) => kind)).toEqual(['labelRefund']);
  expect(attachShipment(canceled, slip, NOW).effects).toEqual([]);
});

test('a label or packing slip made after its claim was denied goes back at once, unless staff wanted it since', () => {
  const order = orderOf([lineOf({ idFromPlatform: 'a' })]);
  const denied = denyLine(asked, 1, 'Wrong_Item', '', NOW).claim;
  expect(attachShipment(denied, LABEL, NOW).effects.map(({ kind }) => kind)).toEqual(['email']);
  const carriedOut = finalizeClaim(denied, order, { policy: POLICY }, NOW).claim;
  const late = attachShipment(carriedOut, LABEL, NOW);
  expect(late.claim.shipments).toMatchObject([{ canceledOn: NOW }]);
  expect(late.effects.map(({ kind }) => kind)).toEqual(['labelRefund']);
  expect(attachShipment(carriedOut, slip, NOW).effects).toEqual([]);
  const wantedOn = addDays(NOW, 1);
  const wanted = attachShipment(carriedOut, LABEL, wantedOn, { wantedOn });
  expect(wanted.claim.shipments).toMatchObject([{ canceledOn: null }]);
  expect(wanted.effects.map(({ kind }) => kind)).toEqual(['email']);
});

test('what the email offers is the newest label that is still wanted: not once it was canceled, or all was denied since', () => {
  const LATER = addDays(NOW, 1);
  const offers = (claim: typeof labeled): string | undefined => offeredShipment(claim)?.documentKey;
  const denied = denyLine(labeled, 1, 'Wrong_Item', '', LATER).claim;
  expect([offers(asked), offers(labeled), offers(cancelLabel(labeled, 1, NOW).claim)]).toEqual([
    undefined,
    LABEL.documentKey,
    undefined,
  ]);
  expect([offers(denied), offers(cancelClaim(labeled, LATER).claim)]).toEqual([undefined, undefined]);
  // Used already, it isn't canceled with the claim.
  expect(offers(cancelClaim(seen('in_transit'), LATER).claim)).toBeUndefined();
  expect(offers(approveLine(denied, 1, {}, LATER).claim)).toBe(LABEL.documentKey);
  // Staff wanted it although they had denied the item.
  expect(offers(attachShipment(denyLine(asked, 1, 'Wrong_Item', '', NOW).claim, LABEL, LATER).claim)).toBe(
    LABEL.documentKey,
  );
  const both = claimOf(orderOf([lineOf({ idFromPlatform: 'a', quantity: 2 })]), {
    selections: [selectionOf(), selectionOf()],
  });
  expect(offers(denyLine(attachShipment(both, LABEL, NOW).claim, 1, 'Wrong_Item', '', LATER).claim)).toBe(
    LABEL.documentKey,
  );
});

test('a claim that asked for no return waits for the item once staff want it back', () => {
  const order = orderOf([lineOf({ idFromPlatform: 'a' })]);
  const asked = {
    ...claimOf(order, { source: 'Merchant_App', selections: [selectionOf()] }),
    returnRequired: false,
    shippingMethod: 'none' as const,
  };
  expect(rollupOf(asked, false)).toMatchObject({ code: 'Open' });
  const labeled = attachShipment(asked, LABEL, NOW).claim;
  expect(rollupOf(labeled, false)).toMatchObject({ code: 'Awaiting_Return' });
  const replaced = finalizeClaim(approveLine(labeled, 1, {}, NOW).claim, order, { policy: POLICY }, NOW).claim;
  expect(rollupOf(replaced, false)).toMatchObject({ code: 'Approved' });
  // What ended without a return stays as it ended.
  const ended = finalizeClaim(approveLine(asked, 1, {}, NOW).claim, order, { policy: POLICY }, NOW).claim;
  expect(rollupOf(attachShipment(ended, LABEL, NOW).claim, false)).toMatchObject({ code: 'Completed' });
});

test('a finalized claim whose package is lost ends without the return', () => {
  const asked = claimOf(orderOf([lineOf({ idFromPlatform: 'a' })]), { selections: [selectionOf()] });
  const labeled = attachShipment(asked, LABEL, NOW).claim;
  const done = finalizeClaim(
    approveLine(labeled, 1, {}, NOW).claim,
    orderOf([lineOf({ idFromPlatform: 'a' })]),
    { policy: POLICY },
    NOW,
  ).claim;
  expect(rollupOf(done, false).code).toBe('Approved');
  const waived = waiveReturn(done, NOW).claim;
  expect([rollupOf(waived, false).code, stuckFrom(waived, 'Completed')]).toEqual(['Completed', null]);
  const back = { ...done, shipments: done.shipments.map((one) => ({ ...one, trackerStatus: 'delivered' as const })) };
  expect(refusalOf(() => waiveReturn(back, NOW))).toBe('RETURN_NOT_AWAITED');
});

test('restored after its label was given back and finalized, staff may end the wait for goods that cannot come', () => {
  const asked = claimOf(orderOf([lineOf({ idFromPlatform: 'a' })]), {
    claimType: 'Warranty',
    source: 'Merchant_App',
    selections: [selectionOf()],
  });
  const labeled = attachShipment(asked, LABEL, NOW).claim;
  expect(refusalOf(() => waiveReturn(labeled, NOW))).toBe('RETURN_NOT_AWAITED');
  const called = cancelClaim(labeled, NOW).claim;
  expect(called.shipments).toMatchObject([{ canceledOn: NOW }]);
  const restored = restoreClaim(called, () => true, NOW).claim;
  expect(refusalOf(() => waiveReturn(restored, NOW))).toBe('RETURN_NOT_AWAITED');
  const done = finalizeClaim(
    approveLine(restored, 1, {}, NOW).claim,
    orderOf([lineOf({ idFromPlatform: 'a' })]),
    { policy: POLICY },
    NOW,
  ).claim;
  expect(rollupOf(done, false).code).toBe('Approved');
  const { claim: waived, effects } = waiveReturn(done, NOW);
  expect([rollupOf(waived, false).code, effects]).toEqual(['Completed', []]);
  expect(waived.timeline.at(-1)).toMatchObject({ message: 'The customer keeps the items.' });
  expect(refusalOf(() => waiveReturn(waived, NOW))).toBe('RETURN_NOT_AWAITED');
});
