import { groupsOf, type SettingsChanges } from '#core/settings/settings.fixture.ts';
import type { Db } from '#server/db/connect.ts';

/** Gives a store these settings; every other one becomes what it is at first. */
export async function replaceSettings(db: Db, storeId: number, settings: SettingsChanges): Promise<void> {
  await db.deleteFrom('store_settings').where('store_id', '=', storeId).execute();
  const groups = groupsOf(settings).map(([group_name, document]) => ({
    store_id: storeId,
    group_name,
    version: 1,
    document: JSON.stringify(document),
    updated_by: 'Test',
  }));
  if (groups.length > 0) await db.insertInto('store_settings').values(groups).execute();
}
