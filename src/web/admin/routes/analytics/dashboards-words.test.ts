import { expect, test } from 'vitest';
import { changeText, dashboardsSearch, durationText, isNothing, stepText, valueText } from './dashboards-words.ts';

test('the address holds what is not usual, and nothing that makes no sense', () => {
  expect(dashboardsSearch({ dashboard: 'returns', period: '30d' })).toEqual({});
  expect(dashboardsSearch({ dashboard: 'money', period: '12m' })).toEqual({ dashboard: 'money', period: '12m' });
  const custom = { period: 'custom', from: '2026-01-01', to: '2026-01-31' };
  expect(dashboardsSearch(custom)).toEqual(custom);
  expect(dashboardsSearch({ dashboard: 'ai', period: 'custom', from: 'x' })).toEqual({});
});

test('values in words', () => {
  expect(valueText(1234, { kind: 'count' })).toBe('1,234');
  expect(valueText(0.0834, { kind: 'share' })).toBe('8.3%');
  expect(valueText(12.5, { kind: 'money', currencyCode: 'USD' })).toBe('$12.50');
  expect(valueText(1200, { kind: 'money', currencyCode: 'JPY' }, true)).toBe('1,200');
  expect(valueText(null, { kind: 'share' })).toBe('None yet');
  expect([0, 0.001, 0.5, 1, 30, 72].map((hours) => durationText(hours))).toEqual([
    '0 minutes',
    '1 minute',
    '30 minutes',
    '1 hour',
    '30 hours',
    '3 days',
  ]);
  expect([stepText('2026-03-01', false), stepText('2026-03-01', true)]).toEqual(['Mar 1', 'Mar 2026']);
});

test('a dashboard has nothing to tell while every number is zero', () => {
  const figure = { label: 'Claims', unit: { kind: 'count' as const }, hint: '', opens: null, before: null };
  const panels = (value: number | null) => [{ kind: 'figures' as const, title: '', figures: [{ ...figure, value }] }];
  expect(isNothing({ panels: [...panels(0), ...panels(null)] })).toBe(true);
  expect(isNothing({ panels: panels(1) })).toBe(false);
});

test('a number says how it moved since the period before', () => {
  const unit = { kind: 'count' as const };
  expect(changeText({ value: 38, before: 34, unit })).toBe('↑ 12% from 34');
  expect(changeText({ value: 17, before: 34, unit })).toBe('↓ 50% from 34');
  expect(changeText({ value: 5, before: 0, unit })).toBe('↑ from 0');
  expect(changeText({ value: 5, before: 5, unit })).toBe('No change from 5');
  expect(changeText({ value: 0, before: 0, unit })).toBe(null);
  expect(changeText({ value: 5, before: null, unit })).toBe(null);
  expect(changeText({ value: null, before: 5, unit })).toBe(null);
  expect(changeText({ value: 12.5, before: -10, unit: { kind: 'money', currencyCode: 'USD' } })).toMatch(
    /^↑ 225% from /,
  );
});
