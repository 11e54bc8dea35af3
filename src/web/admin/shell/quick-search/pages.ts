import { sectionNamesFor, type Viewed } from '../../routes/settings/section-names.ts';
import { inStore, type NavEntry } from '../store-pages.ts';
import type { Found } from './find.ts';

export type Page = Pick<NavEntry, 'label' | 'path'>;
type Named = Page & { detail: string; /** What people call it when its label does not say it. */ also?: string };

const LOOKUP = '/$storeId/orders/lookup';
const SETTINGS = '/$storeId/settings';

const ALSO_CALLED: Readonly<Record<string, string>> = {
  Home: 'start overview',
  Actions: 'effects tasks failed retry',
  Books: 'ledger reconciliation balance',
  Dashboards: 'analytics reports figures',
  Billing: 'invoices plan',
  Settings: 'preferences',
  'Order Lookup': 'orders find',
};

/** What can be done besides opening a page: where it begins, and whose page it is. */
const ACTIONS: readonly (Named & { on: string })[] = [
  { label: 'Create claim', path: LOOKUP, on: LOOKUP, detail: 'Start', also: 'new return refund exchange warranty' },
  { label: 'Invite a user', path: `${SETTINGS}/users`, on: SETTINGS, detail: 'Start', also: 'add staff admin team' },
  {
    label: "Erase a customer's data",
    path: `${SETTINGS}/privacy`,
    on: SETTINGS,
    detail: 'Start',
    also: 'privacy gdpr delete export',
  },
];

const TOO_SHORT = 2;

/** Every page a viewer may open, with the sections of the settings, and what can be done there. */
function allOf(pages: readonly Page[], viewer: Viewed): Named[] {
  const has = (path: string): boolean => pages.some((page) => page.path === path);
  const sections = sectionNamesFor(viewer).map(({ id, label, also = '' }) => ({
    label,
    path: `${SETTINGS}/${id}`,
    detail: 'Settings',
    also: `settings ${also}`,
  }));
  return [
    ...pages.map((page) => ({ ...page, detail: 'Go to', also: ALSO_CALLED[page.label] ?? '' })),
    ...ACTIONS.filter(({ on }) => has(on)),
    ...(has(SETTINGS) ? sections : []),
  ];
}

/** Pages, and what can be done there, whose names have every word that was typed; those named by it come first. */
export function pagesNamed(pages: readonly Page[], storeId: number, typed: string, viewer: Viewed): Found[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (typed.trim().length < TOO_SHORT) return [];
  const isIn = (names: string): boolean => {
    const parts = names.toLowerCase().split(' ');
    return words.every((word) => parts.some((name) => name.startsWith(word)));
  };
  const seen = new Set<string>();
  return allOf(pages, viewer)
    .filter(({ label, also = '' }) => isIn(`${label} ${also}`))
    .toSorted((one, other) => Number(isIn(other.label)) - Number(isIn(one.label)))
    .flatMap(({ label, path, detail }) => {
      const key = `page ${detail} ${label}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ key, title: label, detail, path: inStore(path, storeId) }];
    });
}
