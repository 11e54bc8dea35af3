import { sql } from 'kysely';
import { reasons as reasonsGroup } from '#core/settings/groups/reasons.ts';
import { allReasons, type AnyReason } from '#core/settings/reasons.ts';
import {
  GROUP_NAMES,
  SETTINGS_GROUPS,
  storeSettings,
  type GroupName,
  type StoreSettings,
} from '#core/settings/settings.ts';
import type { Db } from '#server/db/connect.ts';

/** The documents of a store's groups by name; a group that was never saved is missing. */
export type KeptSettings = Partial<Record<GroupName, Record<string, unknown>>>;

/** Columns to select together with a store. */
export const SETTINGS = sql<KeptSettings>`(
  select coalesce(jsonb_object_agg(group_name, document), '{}') from store_settings
  where store_settings.store_id = store.store_id)`;

/** What the documents of a store that was read come to, for as long as they are looked at. */
const known = new WeakMap<KeptSettings, StoreSettings>();

/** Settings with every default filled in, so that a field added later has a value for older stores. */
export function settingsOf({ settings }: { settings: KeptSettings }): StoreSettings {
  const before = known.get(settings);
  if (before !== undefined) return before;
  const read = storeSettings(settings);
  known.set(settings, read);
  return read;
}

export type SavedGroup = { version: number; document: Record<string, unknown>; updatedOn: Date; updatedBy: string };

/** The groups of a store that were saved, by name. */
export async function savedGroups(db: Db, storeId: number): Promise<Map<string, SavedGroup>> {
  const rows = await db.selectFrom('store_settings').selectAll().where('store_id', '=', storeId).execute();
  return new Map(
    rows.map((row) => [
      row.group_name,
      { version: row.version, document: row.document, updatedOn: row.updated_on, updatedBy: row.updated_by },
    ]),
  );
}

/** Who saves the settings that a store begins with. */
export const SAVED_AT_FIRST = 'Makegood';

/** The pages of the settings that somebody has saved since. */
export async function savedPages(db: Db, storeId: number): Promise<Set<string>> {
  const saved = await savedGroups(db, storeId);
  return new Set(
    GROUP_NAMES.filter((name) => (saved.get(name)?.updatedBy ?? SAVED_AT_FIRST) !== SAVED_AT_FIRST).map(
      (name) => SETTINGS_GROUPS[name].page,
    ),
  );
}

/** The page that shows a group; null where the name is none's. */
export const pageOfSettings = (group: string): string | null =>
  GROUP_NAMES.flatMap((name) => (name === group ? SETTINGS_GROUPS[name].page : []))[0] ?? null;

/** A group as an entry of the audit log has it, without what was saved as it is by default when nothing was saved before. */
export function withoutDefaults(group: string, saved: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const name = GROUP_NAMES.find((one) => one === group);
  const defaults: Readonly<Record<string, unknown>> = name ? SETTINGS_GROUPS[name].fields.parse({}) : {};
  return Object.fromEntries(
    Object.entries(saved).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(defaults[field])),
  );
}

export type GroupToSave = { group: GroupName; version: number; document: object; by: string };

/** Saves a group over the version it was read at; false when someone saved first. */
export async function saveGroup(
  db: Db,
  storeId: number,
  { group, version, document, by }: GroupToSave,
): Promise<boolean> {
  const values = { version: version + 1, document: JSON.stringify(document), updated_by: by };
  const saved = await db
    .insertInto('store_settings')
    .values({ store_id: storeId, group_name: group, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'group_name'])
        .doUpdateSet({ ...values, updated_on: sql`now()` })
        .where('store_settings.version', '=', version),
    )
    .executeTakeFirst();
  return saved.numInsertedOrUpdatedRows === 1n;
}

export type KeptReasons = StoreSettings['reasons'];

/** The reasons and their groups, with the version they were read at. */
export async function keptReasons(db: Db, storeId: number): Promise<{ version: number; document: KeptReasons }> {
  const saved = (await savedGroups(db, storeId)).get('reasons');
  return { version: saved?.version ?? 0, document: reasonsGroup.fields.parse(saved?.document ?? {}) };
}

const REASONS_LOCK = 7_203_117;

/** Others who lock the reasons of the store wait until the end of the transaction. */
export async function lockReasons(db: Db, storeId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(REASONS_LOCK)}, ${storeId})`.execute(db);
}

/** Every reason the store has or had. */
export const reasonsOf = (store: { settings: KeptSettings }): AnyReason[] => allReasons(settingsOf(store).reasons);
