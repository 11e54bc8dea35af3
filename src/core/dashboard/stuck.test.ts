import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TrackerStatus, type ReturnShipment } from '#core/claims/shipment-shapes.ts';
import { stuck, stuckFrom } from '#core/dashboard/stuck.ts';
import { law } from '#core/law.fixture.ts';

const NOW = '2026-11-21T12:00:00Z';
const daysAgo = (days: number): string => new Date(Date.parse(NOW) - days * 86_400_000).toISOString();
const shipment = (trackerStatus: TrackerStatus, days: number, changes: Partial<ReturnShipment> = {}) => ({
  type: 'Label' as const,
  createdOn: daysAgo(30),
  canceledOn: null,
  trackerStatus,
  trackerUpdatedOn: daysAgo(days),
  ...changes,
});

test.each([
  ['a parcel without a scan for six days', shipment('in_transit', 6), 'notMoving'],
  ['a parcel scanned four days ago', shipment('in_transit', 4), null],
  ['a parcel the carrier lost, today', shipment('failure', 0), 'failed'],
  ['a parcel on its way back to the customer', shipment('return_to_sender', 1), 'failed'],
  ['a label nobody used for two weeks', shipment('pre_transit', 15), 'notHandedOver'],
  ['a label made yesterday', shipment('unknown', 0, { trackerUpdatedOn: null, createdOn: daysAgo(1) }), null],
  ['a packing slip, which never tells', shipment('unknown', 0, { type: 'Packing_Slip', trackerUpdatedOn: null }), null],
  ['a parcel that arrived', shipment('delivered', 60), null],
  ['a shipment that was canceled', shipment('failure', 1, { canceledOn: NOW }), null],
])('%s: %#', (_what, parcel, reason) => {
  expect(stuck(parcel, NOW)?.reason ?? null).toBe(reason);
});

test('it is stuck since its last news, or since it was made', () => {
  expect(stuck(shipment('in_transit', 9), NOW)?.since).toBe(daysAgo(9));
  expect(stuck(shipment('pre_transit', 0, { trackerUpdatedOn: null }), NOW)?.since).toBe(daysAgo(30));
});

describe('the instant from which a claim has a stuck shipment', () => {
  const instant = fc
    .integer({ min: 1, max: 40 * 24 })
    .map((hours) => new Date(Date.parse(NOW) - hours * 3_600_000).toISOString());
  const parcel = fc.record({
    type: fc.constantFrom('Label' as const, 'Packing_Slip' as const),
    createdOn: instant,
    canceledOn: fc.option(instant, { freq: 5 }),
    trackerStatus: fc.constantFrom(...TrackerStatus.options),
    trackerUpdatedOn: fc.option(instant),
  });
  const shipments = fc.array(parcel, { maxLength: 3 });

  test('is over exactly when one of its shipments is stuck', () => {
    fc.assert(
      fc.property(shipments, (parcels) => {
        const from = stuckFrom({ shipments: parcels }, 'In_Transit');
        const isOver = from !== null && Date.parse(from) < Date.parse(NOW);
        expect(isOver).toBe(parcels.some((one) => stuck(one, NOW) !== null));
      }),
      law(1000),
    );
  });

  test('is never, where the goods are back or nobody waits for them', () => {
    const claim = { shipments: [shipment('failure', 3)] };
    expect(stuckFrom(claim, 'At_Return_Location')).toBeNull();
    expect(stuckFrom(claim, 'Closed')).toBeNull();
    expect(stuckFrom(claim, 'Approved')).toBe(daysAgo(3));
  });
});
