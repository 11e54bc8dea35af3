import { afterAll, beforeAll, expect, test } from 'vitest';
import { listedClaims, returnableOrder, settledClaim, submitReturn } from '#server/testing/claims.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { refreshOutdatedClaims } from '#server/outdated-claims.ts';

let server: TestServer;
let staff: Caller;

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Staff');
});
afterAll(async () => {
  await server.close();
});

test('a claim that other definitions wrote is found by its filters after a while', async () => {
  const externalId = await submitReturn(server, await returnableOrder(server));
  await settledClaim(server, staff, externalId);
  const { database } = server.server.deps;
  const found = () => listedClaims(server, staff, { source: ['Customer_App'] });
  for (const other of [0, 2 ** 31 - 1]) {
    await database.asOwner((db) => db.updateTable('claim').set({ facets: [], facets_version: other }).execute());
    expect(await found()).toHaveLength(0);
    await refreshOutdatedClaims(database).run(new AbortController().signal);
    expect((await found()).map((row) => row.externalId)).toEqual([externalId]);
  }
});
