import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { removeLater } from '#server/db/file-removals.ts';

/** What stays of an erased store: that it was, what the provider billed it, and the proof of its erasure. */
const KEPT: ReadonlySet<string> = new Set([
  'store',
  'invoice',
  'billing_line',
  'revenue_share',
  'privacy_request',
  'file_removal',
]);
const FOLDERS = ['media', 'uploads', 'labels', 'packing-slips', 'reports', 'privacy', 'brand', 'codes', 'imports'];

/** The folders of a store's files. */
export const foldersOf = (storeId: number): string[] => FOLDERS.map((name) => `${name}/${storeId}/`);

/** Erases everything of a store, with users who have no other store. Owner only. */
export async function eraseStore(db: Db, storeId: number): Promise<void> {
  await sql`select set_config('app.erased_store', ${String(storeId)}, true)`.execute(db);
  const { rows: members } = await sql<{ email: string }>`
    select email_key as email from store_user_role where store_id = ${storeId}`.execute(db);
  await sql`delete from session where helpdesk_store_id = ${storeId}`.execute(db);
  for (const table of await tablesOfStores(db))
    if (!KEPT.has(table)) await sql`delete from ${sql.table(table)} where store_id = ${storeId}`.execute(db);
  await removeStrangers(
    db,
    members.map(({ email }) => email),
  );
  await removeLater(db, storeId, foldersOf(storeId));
  await db
    .updateTable('privacy_request')
    .set({ about: null, file_key: null, waits_for: '[]', requested_by: 'Erased' })
    .where('store_id', '=', storeId)
    .execute();
  await db
    .updateTable('store')
    .set({ slug: `erased-${storeId}`, name: 'Erased store', shop_domain: null })
    .where('store_id', '=', storeId)
    .execute();
}

/** Every table with rows of stores, those that refer to others first. */
async function tablesOfStores(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'store_id'`.execute(db);
  const { rows: references } = await sql<{ source: string; target: string }>`
    select conrelid::regclass::text as source, confrelid::regclass::text as target from pg_constraint
    where contype = 'f' and conrelid <> confrelid`.execute(db);
  const sorted: string[] = [];
  const left = new Set(tables.map(({ name }) => name));
  while (left.size > 0) {
    const free = [...left].filter((name) => !references.some((one) => one.target === name && left.has(one.source)));
    if (free.length === 0) throw new Error('the tables refer to each other in a circle');
    for (const name of free) left.delete(name);
    sorted.push(...free);
  }
  return sorted;
}

/** People who could open this store alone. */
async function removeStrangers(db: Db, emails: readonly string[]): Promise<void> {
  const strangers = sql`
    select user_id from app_user
    where lower(btrim(email)) = any(${[...emails]}::text[])
      and not exists (select from provider_admin where email_key = lower(btrim(app_user.email)))
      and not exists (select from store_user_role where email_key = lower(btrim(app_user.email)))
      and not exists (select from alert_read where alert_read.user_id = app_user.user_id)`;
  await sql`delete from session where user_id in (${strangers})`.execute(db);
  await sql`delete from app_user where user_id in (${strangers})`.execute(db);
}
