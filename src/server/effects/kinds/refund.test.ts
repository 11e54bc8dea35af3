import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeDueEffects, type EffectRow } from '#server/db/effects.ts';
import { effectKinds } from '#server/effects/kinds/kinds.ts';
import { carryOut } from '#server/effects/worker.ts';
import { changeLine, claimOf, finalizeAll, returnableOrder, submitReturn } from '#server/testing/claims.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';
import { bonusOf } from '#core/settings/settings.fixture.ts';

let server: TestServer;

beforeAll(async () => {
  // No worker: what is due is carried out here.
  server = await startTestServer({ roles: 'web' });
  await server.saveSettings({ ...bonusOf(1000), refundValidityDays: 3650, storeCreditValidityDays: 3650 });
});
afterAll(async () => {
  await server.close();
});

async function takeRefunds(): Promise<EffectRow[]> {
  const taken = await takeDueEffects(server.server.deps.database, 100, 60_000);
  return taken.filter(({ kind }) => kind === 'refund');
}

async function attempt(refund: EffectRow): Promise<void> {
  const { deps } = server.server;
  await carryOut(refund, { database: deps.database, log: deps.log, metrics: deps.metrics, deps, kinds: effectKinds });
}

test('two refunds of one order at once never give back more than was paid, whatever the store gave back by hand', async () => {
  const staff = await server.staff();
  const returnable = await returnableOrder(server, 2);
  const shopOrder = server.shop.orders.find(({ id }) => id === returnable.shopOrder.id);
  if (!shopOrder) throw new Error('the order is not in the shop');
  const sum = (kinds: readonly string[]): number =>
    shopOrder.transactions
      .filter(({ kind, status }) => kinds.includes(kind) && status === 'SUCCESS')
      .reduce((total, { amount }) => total + amount.presentment, 0);
  const askForCredit = async (): Promise<void> => {
    const method = 'storeCredit';
    const claim = await claimOf(server, staff, await submitReturn(server, returnable, { method }));
    const approved = await changeLine(server, staff, claim, claim.claimLineItems[0]?.id ?? 0, {
      kind: 'approved',
      resolutionMethod: method,
    });
    await finalizeAll(server, staff, approved, { notifyCustomerByEmail: null });
  };
  await askForCredit();
  await askForCredit();
  const refunds = await takeRefunds();
  expect(refunds).toHaveLength(2);
  // By hand, as much as leaves enough for either of them and a part of its bonus, and not for both.
  const { storefrontOf } = server.server.deps;
  const storefront = await storefrontOf(server.storeId);
  const unit = Math.round(returnable.line.unitValue * 100);
  const currencyCode = shopOrder.currencies.presentment;
  await storefront.refund(
    {
      purposeKey: `by-hand:${randomUUID()}`,
      orderIdFromPlatform: returnable.order.idFromPlatform,
      claimExternalId: 'R-BYHAND00',
      amount: { amount: sum(['SALE', 'CAPTURE']) - Math.round(unit * 1.05), currencyCode },
      to: 'originalPayment',
      note: 'by hand',
      lines: [],
    },
    { requestId: randomUUID(), isStillOurs: () => true },
  );
  // Both have read the refundable amount before either has refunded.
  server.shopify.faults.add({ shop: null, match: 'returnCreate', mode: 'delay', times: 2, ms: 700 });
  await Promise.all(refunds.map(attempt));
  server.shopify.faults.clear();
  const { database } = server.server.deps;
  await database.asOwner((db) =>
    db
      .updateTable('effect')
      .set({ next_try_on: new Date(0) })
      .where('state', '=', 'waiting')
      .execute(),
  );
  await Promise.all((await takeRefunds()).map(attempt));

  const rows = await database.asOwner((db) =>
    db.selectFrom('effect').select(['state', 'last_error']).where('kind', '=', 'refund').execute(),
  );
  expect(rows.map(({ state }) => state).toSorted()).toEqual(['done', 'failed']);
  expect(rows.find(({ state }) => state === 'failed')?.last_error).toMatch(/can still be refunded at Shopify/);
  const bonus = Math.ceil(unit / 10);
  expect(sum(['REFUND'])).toBeLessThanOrEqual(sum(['SALE', 'CAPTURE']) + bonus);
});
