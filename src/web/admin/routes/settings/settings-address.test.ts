import { expect, test } from 'vitest';
import { settingsSearch, whereFrom } from './settings-address.ts';

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

test('closing leads back to the page before the settings, however many of their pages were opened', () => {
  const at = (href: string, search = {}) => whereFrom(7, { href, search });
  expect(at('/7/claims/return?view=3#c')).toBe('/7/claims/return?view=3#c');
  expect(at('/7/settings/theme', { 'return-to': '/7/effects' })).toBe('/7/effects');
  // Home is where it leads anyway, and another store is none of its business.
  for (const other of [
    '/7',
    '/7/',
    '/8/effects',
    '/70/effects',
    '/login',
    '/7/settings/theme',
    '/7/x/../settings/theme',
  ])
    expect(at(other), other).toBe(other === '/7/' ? '/7/' : undefined);
  expect(at('/7/settings/theme', { 'return-to': 'https://evil.example' })).toBeUndefined();
  expect(whereFrom(7, undefined)).toBeUndefined();
});
