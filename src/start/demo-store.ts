import { randomUUID } from 'node:crypto';
import { StoreSettings } from '#core/settings/settings.ts';
import type { ShopifySandbox } from '#sandbox/shopify/server.ts';
import type { ServerDeps } from '#server/deps.ts';
import { storeBySlug } from '#server/db/stores.ts';
import { saveConnection } from '#server/stores/connections.ts';
import { firstSync } from '#server/sync/first-sync.ts';
import { DEMO_SHOP } from '#start/sandboxes.ts';

export type Demo = { slug: string; samples: { orderName: string; email: string; what: string }[] };

const SLUG = 'demo';
const RETURN_ADDRESS = { firstName: 'Returns', company: 'Demo Store', line1: '417 Montgomery Street', city: 'San Francisco', stateOrProvinceCode: 'CA', postalCode: '94104', countryCode: 'US', phone: '4155550100' };

/** The demo store, made at the first start by the way any shop takes: install, webhooks, first sync. */
export async function ensureDemoStore(deps: ServerDeps, shop: ShopifySandbox, log: (line: string) => void): Promise<Demo> {
  const { samples } = shop.seedDemo(DEMO_SHOP);
  const context = { requestId: `start-${randomUUID()}` };
  const storeId = (await deps.database.asOwner((db) => storeBySlug(db, SLUG)))?.store_id ?? (await install(deps));
  const storefront = await deps.storefrontOf(storeId);
  // Every start: the addresses may have changed since the last one.
  await storefront.subscribe(`${deps.config.PUBLIC_URL}/api/webhooks/shopify`, context);
  await firstSync(deps, storeId, context, (done) => log(`Synced ${done.products} products and ${done.orders} orders of the demo shop`));
  return { slug: SLUG, samples: samples.slice(0, 3) };
}

async function install(deps: ServerDeps): Promise<number> {
  const { config, database, secret } = deps;
  const granted = await fetch(deps.install.authorizeUrl(DEMO_SHOP, randomUUID(), `${config.PUBLIC_URL}/api/webhooks/shopify/installed`), { redirect: 'manual' });
  const callback = new URL(granted.headers.get('location') ?? '', config.PUBLIC_URL);
  const connection = await deps.install.completeInstall(Object.fromEntries(callback.searchParams));
  const storeId = await database.asOwner(async (db) => {
    const settings = StoreSettings.parse({ returnAddress: RETURN_ADDRESS, supportEmail: 'help@demo.test' });
    const store = await db
      .insertInto('store')
      .values({ slug: SLUG, name: 'Demo Store', currency_code: 'USD', shop_domain: DEMO_SHOP, settings: JSON.stringify(settings) })
      .returning('store_id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('store_user_role')
      .values([
        { store_id: store.store_id, email_key: 'ada@demo.test', role_code: 'Admin' },
        { store_id: store.store_id, email_key: 'sam@demo.test', role_code: 'Staff' },
      ])
      .execute();
    await saveConnection(db, secret, store.store_id, connection);
    return store.store_id;
  });
  return storeId;
}
