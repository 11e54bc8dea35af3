import { z } from 'zod';
import { ClaimType } from '#core/claims/types.ts';
import { listOf } from '#core/lists/lists.ts';

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
  'reorderRefused',
  'scopesMissing',
]);
export type AlertKind = z.infer<typeof AlertKind>;

export const AlertCategory = z.enum(['Home', 'Product', 'Settings']);
export const AlertSeverity = z.enum(['Info', 'Warning']);

/** The list of a claim. */
type ClaimList = ClaimType | 'Shipping';
const ITEMS: readonly ClaimList[] = ClaimType.options;
const ANY_CLAIM: readonly ClaimList[] = [...ITEMS, 'Shipping'];

/** The claim that an alert, or the last of several, is about. */
export type AlertClaim = { list: ClaimList; id: number };

type Words = {
  category: z.infer<typeof AlertCategory>;
  severity: z.infer<typeof AlertSeverity>;
  subject: (times: number) => string;
  /** Page of the store where it can be looked into: one for all, or by the list of the claim; null where none shows it. */
  path: string | ((list: ClaimList) => string) | null;
  /** Claims whose own page shows it: one alone leads there. */
  shownBy?: readonly ClaimList[];
};

const counted = (times: number, one: string, many: string): string => (times === 1 ? one : `${times} ${many}`);

/** A list narrowed, as the address bar has it. */
const listPath = (list: ClaimList, filters: object): string =>
  `/${listOf(list).path}?filters=${encodeURIComponent(JSON.stringify(filters))}`;

const WORDS: Readonly<Record<AlertKind, Words>> = {
  effectFailed: {
    category: 'Home',
    severity: 'Warning',
    subject: (times) => counted(times, 'An action failed', 'actions failed'),
    path: '/effects?state=failed',
    shownBy: ITEMS,
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
    path: (list) => (list === 'Shipping' ? `/${listOf(list).path}` : listPath(list, { hasEmailTrouble: true })),
    shownBy: ANY_CLAIM,
  },
  quoteUnanswered: {
    category: 'Home',
    severity: 'Warning',
    subject: (times) => counted(times, "A repair quote isn't answered", "repair quotes aren't answered"),
    path: listPath('Warranty', { repairDue: ['answer'] }),
    shownBy: ITEMS,
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
    path: null,
  },
  reorderRefused: {
    category: 'Home',
    severity: 'Warning',
    subject: (times) => counted(times, "A reorder couldn't be made", "reorders couldn't be made"),
    path: `/${listOf('Shipping').path}`,
    shownBy: ['Shipping'],
  },
  scopesMissing: {
    category: 'Settings',
    severity: 'Warning',
    subject: () => 'The app needs more permissions in your shop',
    path: null,
  },
  taskRaised: {
    category: 'Home',
    severity: 'Warning',
    subject: (times) => counted(times, 'New task', 'new tasks'),
    path: '/effects',
    shownBy: ITEMS,
  },
  returnUndeliverable: {
    category: 'Home',
    severity: 'Warning',
    subject: (times) => counted(times, "A return can't be delivered", "returns can't be delivered"),
    path: (list) => listPath(list, { hasStuckShipment: true }),
    shownBy: ITEMS,
  },
};

/** How an alert reads that happened a number of times, and the page it leads to (C3.35). */
export function alertWords(kind: AlertKind, occurrences: number, claim: AlertClaim | null, storeId: number) {
  const { category, severity, subject, path, shownBy = [] } = WORDS[kind];
  const page =
    claim !== null && occurrences === 1 && shownBy.includes(claim.list)
      ? `/${listOf(claim.list).path}/${claim.id}`
      : typeof path === 'function'
        ? path(claim?.list ?? 'Return')
        : path;
  return { category, severity, subject: subject(occurrences), url: page === null ? null : `/${storeId}${page}` };
}

/** Kinds that count in the banner (C8.13). */
export const WARNING_KINDS: readonly AlertKind[] = AlertKind.options.filter(
  (kind) => WORDS[kind].severity === 'Warning',
);
