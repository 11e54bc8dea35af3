import { setTimeout as pause } from 'node:timers/promises';
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { pglitePlace, postgresPlace, type Place } from '../../bench/places.ts';
import { connect } from '#server/db/connect.ts';
import { embeddedDatabaseFolder } from '#server/setup-database.ts';
import { Chance } from '#sandbox/shopify/seed/random.ts';
import { readConfig } from '#server/config.ts';
import { makeLog } from '#server/log.ts';
import { startServer } from '#server/main.ts';
import { comeToRest, factsAtRest, letTimePass, problemsAtRest } from './at-rest.ts';
import { startLoad } from './load.ts';
import type { Patience } from './patience.ts';
import { startProcess } from './process.ts';
import { openWorld, type World } from './world.ts';

export const PLACES = { pglite: pglitePlace, postgres: postgresPlace };

export type Task = {
  database: keyof typeof PLACES;
  kills: number;
  seed: number;
  /** Told after every kill. */
  onProgress?: (kills: number) => void;
};

export type Report = {
  problems: string[];
  seconds: number;
  /** Kills before the server listened, and while it served. */
  killed: { starting: number; serving: number };
  claims: number;
  effects: number;
  /** Effects begun more than once, their first worker having been killed. */
  takenAgain: number;
  mails: { sent: number; twice: number };
  requests: { answered: number; unanswered: number };
};

const STAFF_MEMBERS = 6;
// Counted in answers, so that as much goes on between two kills on a slow machine as on a fast one.
const MOST_ANSWERS = 60;
const MOST_MS_AFTER = 100;
const LONGEST_SERVING_MS = 20_000;
const LONGEST_STARTING_MS = 2500;
const KILLED_STARTING = 0.15;
const ORDERS_PER_KILL = 12;
const FEWEST_ORDERS = 100;

/**
 * Kills the real server again and again at moments of chance while people use it, then lets all come to rest and
 * looks for anything that was acknowledged and is lost, or that was done twice. The partners run in this process,
 * which stays up.
 */
export async function killUnderLoad({ database, kills, seed, onProgress }: Task): Promise<Report> {
  const began = performance.now();
  const place = await PLACES[database]();
  const world = await openWorld(place, FEWEST_ORDERS + kills * ORDERS_PER_KILL, STAFF_MEMBERS);
  try {
    const load = startLoad(world, new Chance(seed + 1));
    const killed = { starting: 0, serving: 0 };
    const chance = new Chance(seed);
    const deaths: string[] = [];
    const errors: string[] = [];
    for (let count = 1; count <= kills; count += 1) {
      const moment = await killOnce(world, load.patience, chance, (line) => errors.push(line));
      killed[moment.while] += 1;
      if (!moment.wasAlive) deaths.push(`the server ended by itself before kill ${count}`);
      await freeLeases(place);
      onProgress?.(count);
    }
    const last = await startServer(readConfig({ ...world.server.environment, ROLES: 'web,worker' }), makeLog('silent'));
    try {
      await letTimePass(last.deps.database);
      await load.finish();
      await comeToRest(last.deps.database);
      const facts = await factsAtRest(world, last);
      return {
        problems: explained(
          [...deaths, ...load.problems, ...(await problemsAtRest(world, last, facts, load.told))],
          errors,
        ),
        seconds: (performance.now() - began) / 1000,
        killed,
        claims: facts.claims.length,
        effects: facts.effects.length,
        takenAgain: facts.effects.filter(({ attempts }) => attempts > 1).length,
        mails: { sent: facts.mailbox.size, twice: [...facts.mailbox.values()].filter((copies) => copies > 1).length },
        requests: { answered: load.patience.answered, unanswered: load.patience.unanswered },
      };
    } finally {
      await last.close();
    }
  } finally {
    await world.server.close();
  }
}

const LINES_OF_LOG = 5;
/** With the last errors in the log of the server, where there are problems to explain. */
const explained = (problems: readonly string[], errors: readonly string[]): string[] =>
  problems.length === 0 ? [] : [...problems, ...errors.slice(-LINES_OF_LOG).map((line) => `in the log: ${line}`)];

async function killOnce(
  { server }: World,
  patience: Patience,
  chance: Chance,
  onError: (line: string) => void,
): Promise<{ while: keyof Report['killed']; wasAlive: boolean }> {
  const life = startProcess({ ...server.environment, ROLES: 'web,worker,cron' }, onError);
  if (chance.under(KILLED_STARTING)) {
    await Promise.race([life.listening, pause(chance.between(0, LONGEST_STARTING_MS))]);
    return { while: 'starting', wasAlive: await life.kill() };
  }
  await life.listening;
  await Promise.race([patience.answers(chance.between(0, MOST_ANSWERS)), pause(LONGEST_SERVING_MS)]);
  await pause(chance.between(0, MOST_MS_AFTER));
  return { while: 'serving', wasAlive: await life.kill() };
}

// The partners run in this process, and have carried out by then what was sent to them.
const SETTLED_MS = 300;

/** A dead process's work waits until its lease has ended or partners have settled; here nobody wants to wait that long after every kill. */
async function freeLeases({ databaseUrl, dataFolder }: Place): Promise<void> {
  await pause(SETTLED_MS);
  const folder = embeddedDatabaseFolder(dataFolder);
  // Killed in its first start, it has made none.
  if (databaseUrl === undefined && !existsSync(folder)) return;
  const database = await connect({ databaseUrl, dataFolder: folder, poolSize: 1 });
  await database.asOwner((db) =>
    db
      .updateTable('effect')
      .set({ taken_until: sql`now()` })
      .where('state', '=', 'running')
      .execute(),
  );
  await database.close();
}
