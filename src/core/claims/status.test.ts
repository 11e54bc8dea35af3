import { describe, expect, test } from 'vitest';
import { DenialDetail } from '#core/claims/decision-shapes.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { ReturnShipment, TrackerStatus } from '#core/claims/shipment-shapes.ts';
import { rollupOf, ROLLUPS, STATUS_TABLE, statusView } from '#core/claims/status.ts';
import {
  applyTracker,
  attachShipment,
  markReceived,
  type NewShipment,
  type TrackerNews,
} from '#core/claims/shipments.ts';
import { claimOf, lineOf, NOW, orderOf, selectionOf, WAY } from '#core/claims/test-data.ts';
import { inEnglish } from '#core/emails/worded.fixture.ts';
import { shipmentMade } from '#core/claims/commands/outcomes.ts';
import { expireReturn } from '#core/claims/reminders.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a' }), lineOf({ idFromPlatform: 'b', paidTotal: 500 })]);
const claim = claimOf(order, { selections: [selectionOf(), selectionOf({ lineIdFromPlatform: 'b' })] });
const shipment = (trackerStatus: TrackerStatus, changes: Partial<ReturnShipment> = {}): ReturnShipment => ({
  id: 1,
  type: 'Label',
  createdOn: NOW,
  provider: null,
  shipmentIdFromProvider: null,
  carrier: 'USPS',
  service: '',
  cost: 0,
  trackingCode: '',
  trackingUrl: '',
  trackerStatus,
  trackerUpdatedOn: null,
  events: [],
  documentKey: 'k',
  qrCodeUrl: null,
  ...WAY,
  canceledOn: null,
  ...changes,
});
const withLines = (...changes: Partial<ClaimLine>[]): Claim => ({
  ...claim,
  lines: claim.lines.map((line, index) => ({ ...line, ...changes[index] })),
});
const done = (method: NonNullable<ClaimLine['method']>, amount: number): Partial<ClaimLine> => ({
  status: 'approved',
  method,
  amount,
  issuedAmount: amount,
  finalizedOn: NOW,
});
const denied = (detail: DenialDetail): Partial<ClaimLine> => ({ status: 'denied', denialDetail: detail });
const canceled: Partial<ClaimLine> = { status: 'closed', canceledOn: NOW };
const pair = (of: Claim, outstanding = false, inspection = false): string => {
  const { code, detail } = rollupOf({ ...of, policy: { ...of.policy, isInspected: inspection } }, outstanding);
  return `${code} / ${detail}`;
};

describe('finished claims', () => {
  test.each<[string, Claim, boolean]>([
    ['Closed / No_Action_Taken', withLines(canceled, canceled), false],
    ['Denied / Wrong_Item', withLines(denied('Wrong_Item'), denied('Wrong_Item')), false],
    ['Denied / No_Action_Taken', withLines(denied('Wrong_Item'), denied('Item_Not_Returned')), false],
    ['Denied / Wrong_Item', withLines(denied('Wrong_Item'), canceled), false],
    ['Approved / Refunded', withLines(done('refund', 1000), done('refund', 500)), true],
    ['Approved / Refunded_Partial', withLines(done('refund', 900), done('refund', 500)), true],
    ['Approved / Refunded_Partial', withLines(done('refund', 1000), denied('Wrong_Item')), true],
    ['Approved / Gift_Card_Issued', withLines(done('giftCard', 1000), done('refund', 500)), true],
    ['Approved / Gift_Card_Issued_Partial', withLines(done('storeCredit', 1000), canceled), true],
    ['Approved / No_Action_Taken', withLines(done('other', 1000), denied('Wrong_Item')), true],
    ['Approved / Refunded_Partial', withLines(done('other', 1000), done('refund', 500)), true],
    ['Approved / Variant_Exchange', withLines(done('variantExchange', 1000), done('refund', 400)), true],
    [
      'Approved / Variant_Exchange',
      withLines(done('variantExchange', 500), { ...done('refund', 1000), issuedAmount: 0, deductedAmount: 1000 }),
      true,
    ],
    [
      'Approved / Refunded_Partial',
      withLines({ ...done('refund', 1000), issuedAmount: 400, deductedAmount: 600 }, done('refund', 500)),
      true,
    ],
    [
      'Approved / No_Action_Taken',
      withLines({ ...done('refund', 1000), issuedAmount: 0, deductedAmount: 1000 }, denied('Wrong_Item')),
      true,
    ],
    [
      'Approved / Refunded',
      { ...withLines(done('refund', 1000), done('refund', 500)), shipments: [shipment('in_transit')] },
      false,
    ],
    [
      'Completed / Refunded',
      { ...withLines(done('refund', 1000), done('refund', 500)), shipments: [shipment('delivered')] },
      false,
    ],
    [
      'Approved / Refunded',
      { ...withLines(done('refund', 1000), done('refund', 500)), shipments: [shipment('delivered')] },
      true,
    ],
    ['Completed / Refunded', { ...withLines(done('refund', 1000), done('refund', 500)), returnRequired: false }, false],
  ])('%s', (expected, of, outstanding) => expect(pair(of, outstanding)).toBe(expected));
});

