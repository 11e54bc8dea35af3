import { CLAIM_TYPES, type ClaimArea } from '#core/claims/types.ts';
import { isInSettings, listOf, TABLE_KINDS, type ListKind, type TableKind } from '#core/lists/lists.ts';
import { areasOf, type Area, type StoreFeatures } from '#core/stores/features.ts';

const CLAIM_ROWS = Object.values(CLAIM_TYPES);
const CLAIM_PATHS = Object.fromEntries(
  CLAIM_ROWS.map(({ area, path }) => [area, `/$storeId/claims/${path}`]),
) as Record<ClaimArea, string>;
const AREA_PATHS: Readonly<Record<Area, string>> = {
  ...CLAIM_PATHS,
  shippingClaims: '/$storeId/claims/shipping',
  registrations: '/$storeId/registrations',
};
const AREA_KEYS: Readonly<Record<ClaimArea, string>> = { returns: 'r', warranties: 'w' };
export const HOME = '/$storeId';
const ANALYTICS = '/$storeId/analytics/dashboards';

export type NavEntryId =
  | 'home'
  | 'orderLookup'
  | Area
  | ListKind
  | 'concierge'
  | 'answers'
  | 'effects'
  | 'books'
  | 'dashboards'
  | 'swatches'
  | 'billing'
  | 'settings';
export type NavEntry = {
  id: NavEntryId;
  label: string;
  /** Its address, in `$storeId` if it is of a store; an entry without a page is not shown. */
  path: string;
  /** Whom the server lets in; left out, everyone of the store. */
  needs?: 'admin' | 'superAdmin' | 'provider';
  area?: Area;
  group?: 'Analytics';
  /** Opens it after `g`. */
  key?: string;
};

export const CONCIERGE = '/concierge';
const QUEUE: NavEntry = { id: 'concierge', label: 'Concierge', path: CONCIERGE, needs: 'provider', key: 'c' };
/** The pages of the provider, which are of no store. */
export const PROVIDER_ENTRIES: readonly NavEntry[] = [
  QUEUE,
  { id: 'answers', label: 'Answers', path: `${CONCIERGE}/answers`, needs: 'provider' },
];

/** The list of an area is opened by the area's entry. */
const isOfArea = (kind: TableKind): boolean => Object.values(AREA_PATHS).includes(`/$storeId/${listOf(kind).path}`);

/** Every page of a store a menu leads to, in the order of the sidebar (C2.15). */
const ENTRIES: readonly NavEntry[] = [
  { id: 'home', label: 'Home', path: HOME, key: 'h' },
  { id: 'orderLookup', label: 'Order Lookup', path: '/$storeId/orders/lookup', key: 'o' },
  ...CLAIM_ROWS.map(({ area, title }) => ({
    id: area,
    label: title,
    path: AREA_PATHS[area],
    area,
    key: AREA_KEYS[area],
  })),
  { id: 'shippingClaims', label: 'Shipping claims', path: AREA_PATHS.shippingClaims, area: 'shippingClaims' },
  { id: 'registrations', label: 'Registrations', path: AREA_PATHS.registrations, area: 'registrations' },
  ...TABLE_KINDS.filter((kind) => !isInSettings(kind) && !isOfArea(kind)).map((kind) => ({
    id: kind,
    label: listOf(kind).title,
    path: `/$storeId/${listOf(kind).path}`,
  })),
  { id: 'effects', label: 'Actions', path: '/$storeId/effects', key: 'a' },
  { id: 'books', label: 'Books', path: '/$storeId/books', needs: 'admin', key: 'b' },
  { id: 'dashboards', label: 'Dashboards', path: ANALYTICS, needs: 'admin', group: 'Analytics', key: 'd' },
  QUEUE,
  { id: 'swatches', label: 'Swatches', path: '/$storeId/swatches', needs: 'superAdmin' },
  { id: 'settings', label: 'Settings', path: '/$storeId/settings', needs: 'admin', key: 's' },
];
/** Admins find these in the menu of the user too (C2.14). */
const USER_ENTRIES: readonly NavEntry[] = [
  { id: 'billing', label: 'Billing', path: '/$storeId/billing', needs: 'admin' },
  { id: 'settings', label: 'Settings', path: '/$storeId/settings', needs: 'admin' },
];

export type Viewer = { features: StoreFeatures; isAdmin: boolean; isSuperAdmin: boolean; isProviderAdmin: boolean };
type IsRoute = (path: string) => boolean;

const NEEDED = { admin: 'isAdmin', superAdmin: 'isSuperAdmin', provider: 'isProviderAdmin' } as const;

const isShown = (entry: NavEntry, viewer: Viewer, isRoute: IsRoute): boolean =>
  isRoute(entry.path) &&
  (entry.area === undefined || areasOf(viewer.features).includes(entry.area)) &&
  (entry.needs === undefined || viewer[NEEDED[entry.needs]]);

/** What the sidebar shows to someone: what the store has on (C6.05) and their role opens (C6.02). */
export const navEntries = (viewer: Viewer, isRoute: IsRoute): NavEntry[] =>
  ENTRIES.filter((entry) => isShown(entry, viewer, isRoute));

export const userEntries = (viewer: Viewer, isRoute: IsRoute): NavEntry[] =>
  USER_ENTRIES.filter((entry) => isShown(entry, viewer, isRoute));

/** Where `/{storeId}/claims` leads: to the first area that is on, else to the figures (C2.03); null when neither is there. */
export function firstPage(features: StoreFeatures, isRoute: IsRoute): string | null {
  const paths = [...areasOf(features).map((area) => AREA_PATHS[area]), ANALYTICS];
  return paths.find(isRoute) ?? null;
}

/** The address of a page in a store; null for pages of no store. */
export const inStore = (path: string, storeId: number | null): string => path.replace('$storeId', String(storeId));
