import { GROUP_NAMES, SETTINGS_GROUPS, storeSettings } from '#core/settings/settings.ts';
import type { GroupName, StoreSettings } from '#core/settings/settings.ts';

type All<Documents> = (Documents extends unknown ? (one: Documents) => void : never) extends (all: infer Every) => void
  ? Every
  : never;

/** The settings of all groups beside each other: their names differ. */
export type FlatSettings = All<StoreSettings[GroupName]>;
/** Some settings with another value than they have at first, whatever their groups. */
export type SettingsChanges = Partial<FlatSettings>;

const GROUP_OF: ReadonlyMap<string, GroupName> = new Map(
  GROUP_NAMES.flatMap((name) => Object.keys(SETTINGS_GROUPS[name].fields.shape).map((field) => [field, name])),
);

/** The documents of the groups that these settings belong to, in the order of the groups, whatever that of the settings. */
export function groupsOf(changes: SettingsChanges): [name: GroupName, document: object][] {
  const groups = new Map<GroupName, Record<string, unknown>>();
  for (const [field, value] of Object.entries(changes)) {
    const name = GROUP_OF.get(field);
    if (name === undefined) throw new Error(`no setting is called ${field}`);
    const group = groups.get(name) ?? {};
    group[field] = value;
    groups.set(name, group);
  }
  return [...groups].toSorted(([one], [other]) => GROUP_NAMES.indexOf(one) - GROUP_NAMES.indexOf(other));
}

/** The bonus of gift cards and store credit, in basis points. */
export const bonusOf = (basisPoints: number): SettingsChanges =>
  basisPoints === 0
    ? { giftCardIncentiveType: 'none' }
    : { giftCardIncentiveType: 'percent', giftCardIncentiveAmount: basisPoints / 100 };

const AT_FIRST: SettingsChanges = {};
const made = new WeakMap<SettingsChanges, StoreSettings>();

/** The same for the same changes, which nobody may change afterwards: laws ask thousands of times. */
export function storeSettingsOf(changes: SettingsChanges = AT_FIRST): StoreSettings {
  const settings = made.get(changes) ?? storeSettings(Object.fromEntries(groupsOf(changes)));
  made.set(changes, settings);
  return settings;
}

/** The settings of all groups beside each other. */
export const flatSettings = (settings: StoreSettings): FlatSettings => Object.assign({}, ...Object.values(settings));

export function settingsOf(changes?: SettingsChanges): FlatSettings {
  const settings = storeSettingsOf(changes);
  const flat = flatSettings(settings);
  // As changes, they make the settings they are.
  made.set(flat, settings);
  return flat;
}
