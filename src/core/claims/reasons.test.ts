import { expect, test } from 'vitest';
import { categoryOfReason } from '#core/claims/reasons.ts';

test('a reason that says nothing of its category is not as expected, unless its id is one', () => {
  const reason = { name: 'Other', details: [] };
  expect(categoryOfReason({ ...reason, id: 'other' })).toBe('Not_As_Expected');
  expect(categoryOfReason({ ...reason, id: 'Wrong_Fit' })).toBe('Wrong_Fit');
  expect(categoryOfReason({ ...reason, id: 'Wrong_Fit', category: 'Wrong_Item' })).toBe('Wrong_Item');
});
