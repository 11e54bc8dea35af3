import { expect, test } from 'vitest';
import { COVER_SKU, coverProblemOf } from '#core/protection/cover-product.ts';

const kept = { variants: [{ idFromPlatform: '1', price: 129 }] };
const variant = { idFromPlatform: '1', price: 129, sku: COVER_SKU };
const seen = { status: 'UNLISTED', variants: [variant] };

test.for([
  ['as it was made', seen, null],
  ['with more variants', { ...seen, variants: [variant, { ...variant, idFromPlatform: '2', price: 5 }] }, null],
  ['shown in the shop', { ...seen, status: 'ACTIVE' }, null],
  ['deleted', null, 'deleted'],
  ['archived', { ...seen, status: 'ARCHIVED' }, 'changed'],
  ['without a variant', { ...seen, variants: [] }, 'changed'],
  ['at another price', { ...seen, variants: [{ ...variant, price: 130 }] }, 'changed'],
  ['with another SKU', { ...seen, variants: [{ ...variant, sku: 'X' }] }, 'changed'],
] as const)('%s', ([, now, problem]) => {
  expect(coverProblemOf(kept, now)).toBe(problem);
});
