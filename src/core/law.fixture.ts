import { expect } from 'vitest';

const SEED = Number(process.env['LAW_SEED'] ?? Date.now() % 2 ** 31);
const TIMES = Number(process.env['LAW_TIMES'] ?? 1);

/**
 * How many cases of a law are tried, and from which seed, which is printed: LAW_SEED tries the same ones again,
 * LAW_TIMES so many times as many.
 */
export function law(cases: number): { numRuns: number; seed: number } {
  const numRuns = Math.ceil(cases * TIMES);
  console.log(`${expect.getState().currentTestName}: ${numRuns} cases, LAW_SEED=${SEED}`);
  return { numRuns, seed: SEED };
}
