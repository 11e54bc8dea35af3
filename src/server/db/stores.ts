import { sql, type QueryCreator, type Selectable } from 'kysely';
import type { Address } from '#core/address.ts';
import type { Db } from '#server/db/connect.ts';
import { LINKED_HOST } from '#server/db/portal-hosts.ts';
import { SETTINGS, type KeptSettings } from '#server/db/settings.ts';
import type { Tables } from '#server/db/tables.ts';

/** A store with the address goods go back to unless someone chooses another, and what its merchant has set. */
export type StoreRow = Omit<Selectable<Tables['store']>, 'customer_segments' | 'stock_locations' | 'platform_plan'> & {
  return_address: Address | null;
  settings: KeptSettings;
  /** Where links to the portal lead; null for its address at this server. */
  portal_host: string | null;
};

/** By name: connections keep a prepared statement only where it doesn't say `*`. */
const COLUMNS = [
  'store_id',
  'slug',
  'name',
  'currency_code',
  'time_zone',
  'is_test',
  'shop_domain',
  'uninstalled_on',
  'subscription_ends_on',
  'subscription_confirmation_url',
  'subscription_status',
  'portal_shared_on',
  'setup_dismissed_on',
  'created_on',
] as const;

/** Columns to select together with a store. */
export const RETURN_ADDRESS = sql<Address | null>`(
  select address from return_location where return_location.store_id = store.store_id
  order by is_default desc, location_id limit 1)`;
const selectStores = (db: QueryCreator<Tables>) =>
  db
    .selectFrom('store')
    .select(COLUMNS)
    .select([RETURN_ADDRESS.as('return_address'), SETTINGS.as('settings'), LINKED_HOST.as('portal_host')]);

/** The statement of the store by the name in the portal's address. Owner only: no store is known yet. */
export const storeBySlug = (db: QueryCreator<Tables>, slug: string) => selectStores(db).where('slug', '=', slug);

/** By the platform's own domain of the shop. Owner only: no store is known yet. */
export const storeByDomain = (db: Db, shopDomain: string): Promise<StoreRow | undefined> =>
  selectStores(db).where('shop_domain', '=', shopDomain).executeTakeFirst();

export const storeById = (db: Db, storeId: number): Promise<StoreRow | undefined> =>
  selectStores(db).where('store_id', '=', storeId).executeTakeFirst();

/** Since when the platform no longer knows us; connecting again ends it. */
export const markUninstalled = (db: Db, storeId: number): Promise<unknown> =>
  db
    .updateTable('store')
    .set({ uninstalled_on: sql`now()` })
    .where('store_id', '=', storeId)
    .execute();
