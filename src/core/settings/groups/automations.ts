import { z } from 'zod';
import { onOff } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const automations = settingsGroup({
  page: 'automations',
  title: 'Automations',
  help: 'How changes of your automations go live.',
  fields: z.object({
    isPublishedAtOnce: onOff({
      label: 'Publish at once',
      help: 'A saved automation goes live without a draft, and so does its switch. Each save is a version you can bring back.',
      default: false,
    }),
  }),
});
