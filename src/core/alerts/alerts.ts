import { z } from 'zod';

/** What an alert is about; of each kind at most one is unread by everyone at a time. */
export const AlertKind = z.enum([
  'effectFailed',
  'booksDiffer',
  'appUninstalled',
  'taskRaised',
  'returnUndeliverable',
  'privacyRequest',
  'listExported',
  'helpdeskTokenExpires',
  'rulesBroken',
  'emailDomainFailing',
  'emailUndelivered',
  'quoteUnanswered',
  'coverChanged',
  'newsLost',
]);
export type AlertKind = z.infer<typeof AlertKind>;

export const AlertCategory = z.enum(['Home', 'Product', 'Settings']);
export const AlertSeverity = z.enum(['Info', 'Warning']);

type Words = {
  category: z.infer<typeof AlertCategory>;
  severity: z.infer<typeof AlertSeverity>;
  subject: (times: number) => string;
  /** Page of the store where it can be looked into. */
  path: string;
};

const counted = (times: number, one: string, many: string): string => (times === 1 ? one : `${times} ${many}`);

/** A list narrowed, as the address bar has it. */
const listPath = (path: string, filters: object): string =>
  `/${path}?filters=${encodeURIComponent(JSON.stringify(filters))}`;

const WORDS: Readonly<Record<AlertKind, Words>> = {
  effectFailed: {
    category: 'Home',
    severity: 'Warning',
    subject: (times) => counted(times, 'An action failed', 'actions failed'),
    path: '/effects?state=failed',
  },
  booksDiffer: {
    category: 'Home',
    severity: 'Warning',
    subject: (times) => counted(times, 'The books have differences', 'comparisons of the books found differences'),
    path: '/books',
  },
  appUninstalled: {
    category: 'Settings',
    severity: 'Warning',
    subject: () => 'The app has been uninstalled',
    path: '/settings',
  },
  privacyRequest: {
    category: 'Settings',
    severity: 'Warning',
    subject: (times) => counted(times, 'News of a privacy request', 'news of privacy requests'),
    path: '/settings/privacy',
  },
  listExported: {
    category: 'Home',
    severity: 'Info',
    subject: (times) => counted(times, 'A list was exported', 'lists were exported'),
    path: '/exports',
  },
  helpdeskTokenExpires: {
    category: 'Settings',
    severity: 'Warning',
    subject: (times) => counted(times, 'A helpdesk token expires soon', 'helpdesk tokens expire soon'),
    path: '/settings/integrations',
  },
  rulesBroken: {
    category: 'Settings',
    severity: 'Warning',
    subject: (times) => counted(times, "An automation doesn't work any more", "automations don't work any more"),
    path: '/settings/automations',
  },
  emailDomainFailing: {
    category: 'Settings',
    severity: 'Warning',
    subject: () => "Your email domain isn't verified any more",
    path: '/settings/email',
  },
  emailUndelivered: {
    category: 'Home',
    severity: 'Warning',
    subject: (times) => counted(times, "An email couldn't be delivered", "emails couldn't be delivered"),
    path: listPath('claims/return', { hasEmailTrouble: true }),
  },
  quoteUnanswered: {
    category: 'Home',
    severity: 'Warning',
    subject: (times) => counted(times, "A repair quote isn't answered", "repair quotes aren't answered"),
    path: listPath('claims/warranty', { repairDue: ['answer'] }),
  },
  coverChanged: {
    category: 'Settings',
    severity: 'Warning',
    subject: () => 'The product of the cover was changed at the store platform',
    path: '/settings/checkout-widget',
  },
  newsLost: {
    category: 'Home',
    severity: 'Warning',
    subject: (times) => counted(times, "A webhook couldn't be processed", "webhooks couldn't be processed"),
    path: '/settings',
  },
  taskRaised: {
    category: 'Home',
    severity: 'Warning',
    subject: (times) => counted(times, 'New task', 'new tasks'),
    path: '/effects',
  },
  returnUndeliverable: {
    category: 'Home',
    severity: 'Warning',
    subject: (times) => counted(times, "A return can't be delivered", "returns can't be delivered"),
    path: '',
  },
};

/** How an alert reads that happened a number of times, and the page it leads to (C3.35). */
export const alertWords = (kind: AlertKind, occurrences: number, storeId: number) => {
  const { category, severity, subject, path } = WORDS[kind];
  return { category, severity, subject: subject(occurrences), url: `/${storeId}${path}` };
};

/** Kinds that count in the banner (C8.13). */
export const WARNING_KINDS: readonly AlertKind[] = AlertKind.options.filter(
  (kind) => WORDS[kind].severity === 'Warning',
);
