import { randomUUID } from 'node:crypto';
import type { CronJob } from '#server/cron.ts';
import type { ServerDeps } from '#server/deps.ts';
import { firstSync } from '#server/sync/first-sync.ts';
import { reconcile } from '#server/sync/reconcile.ts';
import { abandonedSyncs } from '#server/sync/sync-state.ts';

const EVERY_MS = 10 * 60_000;
const RESUME_EVERY_MS = 5_000;

/** Reconciles every connected store, one after the other; one that fails does not hold up the rest. */
export const reconcileStores = (deps: Pick<ServerDeps, 'database' | 'storefrontOf' | 'log'>): CronJob => ({
  name: 'reconcileStores',
  everyMs: EVERY_MS,
  run: async (signal) => {
    const rows = await deps.database.asOwner((db) =>
      db.selectFrom('store_connection').select('store_id').orderBy('store_id').execute(),
    );
    for (const { store_id: storeId } of rows) {
      if (signal.aborted) return;
      await reconcile(deps, storeId, { requestId: randomUUID() }, signal).catch((error: unknown) =>
        deps.log.warn({ err: error, storeId }, 'a store could not be reconciled'),
      );
    }
  },
});

/** Takes up the syncs whose process died in the middle. */
export const resumeSyncs = (deps: Pick<ServerDeps, 'database' | 'storefrontOf' | 'log'>): CronJob => ({
  name: 'resumeSyncs',
  everyMs: RESUME_EVERY_MS,
  run: async (signal) => {
    for (const { storeId, kind } of await deps.database.asOwner(abandonedSyncs)) {
      if (signal.aborted) return;
      const context = { requestId: randomUUID() };
      const again =
        kind === 'products'
          ? firstSync(deps, storeId, context, undefined, signal)
          : reconcile(deps, storeId, context, signal);
      await again.catch((error: unknown) => deps.log.warn({ err: error, storeId }, 'a sync could not be taken up'));
    }
  },
});
