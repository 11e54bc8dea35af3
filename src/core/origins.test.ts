import { expect, test } from 'vitest';
import { framingOrigin } from '#core/origins.ts';

test.for([
  ['https://www.shop.example', 'https://www.shop.example'],
  [' https://www.Shop.example/pages/returns?x=1 ', 'https://www.shop.example'],
  ['shop.example', 'https://shop.example'],
  ['https://shop.example:8443/', 'https://shop.example:8443'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:9292/x', 'http://127.0.0.1:9292'],
  ['http://shop.example', null],
  ['https://*.shop.example', null],
  ["https://shop.example 'unsafe-inline'", null],
  ['https://shop', null],
  ['javascript:alert(1)', null],
  ['', null],
] as const)('the pages of %s are at %s', ([typed, origin]) => {
  expect(framingOrigin(typed)).toBe(origin);
});
