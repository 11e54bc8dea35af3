import { expect, test } from 'vitest';
import { attentionText, readLocally } from './read-locally.ts';

const NOW = '2026-05-01T10:00:00.000Z';
const alert = (id: number, severity: 'Info' | 'Warning', readOn: string | null = null) => ({
  id,
  severity,
  readOn,
  category: 'Home' as const,
  subject: '',
  message: '',
  url: null,
  createdOn: NOW,
});
const alerts: Parameters<typeof readLocally>[0] = {
  data: [alert(1, 'Warning'), alert(2, 'Info'), alert(3, 'Warning', NOW)],
  unreadCount: 2,
  unreadWarningCount: 1,
};
const counts = ({ unreadCount, unreadWarningCount }: typeof alerts) => [unreadCount, unreadWarningCount];

test('marking one changes the counts by it, and only once', () => {
  expect(counts(readLocally(alerts, 1, NOW))).toEqual([1, 0]);
  expect(counts(readLocally(alerts, 2, NOW))).toEqual([1, 1]);
  expect(counts(readLocally(alerts, 3, NOW))).toEqual([2, 1]);
  expect(counts(readLocally(alerts, 3, null))).toEqual([3, 2]);
});

test('marking all leaves none, also of those not listed', () => {
  expect(counts(readLocally({ ...alerts, unreadCount: 500 }, null, NOW))).toEqual([0, 0]);
  expect(readLocally(alerts, null, NOW).data.map(({ readOn }) => readOn)).toEqual([NOW, NOW, NOW]);
});

test('the words agree with the number', () => {
  expect(attentionText(1)).toBe('You have 1 alert that needs attention.');
  expect(attentionText(3)).toBe('You have 3 alerts that need attention.');
});
