import { randomUUID } from 'node:crypto';
import type { GatherDeps } from '#server/books/gather-deps.ts';
import { reconcileBooks } from '#server/books/reconcile.ts';
import type { CronJob } from '#server/cron.ts';
import { beginDailyRun } from '#server/db/reconciliations.ts';
import type { ServerDeps } from '#server/deps.ts';

type Deps = GatherDeps & Pick<ServerDeps, 'log'>;

const HOUR_MS = 3_600_000;
/** A difference is reported every day while it lasts, for a month at most. */
const DAYS = 30;

/** Reconciles the books of every connected store once a day, one store after the other. */
export const reconcileDaily = (deps: Deps): CronJob => ({
  name: 'reconcileBooks',
  everyMs: HOUR_MS,
  run: async (signal) => {
    const { database, log } = deps;
    const rows = await database.asOwner((db) =>
      db.selectFrom('store_connection').select('store_id').distinct().orderBy('store_id').execute(),
    );
    for (const { store_id: storeId } of rows) {
      if (signal.aborted) return;
      const run = await database.inStore(storeId, (db) => beginDailyRun(db, storeId, DAYS));
      if (!run) continue;
      const ended = await reconcileBooks(deps, run, { requestId: randomUUID() }, signal).catch((error: unknown) => {
        log.error({ err: error, storeId }, 'the books of a store could not be reconciled');
        return null;
      });
      const open = ended?.differences.filter(({ isExplained }) => !isExplained) ?? [];
      if (open.length > 0)
        log.warn({ storeId, codes: open.map(({ code }) => code) }, 'the books differ from what partners show');
    }
  },
});
