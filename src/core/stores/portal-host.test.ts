import { expect, test } from 'vitest';
import { hostOf, isProven, proofText } from '#core/stores/portal-host.ts';

test.for([
  ['returns.shop.example', 'returns.shop.example'],
  [' https://Returns.Shop.example/start?x ', 'returns.shop.example'],
  ['retouren.größe.example', 'retouren.xn--gre-6ka8i.example'],
  ['shop', null],
  ['127.0.0.1', null],
  ['[::1]', null],
  ['a_b.shop.example', null],
  ['-a.shop.example', null],
  ['*.shop.example', null],
  [`${'a'.repeat(64)}.example`, null],
  ['', null],
] as const)('%s names the host %s', ([typed, host]) => {
  expect(hostOf(typed)).toBe(host);
});

test('a host is proven by its own text alone', () => {
  expect(isProven(['v=spf1 -all', ` ${proofText('abc')} `], 'abc')).toBe(true);
  expect(isProven([], 'abc')).toBe(false);
  expect(isProven([proofText('abcd'), 'abc'], 'abc')).toBe(false);
});
