import { z } from 'zod';
import { GROUP_NAMES, perGroup, SETTINGS_GROUPS, type GroupName } from '#core/settings/settings.ts';
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

export const getSettings = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/settings',
  access: 'admin',
  summary: 'Every group of settings of the store, each with a version of its own',
  params: StoreParams,
  response: z.object({ groups: z.object(perGroup(SavedGroup)) }),
});

const EnteredGroup = <N extends GroupName>(name: N) =>
  z.object({ group: z.literal(name), version: Version, document: SETTINGS_GROUPS[name].fields });

export const saveSettings = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/settings',
  access: 'admin',
  summary: 'Replace one group of settings',
  params: StoreParams,
  body: z.discriminatedUnion('group', [EnteredGroup('theme'), ...GROUP_NAMES.slice(1).map(EnteredGroup)]),
  response: z.object({ version: Version }),
  errors: {
    SETTINGS_CHANGED: 'Someone else saved this group first; the text says who',
    SETTINGS_REFUSED: "The fields don't fit together or can't be changed anymore, each with its text",
    PROVIDER_ONLY: 'Only the provider changes this group',
  },
});
