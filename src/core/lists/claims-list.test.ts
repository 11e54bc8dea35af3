import { expect, test } from 'vitest';
import { CLAIMS_SORTS, ClaimsQuery, ClaimsSort } from '#core/lists/claims-list.ts';

test('an empty query is the newest fifty of everything', () => {
  expect(ClaimsQuery.parse({})).toEqual({
    cursor: null,
    orderBy: 'newest',
    take: 50,
    filters: { statusCodes: [], searchTerm: '' },
  });
});

test.each([
  { take: 0 },
  { take: 101 },
  { take: 1.5 },
  { orderBy: 'price' },
  { filters: { statusCodes: ['Refunded'] } },
  { cursor: { direction: 'up', id: '1' } },
])('%j is refused', (query) => {
  expect(ClaimsQuery.safeParse(query).success).toBe(false);
});

test('every sort has its words', () => expect(CLAIMS_SORTS.map((sort) => sort.value)).toEqual(ClaimsSort.options));
