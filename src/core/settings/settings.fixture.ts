import { GROUP_NAMES, perGroup, SETTINGS_GROUPS, storeSettings } from '#core/settings/settings.ts';
import type { GroupName, StoreSettings } from '#core/settings/settings.ts';

type All<Documents> = (Documents extends unknown ? (one: Documents) => void : never) extends (all: infer Every) => void
  ? Every
  : never;

/** The settings of all groups beside each other: their names differ. */
export type FlatSettings = All<StoreSettings[GroupName]>;
/** Some settings with another value than they have at first, whatever their groups. */
export type SettingsChanges = Partial<FlatSettings>;

/** The documents of the groups that these settings belong to. */
export function groupsOf(changes: SettingsChanges): [name: GroupName, document: object][] {
  const groups = perGroup((name) =>
    Object.entries(changes).filter(([field]) => field in SETTINGS_GROUPS[name].fields.shape),
  );
  return GROUP_NAMES.flatMap((name): [GroupName, object][] =>
    groups[name].length > 0 ? [[name, Object.fromEntries(groups[name])]] : [],
  );
}

/** The bonus of gift cards and store credit, in basis points. */
export const bonusOf = (basisPoints: number): SettingsChanges =>
  basisPoints === 0
    ? { giftCardIncentiveType: 'none' }
    : { giftCardIncentiveType: 'percent', giftCardIncentiveAmount: basisPoints / 100 };

export const storeSettingsOf = (changes: SettingsChanges = {}): StoreSettings =>
  storeSettings(Object.fromEntries(groupsOf(changes)));

/** The settings of all groups beside each other. */
export const flatSettings = (settings: StoreSettings): FlatSettings => Object.assign({}, ...Object.values(settings));

export const settingsOf = (changes: SettingsChanges = {}): FlatSettings => flatSettings(storeSettingsOf(changes));
