import { z } from 'zod';
import type { SettingsPart } from '#core/settings/group.ts';
import { GROUP_NAMES, isIn, SETTINGS_GROUPS, type GroupName, type GroupsIn } from '#core/settings/settings.ts';
import { StoreParams, Version } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';

const SavedGroup = <N extends GroupName>(name: N) =>
  z.object({
    version: Version,
    /** Null while nothing was ever saved and all is as it is by default. */
    updatedOn: z.string().nullable(),
    updatedBy: z.string().nullable(),
    document: SETTINGS_GROUPS[name].fields,
  });

type SavedGroups<Part extends SettingsPart> = { [Name in GroupsIn<Part>]: ReturnType<typeof SavedGroup<Name>> };

const groupsIn = <Part extends SettingsPart>(part: Part) =>
  GROUP_NAMES.filter((name): name is GroupsIn<Part> => isIn(part, name));

function savedGroups<Part extends SettingsPart>(part: Part): z.ZodObject<SavedGroups<Part>> {
  const names = groupsIn(part);
  const isWhole = (shape: object): shape is SavedGroups<Part> => names.every((name) => name in shape);
  const shape = Object.fromEntries(names.map((name) => [name, SavedGroup(name)]));
  if (!isWhole(shape)) throw new Error(`the settings of ${part} lack a group`);
  return z.object(shape);
}

const getPart = <const Part extends SettingsPart>(part: Part, what: string) =>
  route({
    method: 'GET',
    path: `/api/merchant/{storeId}/settings/${part}`,
    access: 'admin',
    summary: `${what}, in groups, each with a version of its own`,
    params: StoreParams,
    response: z.object({ groups: savedGroups(part) }),
  });

const EnteredGroup = <N extends GroupName>(name: N) =>
  z.object({ group: z.literal(name), version: Version, document: SETTINGS_GROUPS[name].fields });

/** Groups that aren't changed by calls of their own. */
const savedWhole = (part: SettingsPart) => groupsIn(part).filter((name) => !SETTINGS_GROUPS[name].hasOwnCalls);

/** A group of this part; the type is that of any group, so that callers choose the call by the group. */
function enteredGroup(part: SettingsPart) {
  const [first, ...others] = savedWhole(part).map((name) => EnteredGroup<GroupName>(name));
  if (!first) throw new Error(`nothing of ${part} is saved whole`);
  return z.discriminatedUnion('group', [first, ...others]);
}

const savePart = (part: SettingsPart, what: string) =>
  route({
    method: 'PUT',
    path: `/api/merchant/{storeId}/settings/${part}`,
    access: 'admin',
    summary: `Replace one group of ${what}`,
    params: StoreParams,
    body: enteredGroup(part),
    response: z.object({ version: Version }),
    errors: {
      SETTINGS_CHANGED: 'Someone else saved this group first; the text says who',
      SETTINGS_REFUSED: "The fields don't fit together or can't be changed anymore, each with its text",
      PROVIDER_ONLY: 'Only the provider changes this group',
    },
  });

export const getConfig = getPart('config', 'Most settings of the store');
export const getIntegrations = getPart('integrations', 'The partners of the store');
export const getTheme = getPart('theme', 'How the portal looks and what it says');

export const saveConfig = savePart('config', 'the settings');
export const saveIntegrations = savePart('integrations', 'the partners');
export const saveTheme = savePart('theme', 'the theme');

/** The call that saves a group. */
export const saveCallOf = (name: GroupName) =>
  ({ config: saveConfig, integrations: saveIntegrations, theme: saveTheme })[SETTINGS_GROUPS[name].part];
