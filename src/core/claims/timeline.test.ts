import { expect, test } from 'vitest';
import { changesSince, signed, withEntry } from '#core/claims/timeline.ts';
import { claimOf, lineOf, NOW, orderOf } from '#core/claims/test-data.ts';

const claim = claimOf(orderOf([lineOf({ idFromPlatform: 'a' })]));
const changedBy = (
  before: typeof claim,
  by: string,
  subject: string,
  version: number,
  type: 'edit' | 'comment' = 'edit',
) => signed(before, signed(before, withEntry(before, { type, subject, message: '' }, NOW), { by }), { version });

test('only what a change added is signed', () => {
  const first = changedBy(claim, 'Ada Admin', 'Fees changed', 2);
  const second = changedBy(first, 'Sam Staff', 'Note changed', 3);
  expect(second.timeline.map(({ by, version }) => [by, version])).toEqual([
    ['Ada Byron', undefined],
    ['Ada Admin', 2],
    ['Sam Staff', 3],
  ]);
  expect(signed(first, first, { version: 9 })).toBe(first);
});

test('who changed what since a version is told in one sentence', () => {
  const first = changedBy(claim, 'Ada Admin', 'Fees changed', 2);
  const second = changedBy(first, 'Sam Staff', 'Sam Staff', 3, 'comment');
  expect(changesSince(second, 1)).toBe('Fees changed (Ada Admin); Sam Staff commented');
  expect(changesSince(second, 2)).toBe('Sam Staff commented');
  expect(changesSince(second, 3)).toBe('');
  const many = [4, 5, 6].reduce(
    (before, version) => changedBy(before, 'Ada Admin', `Change ${version}`, version),
    second,
  );
  expect(changesSince(many, 1)).toBe('2 more; Change 4 (Ada Admin); Change 5 (Ada Admin); Change 6 (Ada Admin)');
});
