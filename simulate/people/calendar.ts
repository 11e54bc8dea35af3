import type { Person } from './people.ts';

const HOUR_MS = 3_600_000;

/** Lets hours and days pass, when no process is in the middle of its work. */
export const calendar = (turns: number): Person => ({
  name: 'calendar',
  async live({ scheduler }, life) {
    for (let turn = 0; turn < turns; turn += 1) {
      await scheduler.step(life, 'turns a leaf');
      if (scheduler.mayWaitLong()) scheduler.waitFor(scheduler.chance.between(1, 30) * HOUR_MS);
    }
  },
});
