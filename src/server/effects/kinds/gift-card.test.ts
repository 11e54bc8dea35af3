import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEffects, effectsOfClaim, takeDueEffects } from '#server/db/effects.ts';
import { effectKinds } from '#server/effects/kinds/kinds.ts';
import { asNewEffect } from '#server/effects/outbox.ts';
import { carryOut } from '#server/effects/worker.ts';
import { anyOrder, finalized, saved, shopOf } from '#server/testing/effect-claims.ts';
import { rowsWith } from '#server/testing/marked.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  // No worker: what is due is carried out here.
  server = await startTestServer({ orders: 40, roles: 'web', plan: 'plus' });
});
afterAll(async () => {
  await server.close();
});

test('a guest is written the code of every card, also of a second one for the same item', async () => {
  const {
    deps,
    deps: { database },
  } = server.server;
  const shop = await shopOf(server);
  const from = anyOrder(shop);
  const draft = await finalized(shop, from, 'giftCard', { order: { ...from.order, customer: null } });
  const { claim, intent } = await saved(shop, draft, 'giftCard');
  const purposeKey = intent.purposeKey.replace(/:1$/, ':2');
  await database.inStore(server.storeId, (db) =>
    addEffects(db, server.storeId, 'instead', [{ ...asNewEffect(intent), purposeKey }]),
  );
  // The cards, and then the emails with their codes.
  for (const _round of ['cards', 'emails'])
    for (const effect of await takeDueEffects(database, 10, 60_000))
      await carryOut(effect, { database, log: deps.log, metrics: deps.metrics, deps, kinds: effectKinds });
  const effects = await database.inStore(server.storeId, (db) => effectsOfClaim(db, server.storeId, claim.id));
  expect(effects.filter(({ kind }) => kind === 'email')).toHaveLength(2);
  const codes = server.mailbox.messages().flatMap(({ text }) => /Your code: (\S+)/.exec(text ?? '')?.[1] ?? []);
  expect(new Set(codes).size).toBe(2);
  for (const code of codes) {
    expect(code.length).toBeGreaterThan(7);
    expect(await rowsWith(database, code)).toEqual([]);
  }
});
