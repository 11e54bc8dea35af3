import type { Product } from '#core/orders/order.ts';
import type { CallContext, Storefront, Unreadable } from '#partners/ports.ts';
import type { Db } from '#server/db/connect.ts';
import { groupsRefreshed } from '#server/db/product-groups.ts';
import { removeProductsUnwrittenSince } from '#server/db/products.ts';
import type { ServerDeps } from '#server/deps.ts';
import { checkCover } from '#server/protection/check-cover.ts';
import { takeInRead, takeInReadProducts } from '#server/sync/take-in-read.ts';
import { beginSync, endSync, failSync, syncProgress, whileAlive, type SyncKind } from '#server/sync/sync-state.ts';

export type SyncDeps = Pick<ServerDeps, 'database' | 'storefrontOf' | 'log'>;
/** How many of each have been brought in so far. */
export type SyncProgress = { products: number; orders: number };

const BATCH = 100;
// Clocks differ, what was being written when an export began may be missing from it, and the platform's search learns of
// an order later than of the one after it.
const OVERLAP_MS = 10 * 60_000;

/** From when on changes are read so that none is passed over. */
export const wellBefore = (instant: number): string => new Date(instant - OVERLAP_MS).toISOString();

/**
 * Loads all products and orders of a store. Safe to repeat; false while another process does it. If its signal or
 * process stops, it resumes later.
 */
export async function firstSync(
  deps: SyncDeps,
  storeId: number,
  context: CallContext,
  onProgress: (progress: SyncProgress) => void = () => undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  const done: SyncProgress = { products: 0, orders: 0 };
  const tell =
    (kind: SyncKind) =>
    (count: number): void => {
      done[kind] = count;
      onProgress({ ...done });
    };
  const products = await syncProducts(deps, storeId, context, tell('products'), signal);
  const orders = await bring(
    deps,
    storeId,
    {
      kind: 'orders',
      read: (storefront, hear) => storefront.exportOrders(context, hear),
      write: (db, batch) => takeInRead(deps, db, storeId, batch, context.requestId),
    },
    tell('orders'),
    signal,
  );
  return products && orders;
}

/** Loads all products of a store, and with them its groups. */
export async function syncProducts(
  deps: SyncDeps,
  storeId: number,
  context: CallContext,
  onProgress: (count: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  const products: Brought<Product | Unreadable> = {
    kind: 'products',
    read: (storefront, hear) => storefront.exportProducts(context, hear),
    write: (db, batch) => takeInReadProducts(deps, db, storeId, batch),
    async finish(db, began) {
      for (const id of await removeProductsUnwrittenSince(db, storeId, began)) await checkCover(db, storeId, id, null);
    },
  };
  const isDone = await bring(deps, storeId, products, onProgress, signal);
  if (isDone) await deps.database.inStore(storeId, (db) => groupsRefreshed(db, storeId));
  return isDone;
}

/** What a sync brings in whole. */
type Brought<T> = {
  kind: SyncKind;
  read: (storefront: Storefront, hearBegan: (iso: string) => void) => AsyncIterable<T>;
  write: (db: Db, batch: readonly T[]) => Promise<unknown>;
  /** What follows once all of it is written; `began` is well before it began. */
  finish?: (db: Db, began: string) => Promise<unknown>;
};

async function bring<T>(
  { database, storefrontOf }: SyncDeps,
  storeId: number,
  { kind, read, write, finish }: Brought<T>,
  tell: (count: number) => void,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  let began = wellBefore(Date.now());
  const hearBegan = (iso: string): void => {
    began = wellBefore(Math.min(Date.parse(iso), Date.now()));
  };
  if (!(await database.inStore(storeId, (db) => beginSync(db, storeId, kind)))) return false;
  let done = 0;
  const flush = async (batch: readonly T[]): Promise<void> => {
    signal?.throwIfAborted();
    done += batch.length;
    await database.inStore(storeId, async (db) => {
      await write(db, batch);
      await syncProgress(db, storeId, kind, done);
    });
    tell(done);
  };
  const bringAll = async (): Promise<void> => {
    let batch: T[] = [];
    for await (const item of read(await storefrontOf(storeId), hearBegan)) {
      batch.push(item);
      if (batch.length < BATCH) continue;
      await flush(batch);
      batch = [];
    }
    if (batch.length > 0) await flush(batch);
    await database.inStore(storeId, async (db) => {
      await finish?.(db, began);
      await endSync(db, storeId, kind, began);
    });
  };
  try {
    await whileAlive(database, storeId, kind, bringAll);
    return true;
  } catch (error) {
    await failSync(database, storeId, kind, error instanceof Error ? error.message : String(error));
    throw error;
  }
}
