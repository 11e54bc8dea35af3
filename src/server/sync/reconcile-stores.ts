import { randomUUID } from 'node:crypto';
import type { CronJob } from '#server/cron.ts';
import type { ServerDeps } from '#server/deps.ts';
import { reconcile } from '#server/sync/reconcile.ts';

const EVERY_MS = 10 * 60_000;

/** Reconciles every connected store, one after the other; one that fails does not hold up the rest. */
export const reconcileStores = (deps: Pick<ServerDeps, 'database' | 'storefrontOf' | 'log'>): CronJob => ({
  name: 'reconcileStores',
  everyMs: EVERY_MS,
  run: async () => {
    const rows = await deps.database.asOwner((db) =>
      db.selectFrom('store_connection').select('store_id').orderBy('store_id').execute(),
    );
    for (const { store_id: storeId } of rows) {
      await reconcile(deps, storeId, { requestId: randomUUID() }).catch((error: unknown) =>
        deps.log.warn({ err: error, storeId }, 'a store could not be reconciled'),
      );
    }
  },
});
