import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShopifyStorefront } from '#partners/shopify/adapter.ts';
import type { Database } from '#server/db/connect.ts';
import { saveConnection, storefronts } from '#server/stores/connections.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let reads = 0;

beforeAll(async () => {
  server = await startTestServer({ orders: 8, roles: 'web' });
});
afterAll(() => server.close());

function countingReads(database: Database): Database {
  return {
    ...database,
    inStore: (storeId, work) => {
      reads += 1;
      return database.inStore(storeId, work);
    },
  };
}

test('a token is read once for calls that come together, and one replaced by another process is noticed soon after', async () => {
  const { database, secret, install } = server.server.deps;
  const storefrontOf = storefronts({
    database: countingReads(database),
    secret,
    install,
    keptMs: 2000,
    openStorefront: (shopDomain, accessToken) =>
      createShopifyStorefront({
        shopDomain,
        accessToken,
        shopUrl: (domain) => `${server.shopify.url}/${domain}`,
        giftCardSecret: secret,
      }),
  });
  const context = { requestId: 'a-few-calls' };
  const orderId = String(server.shop.orders[0]?.id);
  const fetchOrder = async () => (await storefrontOf(server.storeId)).fetchOrder(orderId, context);
  for (let call = 0; call < 4; call += 1) expect(await fetchOrder()).not.toBeNull();
  expect(reads).toBe(1);

  for (const token of server.shop.tokens) token.token = `replaced-${token.token}`;
  const [token] = server.shop.tokens;
  const connection = {
    shopDomain: server.shop.domain,
    accessToken: token?.token ?? '',
    expiresOn: null,
    refreshToken: null,
    refreshExpiresOn: null,
    scopes: token?.scopes ?? [],
  };
  await database.inStore(server.storeId, (db) => saveConnection(db, secret, server.storeId, connection));
  await pause(2100);
  expect(await fetchOrder()).not.toBeNull();
});
