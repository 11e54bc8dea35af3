import { expect, test } from 'vitest';
import { pagesNamed } from './pages.ts';

const PAGES = [
  { label: 'Order Lookup', path: '/$storeId/orders/lookup' },
  { label: 'Settings', path: '/$storeId/settings' },
  { label: 'Billing', path: '/$storeId/billing' },
  { label: 'Settings', path: '/$storeId/settings' },
];
const named = (typed: string): string[] => pagesNamed(PAGES, 7, typed).map(({ title, path }) => `${title} ${path}`);

test('pages and actions are found by the start of their words, once each', () => {
  expect(named('settings')).toEqual(['Settings /7/settings']);
  expect(named('bill')).toEqual(['Billing /7/billing']);
  expect(named('create claim')).toEqual(['Create claim /7/orders/lookup']);
  expect(named('home')).toEqual(['Home /7']);
});

test('they are found by what else people call them', () => {
  expect(named('invoices')).toEqual(['Billing /7/billing']);
  expect(named('theme')).toEqual(['Settings /7/settings']);
});

test('a number, a letter or a part inside a word finds none', () => {
  for (const typed of ['1982', 's', 'ettings', 'settings nowhere', '']) expect(named(typed)).toEqual([]);
});
