import { inStore, type NavEntry } from '../store-pages.ts';
import type { Found } from './find.ts';

export type Page = Pick<NavEntry, 'label' | 'path'>;

/** What people call these when their own label does not say it. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  Home: 'start overview',
  'Create claim': 'new return refund exchange warranty',
  Actions: 'effects tasks failed retry',
  Books: 'ledger reconciliation balance',
  Dashboards: 'analytics reports figures',
  Billing: 'invoices plan',
  Settings: 'theme users reasons shipping integrations preferences',
  'Order Lookup': 'orders find',
};

const TOO_SHORT = 2;

/** Pages, and what can be done there, whose names have every word that was typed. */
export function pagesNamed(pages: readonly Page[], storeId: number, typed: string): Found[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (typed.trim().length < TOO_SHORT) return [];
  const all: readonly Page[] = [
    { label: 'Home', path: '/$storeId' },
    ...pages,
    { label: 'Create claim', path: '/$storeId/orders/lookup' },
  ];
  const seen = new Set<string>();
  return all.flatMap(({ label, path }) => {
    const names = `${label} ${ALSO_CALLED[label] ?? ''}`.toLowerCase().split(' ');
    if (seen.has(label) || !words.every((word) => names.some((name) => name.startsWith(word)))) return [];
    seen.add(label);
    return [{ key: `page ${label}`, title: label, detail: 'Go to', path: inStore(path, storeId) }];
  });
}
