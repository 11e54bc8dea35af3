import { getConfig, getIntegrations, getTheme, saveCallOf } from '#contract/merchant/settings.ts';
import { withField } from '#core/settings/group.ts';
import { groupsOf, type SettingsChanges } from '#core/settings/settings.fixture.ts';
import { SETTINGS_GROUPS } from '#core/settings/settings.ts';
import type { Caller } from '#server/testing/server.ts';

/** Every group of settings as an admin reads them. */
export async function groupsNow(admin: Caller, storeId: number) {
  const params = { storeId };
  const [config, integrations, theme] = await Promise.all([
    admin(getConfig, { params }),
    admin(getIntegrations, { params }),
    admin(getTheme, { params }),
  ]);
  return { ...config.groups, ...integrations.groups, ...theme.groups };
}

/** Changes these settings as an admin does in the form, where some switches take another field along. */
export async function changeSettings(admin: Caller, storeId: number, settings: SettingsChanges): Promise<void> {
  const groups = await groupsNow(admin, storeId);
  for (const [name, changes] of groupsOf(settings)) {
    const { version, document } = groups[name];
    const turned = Object.entries(changes).map(([field, value]) => withField(SETTINGS_GROUPS[name], field, value));
    const entered = { group: name, version, document: Object.assign({}, document, ...turned, changes) };
    await admin(saveCallOf(name), { params: { storeId }, body: entered });
  }
}
