import { randomUUID } from 'node:crypto';
import type { CallContext } from '#partners/ports.ts';
import type { CronJob } from '#server/cron.ts';
import type { ServerDeps } from '#server/deps.ts';
import { firstSync, syncProducts, type SyncDeps } from '#server/sync/first-sync.ts';
import { reconcile } from '#server/sync/reconcile.ts';
import { dueSyncs, syncCursor } from '#server/sync/sync-state.ts';

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

/** Does the syncs that staff asked for, and takes up those whose process died in the middle. */
export const resumeSyncs = (deps: Pick<ServerDeps, 'database' | 'storefrontOf' | 'log'>): CronJob => ({
  name: 'resumeSyncs',
  everyMs: RESUME_EVERY_MS,
  run: async (signal) => {
    for (const { storeId, kind } of await deps.database.asOwner(dueSyncs)) {
      if (signal.aborted) return;
      const context = { requestId: randomUUID() };
      const again =
        kind === 'products' ? bringProducts(deps, storeId, context, signal) : reconcile(deps, storeId, context, signal);
      await again.catch((error: unknown) => deps.log.warn({ err: error, storeId }, 'a sync could not be taken up'));
    }
  },
});

/** A first sync that stopped at the products goes on with the orders. */
async function bringProducts(
  deps: SyncDeps,
  storeId: number,
  context: CallContext,
  signal: AbortSignal,
): Promise<unknown> {
  const since = await deps.database.inStore(storeId, (db) => syncCursor(db, storeId, 'orders'));
  if (since === null) return firstSync(deps, storeId, context, undefined, signal);
  return syncProducts(deps, storeId, context, undefined, signal);
}
