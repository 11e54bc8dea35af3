import { z } from 'zod';
import { email as emailField, special, text } from '#core/settings/field.ts';
import { settingsGroup, type FieldProblems } from '#core/settings/group.ts';

const REQUIRED = ['emailSendFromName', 'emailSendFrom', 'emailReplyToName', 'emailReplyTo'] as const;

export const email = settingsGroup({
  page: 'email',
  title: 'Sender',
  help: 'Who your customers get emails from, and who gets their replies.',
  fields: z.object({
    emailSendFromName: text({ label: 'Send-from name', also: 'sender from', most: 100, isShopperText: true }),
    emailSendFrom: special('sendFrom', z.string().max(255).default(''), {
      label: 'Send-from email',
      also: 'sender from address noreply domain',
    }),
    emailReplyToName: text({ label: 'Reply-to name', most: 100, isShopperText: true }),
    emailReplyTo: emailField({
      label: 'Reply-to email',
      also: 'answers replies',
      help: 'Receives replies to your emails.',
    }),
    supportEmail: emailField({
      label: 'Support email',
      also: 'contact address help questions',
      help: 'The portal and emails show it for questions.',
    }),
  }),
  check: (its): FieldProblems =>
    Object.fromEntries(
      REQUIRED.filter((field) => its[field].trim() === '').map((field) => [field, 'Must not be empty.']),
    ),
});
