import { expect, test } from 'vitest';
import type { ReturnShipment, TrackerStatus } from '#core/claims/claim.ts';
import { stuck } from '#core/dashboard/stuck.ts';

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
