import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#server/db/connect.ts';
import { SAVED_AT_FIRST } from '#server/db/settings.ts';
import type { ServerDeps } from '#server/deps.ts';
import { FOR_DATABASE, readParts, type Head } from './artifact.ts';

/** The one part that is no table. */
export const FILES = 'files';

/** Files of a history: by key, in Base64. */
export const Files = z.record(z.string(), z.object({ contentType: z.string(), content: z.string() }));

/** What the pretend partners did already, and where they and the product are. */
export type RestoredHistory = { endsOn: string; origins: Head['origins'] };

const AT_ONCE = 16;

/**
 * Writes the history into a database without stores, all or nothing; false for a database that has one. Its columns are
 * those the product itself wrote; new ones since then take their defaults.
 */
export async function restoreStore(
  { database, files }: Pick<ServerDeps, 'database' | 'files'>,
  { endsOn, origins }: RestoredHistory,
): Promise<boolean> {
  if (await database.asOwner(hasStores)) return false;
  const parts = readParts(FOR_DATABASE, new Date(endsOn), origins);
  const kept = parts
    .filter(({ name }) => name === FILES)
    .flatMap(({ json }) => Object.entries(Files.parse(JSON.parse(json))));
  while (kept.length > 0)
    await Promise.all(
      kept
        .splice(-AT_ONCE)
        .map(([key, { contentType, content }]) => files.put(key, Buffer.from(content, 'base64'), contentType)),
    );
  await database.asOwner(async (db) => {
    for (const { name, json } of parts) if (name !== FILES) await insertRows(db, name, json);
    // The store itself begins now: what people do to it from here on can be told from its past.
    await sql`update store set created_on = now()`.execute(db);
    // Nobody has checked its settings yet.
    await sql`update store_settings set updated_by = ${SAVED_AT_FIRST}`.execute(db);
    await goOnCounting(db);
  });
  return true;
}

const hasStores = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('store').select('store_id').limit(1).executeTakeFirst()) !== undefined;

/** `name` is that of the table and, after a colon, its columns. */
async function insertRows(db: Db, name: string, json: string): Promise<void> {
  const [table = '', names = ''] = name.split(':');
  const columns = sql.join(names.split(',').map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(db);
}

/** What counts ids goes on after the highest. */
async function goOnCounting(db: Db): Promise<void> {
  const counted = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'`.execute(db);
  for (const { table_name: table, column_name: column } of counted.rows)
    await sql`
      select setval(pg_get_serial_sequence(${table}, ${column}), highest) from (select max(${sql.ref(column)}) as highest from ${sql.table(table)}) ids
      where highest is not null`.execute(db);
}
