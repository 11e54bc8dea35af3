import { expect, test } from 'vitest';
import { killUnderLoad } from './killed.ts';

const KILLS = Number(process.env['KILLS'] ?? 3);
// Moments of chance depend on the machine anyhow; the seed says which were tried.
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);

test.each(['pglite', 'postgres'] as const)(
  `${KILLS} times killed under load on %s, nothing acknowledged is lost and nothing done twice (seed ${SEED})`,
  async (database) => {
    const { problems, claims, requests } = await killUnderLoad({ database, kills: KILLS, seed: SEED });
    expect(problems).toEqual([]);
    expect(claims).toBeGreaterThan(0);
    expect(requests.unanswered).toBeGreaterThan(0);
  },
  // On a machine that does other work as well, each start takes ten times as long.
  600_000 + KILLS * 60_000,
);
