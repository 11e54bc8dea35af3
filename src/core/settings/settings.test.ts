import { expect, test } from 'vitest';
import { storeSettings } from './settings.ts';

test('equal documents are read once, whichever store they are of, and nobody can change what was read', () => {
  const one = storeSettings({ fees: {} });
  const other = storeSettings({});
  expect(other.fees).toBe(one.fees);
  expect(other.reasons).toBe(one.reasons);
  expect(() => one.reasons.reasons.splice(0)).toThrow(TypeError);
  expect(() => Object.assign(one.fees, { isFree: true })).toThrow(TypeError);
});

test('a document that differs is read by itself, with the defaults of what it lacks', () => {
  const [plain, changed] = [storeSettings({}), storeSettings({ refunds: { isRefundsEnabled: false } })];
  expect(changed.refunds).not.toBe(plain.refunds);
  expect(changed.refunds).toMatchObject({ ...plain.refunds, isRefundsEnabled: false });
});
