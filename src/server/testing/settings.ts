import { getSettings, saveSettings } from '#contract/merchant/settings.ts';
import { groupsOf, type SettingsChanges } from '#core/settings/settings.fixture.ts';
import type { Caller } from '#server/testing/server.ts';

/** Changes these settings as an admin does. */
export async function changeSettings(admin: Caller, storeId: number, settings: SettingsChanges): Promise<void> {
  const params = { storeId };
  const { groups } = await admin(getSettings, { params });
  for (const [group, changes] of groupsOf(settings)) {
    const { version, document } = groups[group];
    await admin(saveSettings, { params, body: { group, version, document: { ...document, ...changes } } });
  }
}
