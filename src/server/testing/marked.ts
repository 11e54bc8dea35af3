import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';

/** Every row of every table that has the word anywhere in it, as table and row. */
export async function rowsWith(database: Database, word: string): Promise<string[]> {
  return database.asOwner(async (db) => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
        select one::text as row from ${sql.table(name)} as one
        where strpos(lower(one::text), ${word.toLowerCase()}) > 0`.execute(db);
      found.push(...rows.map(({ row }) => `${name}: ${row}`));
    }
    return found;
  });
}

/** Every file below a folder that has the word in its name or its bytes. */
export async function filesWith(folder: string, word: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    // It may be removed while we look.
    const bytes = entry.isFile() ? await readFile(path, 'latin1').catch(() => '') : '';
    if (`${path}\n${bytes}`.toLowerCase().includes(word.toLowerCase())) found.push(path);
  }
  return found;
}