describe('open claims', () => {
  const waiting = { ...claim, question: { text: 'Which size?', answer: '', isOpen: true } };
  test.each<[string, Claim, boolean]>([
    ['Open / Pending_Additional_Info', waiting, false],
    ['Open / Pending_Additional_Info', { ...waiting, shipments: [shipment('in_transit')] }, false],
    ['At_Return_Location / Pending_Additional_Info', { ...waiting, shipments: [shipment('delivered')] }, false],
    ['At_Return_Location / Pending_Approval', { ...claim, shipments: [shipment('delivered')] }, false],
    ['At_Return_Location / Pending_Inspection', { ...claim, shipments: [shipment('delivered')] }, true],
    ['In_Transit / In_Transit', { ...claim, shipments: [shipment('out_for_delivery')] }, false],
    ['In_Transit / In_Transit', { ...claim, shipments: [shipment('delivered'), shipment('in_transit')] }, false],
    [
      'Awaiting_Return / Awaiting_Customer_Dropoff_Label_Provided',
      { ...claim, shipments: [shipment('pre_transit')] },
      false,
    ],
    [
      'Awaiting_Return / Awaiting_Customer_Dropoff_Packing_Slip_Provided',
      { ...claim, shipments: [shipment('unknown', { type: 'Packing_Slip' })] },
      false,
    ],
    [
      'Awaiting_Return / Awaiting_Customer_Dropoff_Label_Provided',
      { ...claim, shipments: [shipment('in_transit'), shipment('failure')] },
      false,
    ],
    [
      'In_Transit / In_Transit',
      { ...claim, shipments: [shipment('pre_transit', { canceledOn: NOW }), shipment('in_transit')] },
      false,
    ],
    ['Open / Pending_Return_Shipment_Creation', claim, false],
    ['Open / Pending_Review', { ...claim, shipments: [shipment('pre_transit', { canceledOn: NOW })] }, false],
    ['Open / Return_Not_Required', { ...claim, returnRequired: false }, false],
    ['Open / Pending_Review', { ...withLines({ restoredOn: NOW }), returnRequired: false }, false],
    ['Open / Pending_Review', withLines({ restoredOn: NOW }), false],
    [
      'Open / Return_Not_Required',
      { ...withLines({ restoredOn: NOW, ...denied('Wrong_Item') }), returnRequired: false },
      false,
    ],
    ['Open / Pending_Return_Shipment_Creation', withLines(done('refund', 1000), {}), false],
    [
      'Open / Pending_Return_Shipment_Creation',
      withLines({ status: 'approved', method: 'refund', amount: 1000 }, denied('Wrong_Item')),
      false,
    ],
  ])('%s', (expected, of, inspection) => expect(pair(of, false, inspection)).toBe(expected));
});

describe('the table', () => {
  test('says of what is being carried out that it is approved, and of what was that it is done', () => {
    const refunded = { ...withLines(done('refund', 1000), done('refund', 500)), returnRequired: false };
    expect([rollupOf(refunded, true).label, rollupOf(refunded, false).label]).toEqual(['Refund approved', 'Refunded']);
    const credited = { ...withLines(done('storeCredit', 1000), done('storeCredit', 500)), returnRequired: false };
    expect(rollupOf(credited, false).label).toBe('Gift card or credit issued');
  });
  test('shows every status in words, and nothing else', () => {
    for (const code of ROLLUPS) {
      for (const detail of Object.keys(STATUS_TABLE[code])) {
        const shown = statusView(code, detail);
        expect(shown).toMatchObject({ code, detail });
        expect(`${shown?.name}${shown?.label}`).not.toMatch(/_|undefined|^$/);
      }
    }
    expect(statusView('Open', 'Refunded')).toBeNull();
    expect(statusView('Nowhere', 'Refunded')).toBeNull();
  });
  test('uses the names of the specification where they differ', () => {
    expect(statusView('Open', 'Pending_Review')?.name).toBe('Manual Review');
    expect(statusView('Closed', 'No_Action_Taken')).toMatchObject({ name: 'Canceled', label: 'Canceled' });
    expect(Object.keys(STATUS_TABLE.Denied).toSorted()).toEqual(DenialDetail.options.toSorted());
  });
});

