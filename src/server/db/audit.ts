import { sql, type Selectable } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type AuditEntryRow = Selectable<Tables['audit_entry']>;

export const auditEntryById = (db: Db, storeId: number, entryId: number): Promise<AuditEntryRow | undefined> =>
  db
    .selectFrom('audit_entry')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('entry_id', '=', entryId)
    .executeTakeFirst();

const MOST_CHOICES = 200;

/** Every value of a column that the store's entries have, by name. */
export async function auditValues(db: Db, storeId: number, column: 'actor_name' | 'what'): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select distinct ${sql.ref(column)} as value from audit_entry where store_id = ${storeId}
    order by value limit ${MOST_CHOICES}`.execute(db);
  return rows.map(({ value }) => value);
}
