import type { CallContext } from '#partners/ports.ts';
import { firstSync, wellBefore, type SyncDeps } from '#server/sync/first-sync.ts';
import { takeInRead } from '#server/sync/take-in-read.ts';
import { beginSync, endSync, failSync, syncCursor, syncProgress, whileAlive } from '#server/sync/sync-state.ts';

/**
 * Loads the orders changed since the last run, for changes without a webhook. A store that was never synced is synced
 * fully. Returns the number of orders looked at; null while another process does it.
 */
export async function reconcile(
  deps: SyncDeps,
  storeId: number,
  context: CallContext,
  signal?: AbortSignal,
): Promise<number | null> {
  const { database } = deps;
  const since = await database.inStore(storeId, (db) => syncCursor(db, storeId, 'orders'));
  if (since === null) {
    await firstSync(deps, storeId, context, undefined, signal);
    return 0;
  }
  const storefront = await deps.storefrontOf(storeId);
  if (!(await database.inStore(storeId, (db) => beginSync(db, storeId, 'orders')))) return null;
  const bringChanged = async (): Promise<number> => {
    let newest = since;
    const from = wellBefore(Date.parse(since));
    let done = 0;
    let cursor: string | null = null;
    do {
      signal?.throwIfAborted();
      const page = await storefront.changedOrders(from, cursor, context);
      newest = page.items.reduce(
        (latest, order) => (Date.parse(order.updatedOn) > Date.parse(latest) ? order.updatedOn : latest),
        newest,
      );
      done += page.items.length;
      await database.inStore(storeId, async (db) => {
        await takeInRead(deps, db, storeId, page.items, context.requestId);
        await syncProgress(db, storeId, 'orders', done);
      });
      cursor = page.nextCursor;
    } while (cursor !== null);
    // By the platform's clock, not ours: an order changed between two reads is never skipped.
    await database.inStore(storeId, (db) => endSync(db, storeId, 'orders', newest));
    return done;
  };
  try {
    return await whileAlive(database, storeId, 'orders', bringChanged);
  } catch (error) {
    await failSync(database, storeId, 'orders', error instanceof Error ? error.message : String(error));
    throw error;
  }
}
