import { DAY_MS } from '#core/dates.ts';
import { forgetOrigins } from '#server/db/claim-origin.ts';
import type { Database } from '#server/db/connect.ts';
import type { Logger } from '#server/log.ts';

/** Something done again and again. Every process may run it at once: it has to be right then too. */
export type CronJob = {
  name: string;
  everyMs: number;
  /** The signal asks it to end where it can be taken up later. */
  run(signal: AbortSignal): Promise<void>;
};

/** Runs each job now and then at its pace, never twice at once. Until it is stopped, the process goes on; stopping asks those begun to end, and waits for them. */
export function startCron(jobs: readonly CronJob[], log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = new Set<string>();
  const ended = new Set<Promise<void>>();
  const runOnce = (job: CronJob): void => {
    if (running.has(job.name)) return;
    running.add(job.name);
    const run = job
      .run(stopping.signal)
      .catch((error: unknown) => log.error({ err: error, job: job.name }, 'a regular job failed'))
      .finally(() => {
        running.delete(job.name);
        ended.delete(run);
      });
    ended.add(run);
  };
  const timers = jobs.map((job) => {
    runOnce(job);
    return setInterval(() => runOnce(job), job.everyMs);
  });
  return {
    stop: async () => {
      stopping.abort();
      timers.forEach(clearInterval);
      await Promise.all(ended);
    },
  };
}

/** Takes away what has expired: sessions, sign-ins never finished, counted attempts, what claims were sent from. */
export const removeExpired = (database: Database): CronJob => ({
  name: 'removeExpired',
  everyMs: DAY_MS / 24,
  run: () =>
    database.asOwner(async (db) => {
      const now = new Date();
      await db.deleteFrom('session').where('expires_on', '<=', now).execute();
      await db.deleteFrom('login_attempt').where('expires_on', '<=', now).execute();
      await db
        .deleteFrom('attempt_limit')
        .where('window_start', '<=', new Date(now.getTime() - DAY_MS))
        .execute();
      await forgetOrigins(db);
    }),
});
