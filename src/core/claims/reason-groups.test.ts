import { expect, test } from 'vitest';
import { reasonIdsFor, reasonsOfType, type StoreReasons } from '#core/claims/reason-groups.ts';

const reason = (id: string) => ({ id, name: id, details: [] });
const store: StoreReasons = {
  reasons: ['fit', 'color', 'broken'].map(reason),
  reasonGroups: [
    { id: 101, name: 'Shoes', claimType: 'Return', productGroupId: 7, reasonIds: ['color', 'fit', 'gone'] },
    { id: 102, name: 'Sale', claimType: 'Return', productGroupId: 8, reasonIds: ['broken'] },
  ],
  defaultReasons: { Warranty: ['broken'] },
};

test('the oldest group that fits counts, in its order and without what is no longer offered', () => {
  expect(reasonIdsFor(store, 'Return', [8, 7])).toEqual(['color', 'fit']);
  expect(reasonIdsFor(store, 'Return', [8])).toEqual(['broken']);
});

test('a product in no group, and a claim of another type, gives the default reasons: all until some are chosen', () => {
  expect(reasonIdsFor(store, 'Return', [9])).toEqual(['fit', 'color', 'broken']);
  expect(reasonIdsFor(store, 'Warranty', [7])).toEqual(['broken']);
});

test('a type of claim has the reasons of all its groups', () => {
  expect(reasonsOfType(store, 'Return').map(({ id }) => id)).toEqual(['fit', 'color', 'broken']);
  expect(reasonsOfType(store, 'Warranty').map(({ id }) => id)).toEqual(['broken']);
});
