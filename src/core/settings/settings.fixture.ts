import { GROUP_NAMES, perGroup, SETTINGS_GROUPS, StoreSettings, type GroupName } from '#core/settings/settings.ts';

/** Some settings with another value than they have at first, whatever their groups. */
export type SettingsChanges = Partial<StoreSettings>;

export const settingsOf = (changes: SettingsChanges = {}): StoreSettings => StoreSettings.parse(changes);

/** The documents of the groups that these settings belong to. */
export function groupsOf(changes: SettingsChanges): [name: GroupName, document: object][] {
  const groups = perGroup((name) =>
    Object.entries(changes).filter(([field]) => field in SETTINGS_GROUPS[name].fields.shape),
  );
  return GROUP_NAMES.flatMap((name): [GroupName, object][] =>
    groups[name].length > 0 ? [[name, Object.fromEntries(groups[name])]] : [],
  );
}
