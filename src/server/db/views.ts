import type { Selectable } from 'kysely';
import type { ListKind } from '#core/lists/lists.ts';
import type { ViewChange, ViewContent } from '#core/lists/saved-view.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

const columns = ['view_id', 'kind', 'name', 'filters'] as const;
export type ViewRow = Pick<Selectable<Tables['saved_view']>, (typeof columns)[number]>;

export const viewsOf = (db: Db, storeId: number, kind: ListKind): Promise<ViewRow[]> =>
  db
    .selectFrom('saved_view')
    .select(columns)
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .orderBy('view_id')
    .execute();

export const viewById = (db: Db, storeId: number, viewId: number): Promise<ViewRow | undefined> =>
  db
    .selectFrom('saved_view')
    .select(columns)
    .where('store_id', '=', storeId)
    .where('view_id', '=', viewId)
    .executeTakeFirst();

export const addView = (db: Db, storeId: number, { kind, name, filters }: ViewContent): Promise<ViewRow> =>
  db
    .insertInto('saved_view')
    .values({ store_id: storeId, kind, name, filters: JSON.stringify(filters) })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Undefined when it is not there. */
export const changeView = (
  db: Db,
  storeId: number,
  viewId: number,
  { name, filters }: Omit<ViewChange, 'kind'>,
): Promise<ViewRow | undefined> =>
  db
    .updateTable('saved_view')
    .set({ name, filters: filters && JSON.stringify(filters) })
    .where('store_id', '=', storeId)
    .where('view_id', '=', viewId)
    .returning(columns)
    .executeTakeFirst();

/** False when it is not there. */
export async function removeView(db: Db, storeId: number, viewId: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('saved_view')
    .where('store_id', '=', storeId)
    .where('view_id', '=', viewId)
    .executeTakeFirst();
  return removed.numDeletedRows === 1n;
}
