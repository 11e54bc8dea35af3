import { expect } from 'vitest';

// Tests of screens have laws too, and no types of Node.
declare const process: { env: Readonly<Record<'LAW_SEED' | 'LAW_TIMES' | 'CI', string | undefined>> };
const { LAW_SEED, LAW_TIMES, CI } = process.env;
const SEED = Number(LAW_SEED ?? Date.now() % 2 ** 31);
/** Local runs try a fortieth of the cases; CI and `npm run test:laws` try them all. Each run has a new seed. */
const TIMES = Number(LAW_TIMES ?? (CI ? 1 : 0.025));

/** Whether more is tried than a person at the keyboard waits for. */
export const isThorough = TIMES >= 0.1;

/**
 * The number of cases a law is tried with, and their seed; both are printed. `CI=true` tries all `cases`,
 * LAW_TIMES that many times as many, LAW_SEED the same ones again.
 */
export function law(cases: number): { numRuns: number; seed: number } {
  const numRuns = Math.ceil(cases * TIMES);
  console.log(`${expect.getState().currentTestName}: ${numRuns} cases, LAW_SEED=${SEED}`);
  return { numRuns, seed: SEED };
}

/** A law that reaches too little of what it speaks of proves nothing. `least`: of all cases; few of them may reach none. */
export function expectReached(reached: number, least: number): void {
  if (TIMES >= 1) expect(reached).toBeGreaterThanOrEqual(Math.floor(least * TIMES));
}
