import { z } from 'zod';
import { email as emailField } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const email = settingsGroup({
  page: 'email',
  title: 'Sender',
  help: "Emails to your customers are sent under your store's name.",
  fields: z.object({
    supportEmail: emailField({
      label: 'Support email',
      also: 'reply contact address',
      help: 'Receives replies to your emails. The portal shows it for questions.',
    }),
  }),
});
