import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';

/** How many transactions wait for a row that another one holds, on a PostgreSQL server. */
export async function waitingForRows(database: Database): Promise<number> {
  // Asked by a connection of its own: a transaction sees the sessions as they were when it first looked at them.
  const [row] = await database.rowsAsOwner((db) =>
    db
      .selectFrom(sql<{ pid: number }>`pg_stat_activity`.as('session'))
      .select((each) => each.fn.countAll<number>().as('waiting'))
      .where(sql<boolean>`datname = current_database() and wait_event_type = 'Lock'`),
  );
  return row?.waiting ?? 0;
}
