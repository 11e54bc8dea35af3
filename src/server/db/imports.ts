import { sql, type Selectable } from 'kysely';
import type { ImportKind } from '#core/imports/kinds.ts';
import type { ImportProgress } from '#core/imports/progress.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type ImportRow = Selectable<Tables['data_import']>;

const KEPT_ON_LIST = 20;

export const addImport = (
  db: Db,
  storeId: number,
  made: { kind: ImportKind; filename: string; size: number; fileKey: string; requestedBy: string },
): Promise<ImportRow> =>
  db
    .insertInto('data_import')
    .values({
      store_id: storeId,
      kind: made.kind,
      filename: made.filename,
      size: made.size,
      file_key: made.fileKey,
      requested_by: made.requestedBy,
      refused: '[]',
      problem: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const importById = (db: Db, storeId: number, id: number): Promise<ImportRow | undefined> =>
  db
    .selectFrom('data_import')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('import_id', '=', id)
    .executeTakeFirst();

/** The newest imports whose file arrived. */
export const latestImports = (db: Db, storeId: number): Promise<ImportRow[]> =>
  db
    .selectFrom('data_import')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('state', '<>', 'expected')
    .orderBy('import_id', 'desc')
    .limit(KEPT_ON_LIST)
    .execute();

/** False where it was begun before. */
export async function beginImport(db: Db, storeId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_import')
    .set({ state: 'waiting' })
    .where('store_id', '=', storeId)
    .where('import_id', '=', id)
    .where('state', '=', 'expected')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const saveImportProgress = (
  db: Db,
  { store_id: storeId, import_id: id }: Pick<ImportRow, 'store_id' | 'import_id'>,
  { read, written, unchanged, refusedCount, refused }: ImportProgress,
  bytesRead: number,
): Promise<unknown> =>
  db
    .updateTable('data_import')
    .set({
      state: 'running',
      bytes_read: bytesRead,
      read_count: read,
      written_count: written,
      unchanged_count: unchanged,
      refused_count: refusedCount,
      refused: JSON.stringify(refused),
    })
    .where('store_id', '=', storeId)
    .where('import_id', '=', id)
    .execute();

export const endImport = (
  db: Db,
  storeId: number,
  id: number,
  { state, problem }: { state: 'done' | 'failed'; problem: string | null },
): Promise<unknown> =>
  db
    .updateTable('data_import')
    .set({ state, problem, done_on: sql`now()` })
    .where('store_id', '=', storeId)
    .where('import_id', '=', id)
    .execute();
