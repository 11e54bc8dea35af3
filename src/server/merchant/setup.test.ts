import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSetup, getSetup } from '#contract/merchant/setup.ts';
import { saveConfig, saveTheme } from '#contract/merchant/settings.ts';
import { SAVED_AT_FIRST, saveGroup } from '#server/db/settings.ts';
import { returnableOrder, submitReturn } from '#server/testing/claims.ts';
import { groupsNow } from '#server/testing/settings.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let ada: Caller;
let params: { storeId: number };
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.staff('Admin');
  params = { storeId: server.storeId };
  // As a store begins: with the settings it is given, and none that somebody saved.
  await server.server.deps.database.asOwner(async (db) => {
    await db.deleteFrom('store_settings').where('store_id', '=', server.storeId).execute();
    await saveGroup(db, server.storeId, { group: 'returns', version: 0, document: {}, by: SAVED_AT_FIRST });
  });
});
afterAll(async () => {
  await server.close();
});

const seen = () => ada(getSetup, { params });
const done = async () => (await seen()).done;

test('a new store has done nothing, and is given an order to try that nobody gets mail of', async () => {
  const setup = await seen();
  expect(setup).toMatchObject({
    isDismissed: false,
    portalUrl: `${server.url}/p/${server.slug}`,
    done: { portal: false, testReturn: false, brand: false, policy: false },
  });
  const { orderNo, email } = setup.testOrder ?? { orderNo: '', email: '' };
  expect(email).toMatch(/@example\.com$/);
  const { call, idFromPlatform } = await server.shopper({ name: orderNo, email });
  expect(call).toBeTypeOf('function');
  expect(idFromPlatform).not.toBe('');
});

test('each step is ticked by what was done', async () => {
  await ada(changeSetup, { params, body: { isPortalShared: true } });
  expect(await done()).toEqual({ portal: true, testReturn: false, brand: false, policy: false });

  const groups = await groupsNow(ada, server.storeId);
  await ada(saveConfig, {
    params,
    body: { ...groups.email, group: 'email', document: { ...groups.email.document, supportEmail: 'a@shop.test' } },
  });
  expect(await done()).toMatchObject({ brand: false, policy: false });
  await ada(saveTheme, { params, body: { ...groups.theme, group: 'theme' } });
  expect(await done()).toMatchObject({ brand: true, policy: false });
  await ada(saveConfig, { params, body: { ...groups.returns, group: 'returns' } });
  expect(await done()).toMatchObject({ brand: true, policy: true, testReturn: false });

  await submitReturn(server, await returnableOrder(server));
  expect(await done()).toEqual({ portal: true, testReturn: true, brand: true, policy: true });
  expect((await seen()).testOrder).toBeNull();
});

test('it is put away for the whole store and comes back', async () => {
  const grace = await server.staff('Admin', 'grace@setup.test');
  await ada(changeSetup, { params, body: { isDismissed: true } });
  expect(await grace(getSetup, { params })).toMatchObject({ isDismissed: true });
  await grace(changeSetup, { params, body: { isDismissed: false } });
  expect(await seen()).toMatchObject({ isDismissed: false, done: { portal: true } });
});
