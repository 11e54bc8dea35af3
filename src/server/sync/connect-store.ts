import type { CallContext } from '#partners/ports.ts';
import type { Db } from '#server/db/connect.ts';
import type { ServerDeps } from '#server/deps.ts';
import { emailKey } from '#server/http/login-session.ts';
import { learnedOf } from '#server/sync/learn-shops.ts';
import { saveConnection, type ShopConnection } from '#server/stores/connections.ts';
import { platformWebhookUrl } from '#server/webhooks/receive-calls.ts';

export type ConnectDeps = Pick<ServerDeps, 'config' | 'secret' | 'database' | 'install' | 'storefrontOf'>;

/**
 * Connects a shop with the token just received: makes its store when there is none, keeps the token
 * sealed, and asks for its webhooks. Returns the store's id. Safe to repeat.
 */
export async function connectStore(
  deps: ConnectDeps,
  connection: ShopConnection,
  context: CallContext,
): Promise<number> {
  const storeId = await deps.database.asOwner((db) => storeOfShop(db, connection.shopDomain));
  await deps.database.inStore(storeId, (db) => saveConnection(db, deps.secret, storeId, connection));
  const storefront = await deps.storefrontOf(storeId);
  const shop = await storefront.shop(context);
  await deps.database.asOwner(async (db) => {
    await db
      .updateTable('store')
      .set({
        name: shop.name,
        currency_code: shop.currencyCode,
        ...learnedOf(shop),
        uninstalled_on: null,
      })
      .where('store_id', '=', storeId)
      .execute();
    await makeFirstAdmin(db, storeId, shop.email);
  });
  const { refusal } = await storefront.subscribe(platformWebhookUrl(deps), context);
  if (refusal) throw refusal;
  return storeId;
}

async function storeOfShop(db: Db, shopDomain: string): Promise<number> {
  const known = await db
    .selectFrom('store')
    .select('store_id')
    .where('shop_domain', '=', shopDomain)
    .executeTakeFirst();
  if (known) return known.store_id;
  const wanted = shopDomain.split('.')[0] ?? shopDomain;
  const taken = await db.selectFrom('store').select('slug').where('slug', '=', wanted).executeTakeFirst();
  const made = await db
    .insertInto('store')
    // Name and currency follow as soon as the shop can be asked.
    .values({
      slug: taken ? shopDomain.replaceAll('.', '-') : wanted,
      name: wanted,
      currency_code: 'USD',
      shop_domain: shopDomain,
    })
    .returning('store_id')
    .executeTakeFirstOrThrow();
  return made.store_id;
}

/** Who owns the shop is the first who may open its store here; later the store's own admins decide. */
async function makeFirstAdmin(db: Db, storeId: number, email: string): Promise<void> {
  const someone = await db
    .selectFrom('store_user_role')
    .select('email_key')
    .where('store_id', '=', storeId)
    .limit(1)
    .executeTakeFirst();
  if (someone || email === '') return;
  await db
    .insertInto('store_user_role')
    .values({ store_id: storeId, email_key: emailKey(email), role_code: 'Admin' })
    .execute();
}
