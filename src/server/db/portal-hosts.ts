import { sql, type QueryCreator, type Selectable } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type PortalHostRow = Selectable<Tables['portal_host']>;

/** The host that links of a store lead to, to select together with a store; null for the usual address. */
export const LINKED_HOST = sql<string | null>`(
  select host from portal_host where portal_host.store_id = store.store_id and linked_on is not null)`;

export const portalHostOf = (db: Db, storeId: number): Promise<PortalHostRow | undefined> =>
  db.selectFrom('portal_host').selectAll().where('store_id', '=', storeId).executeTakeFirst();

/** The store whose portal is served at a host. Owner only: no store is known yet. */
export const storeOfHost = (db: QueryCreator<Tables>, host: string) =>
  db
    .selectFrom('portal_host')
    .innerJoin('store', 'store.store_id', 'portal_host.store_id')
    .select('store.slug')
    .where('portal_host.host', '=', host)
    .where('portal_host.verified_on', 'is not', null);

/** Whether a store other than this one proved the host. Owner only: it looks at all stores. */
export async function isHostTaken(db: Db, host: string, storeId: number): Promise<boolean> {
  const other = await db
    .selectFrom('portal_host')
    .select('store_id')
    .where('host', '=', host)
    .where('verified_on', 'is not', null)
    .where('store_id', '<>', storeId)
    .executeTakeFirst();
  return other !== undefined;
}

/** Keeps an unproven host, in place of another one that isn't proven either. */
export const savePortalHost = (db: Db, row: { store_id: number; host: string; proof: string }): Promise<unknown> =>
  db
    .insertInto('portal_host')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('store_id').doUpdateSet({ host: row.host, proof: row.proof, checked_on: null }),
    )
    .execute();

export const changePortalHost = (
  db: Db,
  storeId: number,
  change: Partial<Pick<PortalHostRow, 'checked_on' | 'verified_on' | 'linked_on'>>,
): Promise<PortalHostRow | undefined> =>
  db.updateTable('portal_host').set(change).where('store_id', '=', storeId).returningAll().executeTakeFirst();

export const deletePortalHost = (db: Db, storeId: number): Promise<unknown> =>
  db.deleteFrom('portal_host').where('store_id', '=', storeId).execute();
