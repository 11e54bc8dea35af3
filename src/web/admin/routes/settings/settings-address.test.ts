import { expect, test } from 'vitest';
import { settingsSearch } from './settings-address.ts';

test('closing leads back to pages of a store alone, and not into the settings again', () => {
  for (const own of ['/7', '/7/claims/return?search=x', '/12/orders/lookup'])
    expect(settingsSearch({ 'return-to': own })).toEqual({ 'return-to': own });
  for (const other of ['//evil.example', 'https://evil.example/7', '/\\evil', '/login', '/7/settings/theme', 7])
    expect(settingsSearch({ 'return-to': other })).toEqual({});
});

test('the menu of a small screen is asked for by name', () => {
  expect(settingsSearch({ 'settings-navigation': 'true' })).toEqual({ 'settings-navigation': true });
  expect(settingsSearch({ 'settings-navigation': true })).toEqual({ 'settings-navigation': true });
  expect(settingsSearch({ 'settings-navigation': 'no' })).toEqual({});
});
