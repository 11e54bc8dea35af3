import type { ShopState } from './state.ts';

/** All that the app may ask for; granted where the app was installed without being asked for scopes. */
export const SCOPES: readonly string[] = [
  'read_all_orders',
  'read_customers',
  'read_fulfillments',
  'read_inventory',
  'read_locations',
  'read_orders',
  'read_products',
  'read_publications',
  'read_returns',
  'read_script_tags',
  'read_store_credit_accounts',
  'write_customers',
  'write_draft_orders',
  'write_gift_cards',
  'write_inventory',
  'write_order_edits',
  'write_orders',
  'write_products',
  'write_publications',
  'write_returns',
  'write_script_tags',
  'write_store_credit_account_transactions',
];

/** What the merchant last granted the app. */
export const grantedScopes = (shop: ShopState): readonly string[] =>
  shop.tokens.findLast(({ kind }) => kind === 'offline')?.scopes ?? SCOPES;

const SCOPE_OF_TOPICS: readonly [prefix: string, scope: string][] = [
  ['CUSTOMERS_', 'read_customers'],
  ['DRAFT_ORDERS_', 'read_draft_orders'],
  ['FULFILLMENTS_', 'read_fulfillments'],
  ['FULFILLMENT_EVENTS_', 'read_fulfillments'],
  ['INVENTORY_LEVELS_', 'read_inventory'],
  ['ORDERS_', 'read_orders'],
  ['PRODUCTS_', 'read_products'],
  ['REFUNDS_', 'read_orders'],
  ['RETURNS_', 'read_returns'],
  ['REVERSE_', 'read_returns'],
];

/** The scope that a webhook topic requires; null for topics that every app may have. */
export const scopeOfTopic = (topic: string): string | null =>
  SCOPE_OF_TOPICS.find(([prefix]) => topic.startsWith(prefix))?.[1] ?? null;

/** Writing includes reading. */
export const isGranted = (shop: ShopState, scope: string | null): boolean => {
  const granted = grantedScopes(shop);
  return scope === null || granted.includes(scope) || granted.includes(scope.replace(/^read_/, 'write_'));
};
