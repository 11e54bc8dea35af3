import { groupsOf, type SettingsChanges } from '#core/settings/settings.fixture.ts';
import type { Db } from '#server/db/connect.ts';
import { saveGroup } from '#server/db/settings.ts';

/** Gives a store these settings; every other one becomes what it is at first. */
export async function replaceSettings(db: Db, storeId: number, settings: SettingsChanges): Promise<void> {
  await db.deleteFrom('store_settings').where('store_id', '=', storeId).execute();
  for (const [group, document] of groupsOf(settings))
    await saveGroup(db, storeId, { group, version: 0, document, by: 'Test' });
}
