import { z } from 'zod';
import {
  AccessEndedError,
  type Payments,
  type Storefront,
  type StorefrontInstall,
  type StorefrontToken,
} from '#partners/ports.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { seal, unseal } from '#server/stores/seal.ts';

const KIND = 'shopify';
// A token is exchanged while it still works, so that a call under way does not lose it.
const REFRESH_BEFORE_MS = 5 * 60_000;
// Every call to a platform needs a token; reading it each time was a fifth of the database's work.
const KEPT_MS = 1_000;

const Connection = z.object({
  shopDomain: z.string(),
  accessToken: z.string(),
  expiresOn: z.string().nullable(),
  refreshToken: z.string().nullable(),
  refreshExpiresOn: z.string().nullable(),
  scopes: z.array(z.string()),
});
export type ShopConnection = StorefrontToken & { shopDomain: string };

const aboutOf = (storeId: number): string => `${storeId}/${KIND}`;

/** Keeps how a store's platform is reached, sealed. */
export async function saveConnection(
  db: Db,
  secret: string,
  storeId: number,
  connection: ShopConnection,
): Promise<void> {
  const sealed = seal(secret, aboutOf(storeId), JSON.stringify(Connection.parse(connection)));
  await db
    .insertInto('store_connection')
    .values({ store_id: storeId, kind: KIND, sealed })
    .onConflict((conflict) => conflict.columns(['store_id', 'kind']).doUpdateSet({ sealed, updated_on: new Date() }))
    .execute();
}

export const removeConnection = (db: Db, storeId: number): Promise<unknown> =>
  db.deleteFrom('store_connection').where('store_id', '=', storeId).where('kind', '=', KIND).execute();

async function readConnection(db: Db, secret: string, storeId: number): Promise<ShopConnection | null> {
  const row = await db
    .selectFrom('store_connection')
    .select('sealed')
    .where('store_id', '=', storeId)
    .where('kind', '=', KIND)
    .executeTakeFirst();
  return row ? Connection.parse(JSON.parse(unseal(secret, aboutOf(storeId), row.sealed))) : null;
}

type AccessDeps = {
  database: Database;
  secret: string;
  install: StorefrontInstall;
  /** How long a token is used without looking whether it was replaced. */
  keptMs?: number;
};
/** Makes what speaks to one shop; asked once per store. */
type Open<T> = (shopDomain: string, accessToken: () => Promise<string>) => T;
export type ConnectionDeps = AccessDeps & { openStorefront: Open<Storefront> };

/** Gives the Storefront of a store, one per store and process because it remembers the shop's rate limit. Refuses stores that are not connected. */
export const storefronts = (deps: ConnectionDeps): ((storeId: number) => Promise<Storefront>) =>
  onePerShop(deps, deps.openStorefront);

/** Payments over the checkout of a store. Refuses stores that are not connected. */
export const checkouts = (
  deps: AccessDeps & { openCheckoutPayments: Open<Payments> },
): ((storeId: number) => Promise<Payments>) => onePerShop(deps, deps.openCheckoutPayments);

function onePerShop<T>(deps: AccessDeps, make: Open<T>): (storeId: number) => Promise<T> {
  const open = new Map<number, { shopDomain: string; made: T }>();
  const { keptMs = KEPT_MS } = deps;
  const tokens = new Map<number, { connection: Promise<ShopConnection>; keptUntil: number }>();

  /** As it is now, or was a moment ago: another process may have reconnected the store. */
  const current = (storeId: number): Promise<ShopConnection> => {
    const known = tokens.get(storeId);
    if (known && performance.now() < known.keptUntil) return known.connection;
    const reading = { connection: freshConnection(deps, storeId), keptUntil: Infinity };
    tokens.set(storeId, reading);
    reading.connection.then(
      () => (reading.keptUntil = performance.now() + keptMs),
      () => tokens.delete(storeId),
    );
    return reading.connection;
  };

  return async (storeId) => {
    const { shopDomain } = await current(storeId);
    const known = open.get(storeId);
    if (known?.shopDomain === shopDomain) return known.made;
    const made = make(shopDomain, async () => (await current(storeId)).accessToken);
    open.set(storeId, { shopDomain, made });
    return made;
  };
}

async function freshConnection(deps: AccessDeps, storeId: number): Promise<ShopConnection> {
  const read = (): Promise<ShopConnection | null> =>
    deps.database.inStore(storeId, (db) => readConnection(db, deps.secret, storeId));
  const connection = await read();
  if (!connection) throw new AccessEndedError('shopify', "This store isn't connected to its platform.");
  if (connection.refreshToken === null || !isExpiring(connection)) return connection;
  try {
    const token = await deps.install.refreshToken(connection.shopDomain, connection.refreshToken);
    const renewed = {
      ...token,
      refreshToken: token.refreshToken ?? connection.refreshToken,
      shopDomain: connection.shopDomain,
    };
    await deps.database.inStore(storeId, (db) => saveConnection(db, deps.secret, storeId, renewed));
    return renewed;
  } catch (error) {
    // Another process may have used the refresh token first; then its new token is there to be read.
    const now = await read();
    if (now && now.accessToken !== connection.accessToken) return now;
    throw error;
  }
}

const isExpiring = (connection: ShopConnection): boolean =>
  connection.expiresOn !== null && Date.parse(connection.expiresOn) - Date.now() < REFRESH_BEFORE_MS;
