import { expect, test } from 'vitest';
import { filesOf, runsUntil } from './billing-words.ts';

const now = new Date('2026-03-01T12:00:00Z');

test('until when a subscription runs', () => {
  expect(runsUntil(null, now)).toBe('Not set');
  expect(runsUntil({ endDate: '9999-12-31T00:00:00Z' }, now)).toBe('No end date');
  expect(runsUntil({ endDate: '2026-06-15T12:00:00Z' }, now)).toBe('June 15, 2026');
  expect(runsUntil({ endDate: '2026-02-15T12:00:00Z' }, now)).toBe('Ended February 15, 2026');
});

test('an invoice names the files it has', () => {
  const about = { id: 1, createdOn: '', fromDate: '', toDate: '', totalAmount: 1, isMonthlyCrew: false };
  const none = { ordersCsvUrl: null, refundsCsvUrl: null, reordersCsvUrl: null, adjustmentsCsvUrl: null };
  const some = { ...none, invoicePdfUrl: 'p', ordersCsvUrl: 'o', adjustmentsCsvUrl: 'a' };
  expect(filesOf({ ...about, ...some }).map(({ name }) => name)).toEqual(['PDF', 'Orders CSV', 'Adjustments CSV']);
  expect(filesOf({ ...about, ...none, invoicePdfUrl: null })).toEqual([]);
});
