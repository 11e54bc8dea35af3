import { z } from 'zod';
import { Order } from '#core/orders/order.ts';
import { SetupError } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { upsertFileOrders, type FileOrdersWritten } from '#server/db/orders.ts';
import { storeBySlug } from '#server/db/stores.ts';
import { answerCommand } from '#server/http/answer-command.ts';
import type { Handler } from '#server/http/serve.ts';

/** Where a server receives the orders that the import command reads on the same machine. */
export const IMPORT_PATH = '/api/control/import-orders';
// A batch of the command is a few hundred kilobytes, unless its orders have very long notes.
const MOST_BYTES = 64_000_000;

const Wanted = z.object({ slug: z.string(), orders: z.array(Order) });

/** What was written, or why nothing was. */
export const Imported = z.union([
  z.object({ written: z.number(), unchanged: z.number(), synced: z.number() }),
  z.object({ problem: z.string() }),
]);

/** `npm run import` while this server runs. */
export const importOnRequest = ({ database }: { database: Database }, token: string): Handler =>
  answerCommand({ path: IMPORT_PATH, wanted: Wanted, maxBytes: MOST_BYTES }, token, async ({ slug, orders }) =>
    writeOrders(database, await storeIdOf(database, slug), orders),
  );

/** Throws SetupError. */
export async function storeIdOf(database: Database, slug: string): Promise<number> {
  const [row] = await database.rowsAsOwner((db) => storeBySlug(db, slug));
  if (!row) throw new SetupError(`There is no store called ${slug}.`);
  return row.store_id;
}

export const writeOrders = (
  database: Database,
  storeId: number,
  orders: readonly Order[],
): Promise<FileOrdersWritten> => database.inStore(storeId, (db) => upsertFileOrders(db, storeId, orders));
