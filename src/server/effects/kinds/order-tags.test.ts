import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileOrderId } from '#core/orders/order-origin.ts';
import { effectById, takeDueEffects, type EffectRow } from '#server/db/effects.ts';
import { effectKinds } from '#server/effects/kinds/kinds.ts';
import { carryOut } from '#server/effects/worker.ts';
import { removeConnection } from '#server/stores/connections.ts';
import { anyOrder, finalized, saved, shopOf, type Shop } from '#server/testing/effect-claims.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let shop: Shop;

beforeAll(async () => {
  server = await startTestServer({ roles: 'web', orders: 40 });
  shop = await shopOf(server);
});
afterAll(() => server.close());

/** The tags of a claim whose order was read from a file, once the worker was at it. */
async function tagsOfFileOrder(idOf: (platformId: string) => string): Promise<{ effect: EffectRow; tags: string[] }> {
  const { database, log, metrics } = server.server.deps;
  const made = await finalized(shop, anyOrder(shop), 'refund');
  const effects = made.effects.flatMap((intent) =>
    intent.kind === 'orderTags'
      ? [{ ...intent, payload: { ...intent.payload, orderIdFromPlatform: idOf(made.order.idFromPlatform) } }]
      : [],
  );
  const { effectId, orderInShop } = await saved(shop, { ...made, effects }, 'orderTags');
  const [taken] = await takeDueEffects(database, 1, 60_000);
  if (taken?.effect_id !== effectId) throw new Error('another effect is due');
  await carryOut(taken, { database, log, metrics, deps: server.server.deps, kinds: effectKinds });
  const effect = await database.inStore(server.storeId, (db) => effectById(db, server.storeId, effectId));
  if (!effect) throw new Error('the effect is gone');
  return { effect, tags: server.shop.orders.find(({ id }) => id === orderInShop)?.tags ?? [] };
}

const nothingTagged = {
  state: 'done',
  last_error: null,
  result: { label: "Not tagged: the store platform doesn't have this order", url: null },
};

test('an order read from a file is tagged by the id the file has of it', async () => {
  const { effect, tags } = await tagsOfFileOrder((id) => fileOrderId('#1', id));
  expect(effect).toMatchObject({ state: 'done', result: { label: 'returned, makegood' } });
  expect(tags).toContain('makegood');
});

test('one whose id no file has is left untagged, and so is one the platform does not know', async () => {
  expect((await tagsOfFileOrder(() => fileOrderId('#1', ''))).effect).toMatchObject(nothingTagged);
  expect((await tagsOfFileOrder(() => fileOrderId('#1', '12'))).effect).toMatchObject(nothingTagged);
});

test('so is one of a store that has no platform; another order waits for people', async () => {
  await server.server.deps.database.inStore(server.storeId, (db) => removeConnection(db, server.storeId));
  await new Promise((wake) => setTimeout(wake, 1_100));
  expect((await tagsOfFileOrder((id) => fileOrderId('#1', id))).effect).toMatchObject(nothingTagged);
  expect((await tagsOfFileOrder((id) => id)).effect).toMatchObject({ state: 'failed' });
});
