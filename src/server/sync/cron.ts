import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { allStores } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { reconcile } from '#server/sync/reconcile.ts';

type CronDeps = Pick<ServerDeps, 'database' | 'storefrontOf' | 'log'>;

const EVERY_MS = 10 * 60_000;

/** Reconciles every connected store now and every ten minutes, one after the other, until stopped. */
export function startCron(deps: CronDeps, everyMs: number = EVERY_MS): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await reconcileAll(deps, stopping.signal).catch((error: unknown) => deps.log.error({ err: error }, 'the stores could not be read'));
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const ended = loop();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

async function reconcileAll(deps: CronDeps, signal: AbortSignal): Promise<void> {
  const connected = await deps.database.asOwner(async (db) => {
    const rows = await db.selectFrom('store_connection').select('store_id').execute();
    const ids = new Set(rows.map((row) => row.store_id));
    return (await allStores(db)).filter((store) => ids.has(store.store_id));
  });
  for (const store of connected) {
    if (signal.aborted) return;
    await reconcile(deps, store.store_id, { requestId: randomUUID() }).catch((error: unknown) =>
      deps.log.warn({ err: error, storeId: store.store_id }, 'a store could not be reconciled'));
  }
}
