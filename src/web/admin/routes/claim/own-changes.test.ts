import { expect, test } from 'vitest';
import { afterOwnChanges, keepOwnChange } from './own-changes.ts';

test("an edit begun before one's own changes goes on top of them, never on top of a colleague's", () => {
  keepOwnChange(1, 4, 5);
  keepOwnChange(1, 5, 6);
  expect(afterOwnChanges(1, 4)).toBe(6);
  expect(afterOwnChanges(1, 3)).toBe(3);
  expect(afterOwnChanges(2, 4)).toBe(4);
  // A colleague made 7; what was changed here on top of it, made 8.
  keepOwnChange(1, 7, 8);
  expect(afterOwnChanges(1, 4)).toBe(6);
  // An answer that came with a colleague's change in it.
  keepOwnChange(1, 8, 10);
  expect(afterOwnChanges(1, 8)).toBe(8);
});
