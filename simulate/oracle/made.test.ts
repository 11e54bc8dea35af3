import { expect, test } from 'vitest';
import { asBought } from './made.ts';

test('goods that went out again are worth no known part of an order whose money others refunded', () => {
  const made = {
    id: 'reorder',
    claim: 'S-1',
    lines: [{ id: 'line', product: null, variant: 'jacket', quantity: 1 }],
    isDisturbed: false,
  };
  const goods = [{ variant: 'jacket', quantity: 1, net: 15_141, tax: 0 }];
  expect(asBought(made, { taxesIncluded: true, isDisturbed: true, isWaived: false, goods })).toMatchObject({
    isDisturbed: true,
  });
  expect(asBought(made, { taxesIncluded: true, isDisturbed: false, isWaived: false, goods })).toMatchObject({
    isDisturbed: false,
  });
});