describe('shipments', () => {
  const slip = {
    type: 'Packing_Slip',
    provider: null,
    shipmentIdFromProvider: null,
    carrier: '',
    service: '',
    cost: 0,
    trackingCode: '',
    trackingUrl: '',
    documentKey: 'slips/7.pdf',
    qrCodeUrl: null,
    ...WAY,
  } as const;
  test('a document that exists twice is one shipment and one email', () => {
    const first = attachShipment(claim, slip, NOW);
    expect(first.effects.map((effect) => effect.purposeKey)).toEqual(['email:labelReady:shipment:1:claim:7']);
    expect(attachShipment(first.claim, slip, NOW)).toEqual({ claim: first.claim, effects: [] });
    expect(pair(markReceived(first.claim, 1, NOW).claim)).toBe('At_Return_Location / Pending_Approval');
  });
  test('its email says until when it is to be sent, where there is a limit', () => {
    const bodyOf = (shipment: NewShipment) => {
      const [email] = inEnglish(attachShipment(claim, shipment, NOW));
      return email?.kind === 'email' ? email.payload.content.paragraphs.join(' ') : undefined;
    };
    expect(bodyOf({ ...slip, expiresOn: '2026-04-19T23:59:59.999Z' })).toContain('ship the package by April 19, 2026.');
    expect(bodyOf(slip)).not.toContain('ship the package by');
  });
  test('it can be sent until the end of the last day where the store is', () => {
    const policy = { defaultReturnExpirationDays: 30, returnInstructions: '', timeZone: 'America/Los_Angeles' };
    // Still the evening of March 19 there.
    const made = shipmentMade.decide(
      claim,
      { shipment: slip, wantedOn: NOW, policy },
      '2026-03-20T05:00:00.000Z',
      () => {
        throw new Error('no order is held');
      },
    );
    expect(made.claim.shipments[0]).toMatchObject({
      expiresOn: '2026-04-19T06:59:59.999Z',
      lastDay: '2026-04-18T23:59:59.999Z',
    });
    const [email] = inEnglish(made);
    expect(email?.kind === 'email' && email.payload.content.paragraphs.join(' ')).toContain('by April 18, 2026.');
    const late = (now: string) => expireReturn(made.claim, { cancels: false }, now).claim.timeline.at(-1)?.message;
    expect(late('2026-04-19T06:00:00Z')).not.toBe('Nothing was shipped by April 18, 2026.');
    expect(late('2026-04-19T07:00:00Z')).toBe('Nothing was shipped by April 18, 2026.');
  });
  test('old news of a parcel changes nothing', () => {
    const at = (hour: number) => `2026-03-20T${hour}:00:00Z`;
    const sent = applyTracker(
      attachShipment(claim, slip, NOW).claim,
      1,
      { status: 'delivered', updatedOn: at(12), events: [] },
      NOW,
    ).claim;
    expect(applyTracker(sent, 1, { status: 'in_transit', updatedOn: at(11), events: [] }, NOW).claim).toBe(sent);
    expect(applyTracker(sent, 1, { status: 'in_transit', updatedOn: at(12), events: [] }, NOW).claim).toBe(sent);
    expect(applyTracker(sent, 9, { status: 'in_transit', updatedOn: at(13), events: [] }, NOW).claim).toBe(sent);
  });
  test('of scans in the same second, the last of the history counts, in whatever order they come', () => {
    const scan = (status: TrackerStatus) => ({
      date: NOW,
      message: status,
      status,
      location: { city: '', state: '', country: '', zip: '' },
    });
    const newsOf = (...history: [...TrackerStatus[], TrackerStatus]): TrackerNews => ({
      status: history.at(-1) ?? 'unknown',
      updatedOn: NOW,
      events: history.map(scan),
    });
    const bought = newsOf('pre_transit');
    const handedOver = newsOf('pre_transit', 'in_transit');
    for (const order of [
      [bought, handedOver],
      [handedOver, bought],
      [handedOver, bought, handedOver],
    ]) {
      const told = order.reduce(
        (now, news) => applyTracker(now, 1, news, NOW).claim,
        attachShipment(claim, slip, NOW).claim,
      );
      expect(told.shipments[0]).toMatchObject({ trackerStatus: 'in_transit', events: handedOver.events });
    }
  });
});
