import { expect, test } from 'vitest';
import { openPlant } from './plant.ts';
import { runSchedule } from './schedule.ts';
import { simulate } from './simulation.ts';

const SEED = 20_260_701;
// Seconds on a machine that does nothing else; there may be others.
const LONGEST_MS = 600_000;

test(
  '60 schedules of stops, lost answers and races move nothing twice and leave nothing undone',
  async () => {
    const { violation } = await simulate({ seed: SEED, from: 0, schedules: 60 });
    expect(violation?.violations).toBeUndefined();
  },
  LONGEST_MS,
);

test(
  'the same seed takes the same steps, whatever was run before',
  async () => {
    const plant = await openPlant();
    const hashOf = async (seed: number): Promise<string> => (await runSchedule(plant, seed)).hash;
    const first = [await hashOf(3), await hashOf(4)];
    await plant.sweep();
    const again = [await hashOf(4), await hashOf(3)];
    await plant.close();
    expect(again.toReversed()).toEqual(first);
    expect(first[0]).not.toBe(first[1]);
  },
  LONGEST_MS,
);

const MOST_SCHEDULES = 200;
test.each([
  ['noPurposeKey', /the partner holds/],
  ['effectBeforeCommit', /the partner holds|there is no such claim/],
  ['retryWithoutLookup', /the partner holds/],
] as const)(
  'finds the seeded defect %s',
  async (defect, words) => {
    const { violation, done } = await simulate({ seed: SEED, from: 0, schedules: MOST_SCHEDULES, defect });
    expect(violation?.violations.join('\n'), `not found in ${done} schedules`).toMatch(words);
  },
  LONGEST_MS,
);
