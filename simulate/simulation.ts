import { createHash } from 'node:crypto';
import type { Server } from './database/places.ts';
import type { DefectName } from './defects.ts';
import { callOfSchedule, lostIn, type MoneyCall } from './money-calls.ts';
import { openPlant } from './plant.ts';
import { runSchedule } from './schedule.ts';

/** Some schedules, each by itself: its number and the seed make it again. */
export type Task = {
  seed: number;
  /** Number of the first schedule, and how many are run from there. */
  from: number;
  schedules: number;
  defect?: DefectName | undefined;
  /** Goes on after a schedule that was violated. */
  isExhaustive?: boolean;
};

export type Violation = { schedule: number; violations: readonly string[]; trace: readonly string[] };

export type Result = {
  /** Schedules run, violating ones included. */
  done: number;
  steps: number;
  claims: number;
  /** Effects carried out. */
  moved: number;
  violations: Violation[];
  /** Of every schedule, the calls that moved money and whose answer was lost. */
  lost: { schedule: number; calls: MoneyCall[] }[];
  /** How often who did what, numbers in its words left out. */
  deeds: Record<string, number>;
  /** Of all traces, in whatever order: the same seed and schedules give the same. */
  hash: bigint;
};

export const NOTHING_RUN: Result = {
  done: 0,
  steps: 0,
  claims: 0,
  moved: 0,
  violations: [],
  lost: [],
  deeds: {},
  hash: 0n,
};

export const together = (one: Result, other: Result): Result => ({
  done: one.done + other.done,
  steps: one.steps + other.steps,
  claims: one.claims + other.claims,
  moved: one.moved + other.moved,
  violations: [...one.violations, ...other.violations],
  lost: [...one.lost, ...other.lost].toSorted((a, b) => a.schedule - b.schedule),
  deeds: added(one.deeds, other.deeds),
  hash: one.hash ^ other.hash,
});

function added(one: Result['deeds'], other: Result['deeds']): Result['deeds'] {
  const sum = { ...one };
  for (const [deed, count] of Object.entries(other)) sum[deed] = (sum[deed] ?? 0) + count;
  return sum;
}

const deedsOf = (trace: readonly string[]): Result['deeds'] =>
  Object.fromEntries(
    Map.groupBy(trace, deedOf)
      .entries()
      .map(([deed, lines]) => [deed, lines.length]),
  );

const deedOf = (line: string): string => line.replaceAll(/\d+/g, 'N').replace(/ !! .*/, '');

const SCHEDULES_PER_SWEEP = 100;

type Simulation = {
  /** Runs schedules one after the other, until one is violated unless the task is exhaustive. */
  run(task: Task): Promise<Result>;
  close(): Promise<void>;
};

/** Makes ready what schedules run on. */
export async function openSimulation(server: Server): Promise<Simulation> {
  const plant = await openPlant(server);
  return {
    async run({ seed, from, schedules, defect, isExhaustive = false }) {
      let result = NOTHING_RUN;
      for (let schedule = from; schedule < from + schedules; schedule += 1) {
        if (plant.opened % SCHEDULES_PER_SWEEP === 0) await plant.sweep();
        const { trace, hash, claims, moved, violations } = await runSchedule(plant, {
          seed: seedOf(seed, schedule),
          answerToLose: callOfSchedule(schedule),
          defect,
        });
        const isViolated = violations.length > 0;
        result = together(result, {
          done: 1,
          steps: trace.length,
          claims,
          moved,
          lost: [{ schedule, calls: lostIn(trace) }],
          deeds: deedsOf(trace),
          violations: isViolated ? [{ schedule, violations, trace }] : [],
          hash: BigInt(`0x${hash}`),
        });
        if (isViolated && !isExhaustive) break;
      }
      return result;
    },
    close: () => plant.close(),
  };
}

/** A seed far from those of neighboring schedules. */
const seedOf = (seed: number, schedule: number): number =>
  createHash('sha256').update(`${seed} ${schedule}`).digest().readUInt32LE();
