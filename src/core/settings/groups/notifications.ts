import { z } from 'zod';
import { onOff, text } from '#core/settings/field.ts';
import { settingsGroup, type FieldProblems } from '#core/settings/group.ts';

const emails = (label: string, field: string) =>
  text({ label, help: 'Separate several with commas.', most: 1000, onlyWhen: { field, is: true } });

/** Each address of a list, once. */
export const emailsIn = (list: string): string[] => [
  ...new Map(
    list
      .split(',')
      .map((email) => email.trim())
      .filter((email) => email !== '')
      .map((email) => [email.toLowerCase(), email] as const),
  ).values(),
];

const isEmail = (typed: string): boolean => z.email().safeParse(typed).success;

/** A list that is switched off is not sent to, so it may be anything. */
function problemOf(field: string, isOn: boolean, list: string): FieldProblems {
  if (!isOn) return {};
  const all = emailsIn(list);
  if (all.length === 0) return { [field]: 'Must not be empty.' };
  return all.every(isEmail) ? {} : { [field]: 'All comma-separated emails address must be valid.' };
}

export const notifications = settingsGroup({
  page: 'notifications',
  title: 'Notifications',
  help: 'Emails to your team. Customers get their own.',
  fields: z.object({
    isNewClaimEmailEnabled: onOff({
      label: 'New claim',
      help: 'When a customer submits a return or warranty claim.',
      also: 'alert team staff return submitted',
      default: false,
    }),
    emailsForNewClaim: emails('Send new claims to', 'isNewClaimEmailEnabled'),
    isClaimReceivedEmailEnabled: onOff({
      label: 'Claim received',
      help: 'When everything a customer sent back has arrived.',
      also: 'alert team staff arrived delivered',
      default: false,
    }),
    emailsForClaimReceived: emails('Send received claims to', 'isClaimReceivedEmailEnabled'),
  }),
  check: (its) => ({
    ...problemOf('emailsForNewClaim', its.isNewClaimEmailEnabled, its.emailsForNewClaim),
    ...problemOf('emailsForClaimReceived', its.isClaimReceivedEmailEnabled, its.emailsForClaimReceived),
  }),
});
