import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stockEffects, stockTaken } from '#core/claims/reservation.ts';
import { claimById } from '#server/db/claims.ts';
import { addEffects, effectsOfClaim, takeDueEffects, type EffectRow } from '#server/db/effects.ts';
import { effectKinds } from '#server/effects/kinds/kinds.ts';
import { orderWithClaims } from '#server/db/order-with-claims.ts';
import { asNewEffect } from '#server/effects/outbox.ts';
import { carryOut } from '#server/effects/worker.ts';
import { finalizedAsAsked, saved, shopOf, stockToKeep, type Shop, type Wanted } from '#server/testing/effect-claims.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';
import { withoutEmails } from '#core/emails/worded.fixture.ts';

let server: TestServer;
let shop: Shop;

beforeAll(async () => {
  server = await startTestServer({ orders: 40, roles: 'web', plan: 'plus' });
  shop = await shopOf(server);
});
afterAll(async () => {
  await server.close();
});

/** One attempt at each effect that is left, those of `kind` alone where one is named. */
async function attempt({ claim }: Wanted, kind?: EffectRow['kind']): Promise<Record<string, EffectRow['state']>> {
  const { deps } = server.server;
  const { database, log, metrics } = deps;
  await database.asOwner((db) =>
    db
      .updateTable('effect')
      .set({ next_try_on: sql`now()` })
      .where('subject_id', '=', claim.id)
      .where('state', '=', 'waiting')
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
      .execute(),
  );
  const taken = await takeDueEffects(database, 10, 60_000);
  for (const effect of taken)
    if (kind === undefined || effect.kind === kind)
      await carryOut(effect, { database, log, metrics, deps, kinds: effectKinds });
  const effects = await database.inStore(server.storeId, (db) => effectsOfClaim(db, server.storeId, claim.id));
  return Object.fromEntries(effects.map((effect) => [effect.kind, effect.state]));
}

const keptFor = ({ claim }: Wanted) =>
  server.shop.draftOrders.filter(({ note }) => note?.includes(claim.externalId)).length;

test('stock is given free only after nobody sets it aside any more', async () => {
  const wanted = await saved(shop, await stockToKeep(shop), 'reserveStock');
  const { database } = server.server.deps;
  const later = sql<Date>`now() + interval '1 hour'`;
  await database.asOwner((db) => db.updateTable('effect').set({ next_try_on: later }).execute());
  await database.inStore(server.storeId, (db) =>
    addEffects(db, server.storeId, 'canceled', stockEffects(wanted.claim).map(asNewEffect)),
  );
  expect(await attempt(wanted, 'releaseStock')).toEqual({ reserveStock: 'waiting', releaseStock: 'waiting' });
  expect(await attempt(wanted, 'reserveStock')).toMatchObject({ reserveStock: 'done' });
  expect(keptFor(wanted)).toBe(1);
  expect(await attempt(wanted)).toEqual({ reserveStock: 'done', releaseStock: 'done' });
  expect(keptFor(wanted)).toBe(0);
});

test('nothing is set aside any more for a claim that was decided meanwhile', async () => {
  const { claim, ...draft } = await stockToKeep(shop);
  const wanted = await saved(shop, { ...draft, claim: stockTaken(claim) }, 'reserveStock');
  expect(await attempt(wanted)).toEqual({ reserveStock: 'done' });
  expect(keptFor(wanted)).toBe(0);
});

test('stock that is kept for goods is given free when they are ordered', async () => {
  const wanted = await saved(shop, await stockToKeep(shop), 'reserveStock');
  await attempt(wanted, 'reserveStock');
  expect(keptFor(wanted)).toBe(1);
  const { database } = server.server.deps;
  await database.inStore(server.storeId, async (db) => {
    const loaded = await orderWithClaims(db, server.storeId, wanted.claim.orderId);
    const claim = (await claimById(db, server.storeId, wanted.claim.id))?.claim;
    if (!loaded || !claim) throw new Error('the claim is gone');
    const { effects } = finalizedAsAsked(claim, loaded.order);
    const goods = withoutEmails(effects).filter(({ kind }) => kind === 'exchangeOrder');
    await addEffects(db, server.storeId, 'finalized', goods.map(asNewEffect));
  });
  expect(await attempt(wanted, 'exchangeOrder')).toMatchObject({ exchangeOrder: 'done' });
  expect(keptFor(wanted)).toBe(0);
});
