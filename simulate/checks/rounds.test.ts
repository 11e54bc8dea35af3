import { expect, test } from 'vitest';
import { roundsOf } from './rounds.ts';

const line = (id: number, restoredOn?: string) => ({
  id,
  finalizedOn: '2026-01-09',
  canceledOn: null,
  ...(restoredOn === undefined ? {} : { restoredOn }),
});

test('payments go back after the last line that was open, which an appeal may open again', () => {
  const denied = { lineIds: [1, 2], settledOn: '2026-01-02' };
  const ofOne = { lineIds: [2], settledOn: '2026-01-05' };
  const ofRest = { lineIds: [1], settledOn: '2026-01-07' };
  const appealed = { settlements: [denied, ofOne, ofRest], lines: [line(1, '2026-01-03'), line(2, '2026-01-03')] };
  expect(roundsOf(appealed).map(({ lineIds, isLastOfOpen }) => ({ lineIds, isLastOfOpen }))).toEqual([
    { lineIds: [], isLastOfOpen: true },
    { lineIds: [2], isLastOfOpen: false },
    { lineIds: [1], isLastOfOpen: true },
  ]);
  const inParts = { settlements: [ofOne, ofRest], lines: [line(1), line(2)] };
  expect(roundsOf(inParts).map(({ isLastOfOpen }) => isLastOfOpen)).toEqual([false, true]);
});
