import { afterAll, beforeAll, expect, test } from 'vitest';
import { effectById, retryNow, takeDueEffects } from '#server/db/effects.ts';
import { effectKinds } from '#server/effects/kinds/kinds.ts';
import { carryOut } from '#server/effects/worker.ts';
import { restocked, saved, shopOf } from '#server/testing/effect-claims.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ roles: 'web', orders: 40 });
});
afterAll(() => server.close());

test('after most of a day without an answer units wait for people: by then Shopify may have forgotten the key', async () => {
  const { database, log, metrics } = server.server.deps;
  const shop = await shopOf(server);
  const { effectId } = await saved(shop, await restocked(shop), 'restock');
  const inStore: typeof database.inStore = (storeId, work) => database.inStore(storeId, work);
  const tryAfter = async (hours: number) => {
    await inStore(server.storeId, (db) =>
      db
        .updateTable('effect')
        .set({ created_on: new Date(Date.now() - hours * 3600_000), next_try_on: new Date(0) })
        .where('effect_id', '=', effectId)
        .execute(),
    );
    const [taken] = await takeDueEffects(database, 1, 60_000);
    if (taken?.effect_id !== effectId) throw new Error('another effect is due');
    await carryOut(taken, { database, log, metrics, deps: server.server.deps, kinds: effectKinds });
    return inStore(server.storeId, (db) => effectById(db, server.storeId, effectId));
  };
  const fault = { shop: server.shop.domain, match: 'inventoryAdjustQuantities', mode: 'fail' as const, ms: 0 };
  server.shopify.faults.add({ ...fault, times: 100 });
  expect(await tryAfter(30)).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(await tryAfter(19)).toMatchObject({ state: 'waiting', attempts: 2 });
  const asked = server.shopify.calls();
  expect(await tryAfter(21)).toMatchObject({
    state: 'failed',
    last_error: expect.stringMatching(/Shopify may have added these units already/),
  });
  expect(server.shopify.calls()).toBe(asked);
  server.shopify.faults.clear();
  await inStore(server.storeId, (db) => retryNow(db, server.storeId, effectId));
  expect(await tryAfter(22)).toMatchObject({ state: 'done' });
});
