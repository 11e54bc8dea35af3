import { createHash } from 'node:crypto';
import type { DefectName } from './defects.ts';
import { openPlant } from './plant.ts';
import { runSchedule, type Outcome } from './schedule.ts';

export type Task = {
  seed: number;
  /** Number of the first schedule, and how many are run from there. */
  from: number;
  schedules: number;
  defect?: DefectName;
  /** Told after every schedule. */
  onProgress?: (done: number) => void;
};

export type Result = {
  /** Schedules run, the violating one included. */
  done: number;
  /** Of all traces: the same seed and schedules give the same. */
  hash: string;
  steps: number;
  violation: (Outcome & { schedule: number }) | null;
};

const SCHEDULES_PER_SWEEP = 40;

/** Runs schedules one after the other until one is violated. Each is by itself: its number and the seed make it again. */
export async function simulate({ seed, from, schedules, defect, onProgress }: Task): Promise<Result> {
  const hash = createHash('sha256');
  let steps = 0;
  const plant = await openPlant();
  try {
    for (let done = 0; done < schedules; done += 1) {
      if (plant.opened % SCHEDULES_PER_SWEEP === 0) await plant.sweep();
      const schedule = from + done;
      const outcome = await runSchedule(plant, seedOf(seed, schedule), defect);
      hash.update(outcome.hash);
      steps += outcome.trace.length;
      onProgress?.(done + 1);
      if (outcome.violations.length > 0)
        return { done: done + 1, hash: shown(hash), steps, violation: { ...outcome, schedule } };
    }
    return { done: schedules, hash: shown(hash), steps, violation: null };
  } finally {
    await plant.close();
  }
}

const shown = (hash: ReturnType<typeof createHash>): string => hash.digest('hex').slice(0, 16);

/** A seed far from that of the schedules beside it. */
const seedOf = (seed: number, schedule: number): number =>
  createHash('sha256').update(`${seed} ${schedule}`).digest().readUInt32LE();
