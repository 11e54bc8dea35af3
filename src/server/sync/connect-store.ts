import type { CallContext, Storefront } from '#partners/ports.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { emailKey } from '#server/http/login-session.ts';
import { saveConnection, type ShopConnection } from '#server/stores/connections.ts';
import { SHOPIFY_WEBHOOK_PATH } from '#server/webhooks/shopify.ts';

export type ConnectDeps = {
  database: Database;
  secret: string;
  config: { PUBLIC_URL: string };
  openStorefront(shopDomain: string, accessToken: () => Promise<string>): Storefront;
};

/**
 * Connects a shop with the token just received: makes its store when there is none, keeps the token
 * sealed, and asks for its webhooks. Returns the store's id. Safe to repeat.
 */
export async function connectStore(deps: ConnectDeps, connection: ShopConnection, context: CallContext): Promise<number> {
  const storefront = deps.openStorefront(connection.shopDomain, () => Promise.resolve(connection.accessToken));
  const shop = await storefront.shop(context);
  const storeId = await deps.database.asOwner((db) => storeOfShop(db, connection.shopDomain, shop));
  await deps.database.inStore(storeId, (db) => saveConnection(db, deps.secret, storeId, connection));
  await storefront.subscribe(`${deps.config.PUBLIC_URL}${SHOPIFY_WEBHOOK_PATH}`, context);
  return storeId;
}

async function storeOfShop(db: Db, shopDomain: string, shop: { name: string; currencyCode: string; email: string }): Promise<number> {
  const known = await db.selectFrom('store').select('store_id').where('shop_domain', '=', shopDomain).executeTakeFirst();
  if (known) return known.store_id;
  const wanted = shopDomain.split('.')[0] ?? shopDomain;
  const taken = await db.selectFrom('store').select('slug').where('slug', '=', wanted).executeTakeFirst();
  const made = await db
    .insertInto('store')
    .values({ slug: taken ? shopDomain.replaceAll('.', '-') : wanted, name: shop.name, currency_code: shop.currencyCode, shop_domain: shopDomain })
    .returning('store_id')
    .executeTakeFirstOrThrow();
  // Who owns the shop is the first who may open its store here.
  if (shop.email !== '') await db.insertInto('store_user_role').values({ store_id: made.store_id, email_key: emailKey(shop.email), role_code: 'Admin' }).execute();
  return made.store_id;
}
