import { featuresOf } from '#core/policy/features.ts';
import { storeSettingsOf } from '#core/settings/settings.fixture.ts';
import { expect, test } from 'vitest';
import { kindsOf, type Found } from './find.ts';
import { moved } from './groups.ts';

const features = featuresOf(storeSettingsOf({}));

test('only what the store has on is searched', () => {
  expect(kindsOf(features).map(({ id }) => id)).toEqual(expect.arrayContaining(['Return', 'Warranty']));
  const withoutReturns = kindsOf({ ...features, returns: { isReturnsEnabled: false } });
  expect(withoutReturns.map(({ id }) => id)).not.toContain('Return');
  expect(kindsOf(features).map(({ id }) => id)).not.toContain('Registration');
  const withRegistrations = kindsOf({ ...features, registrations: { isRegistrationEnabled: true } });
  expect(withRegistrations.map(({ id }) => id)).toContain('Registration');
});

test('the arrows go around', () => {
  const found: Found[] = ['a', 'b', 'c'].map((key) => ({ key, title: key, detail: '', path: '/' }));
  const [a, b, c] = found;
  expect(moved(found, a, 1)).toBe(b);
  expect(moved(found, c, 1)).toBe(a);
  expect(moved(found, a, -1)).toBe(c);
  expect(moved(found, undefined, 1)).toBe(a);
  expect(moved([], undefined, 1)).toBeUndefined();
});
