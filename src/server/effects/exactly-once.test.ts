import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Minor } from '#core/money.ts';
import { claimById } from '#server/db/claims.ts';
import { effectById, takeDueEffects, type EffectRow } from '#server/db/effects.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { effectKinds } from '#server/effects/kinds/kinds.ts';
import { carryOut, startWorker } from '#server/effects/worker.ts';
import { makeMetrics } from '#server/metrics.ts';
import { exchangedInOrder, saved, shopOf, type Shop, type Wanted } from '#server/testing/effect-claims.ts';
import { PROOFS } from '#server/testing/effect-proofs.ts';
import type { Proof } from '#server/testing/proof.ts';
import { eventually, LONG_WINDOWS, startTestServer, type TestServer } from '#server/testing/server.ts';
import { startProcess, TAKEN, type EndsAt, type Freeze } from '#server/testing/stop-anywhere.ts';

let server: TestServer;
let shop: Shop;

beforeAll(async () => {
  server = await startTestServer({ orders: 1_000, roles: 'web', plan: 'plus' });
  await server.saveSettings({ isGiftReturnEnabled: true, ...LONG_WINDOWS });
  shop = await shopOf(server);
});
afterAll(async () => {
  await server.close();
});

const inStore: TestServer['server']['deps']['database']['inStore'] = (storeId, work) =>
  server.server.deps.database.inStore(storeId, work);

const effectOf = async ({ effectId }: Wanted): Promise<EffectRow> => {
  const effect = await inStore(server.storeId, (db) => effectById(db, server.storeId, effectId));
  if (!effect) throw new Error('the effect is gone');
  return effect;
};

/** Lets the lease of a dead worker and the wait before the next try run out. */
const letTimePass = ({ effectId }: Wanted): Promise<unknown> =>
  inStore(server.storeId, (db) =>
    db
      .updateTable('effect')
      .set({ taken_until: sql`least(taken_until, now() - interval '1 second')`, next_try_on: sql`now()` })
      .where('effect_id', '=', effectId)
      .where('state', 'in', ['running', 'waiting'])
      .execute(),
  );

async function expectDoneOnce(proof: Proof, wanted: Wanted): Promise<void> {
  expect(await effectOf(wanted)).toMatchObject({ state: 'done', last_error: null });
  const loaded = await inStore(server.storeId, (db) => claimById(db, server.storeId, wanted.claim.id));
  if (!loaded) throw new Error('the claim is gone');
  expect(loaded.hasError).toBe(false);
  await proof.expectOnce(shop, wanted, loaded.claim);
  // What followed from it, such as an email, is proved by itself.
  await inStore(server.storeId, (db) =>
    db.deleteFrom('effect').where('subject_id', '=', wanted.claim.id).where('state', '<>', 'done').execute(),
  );
}

// What follows from an effect is another effect, with steps of its own.
const takesAnother: EndsAt = (name, passed) => name === TAKEN && passed.includes(TAKEN);

/** A worker that lives until the effect is done. Returns the steps it passed for that. */
async function finish(wanted: Wanted): Promise<readonly string[]> {
  const process = await startProcess(server, takesAnother);
  const until = Date.now() + 60_000;
  for (let effect = await effectOf(wanted); effect.state !== 'done'; effect = await effectOf(wanted)) {
    if (effect.state === 'failed' || Date.now() > until)
      throw new Error(
        `${effect.state} at attempt ${effect.attempts}: ${effect.last_error}; passed: ${process.steps.names.join(', ')}`,
      );
    if (effect.state === 'waiting') await letTimePass(wanted);
    await pause(25);
  }
  await process.close();
  const { names } = process.steps;
  return process.steps.isOver() ? names.slice(0, -1) : names;
}

/** The same effect, its worker ended at one step, and another worker after it. Returns where it ended. */
async function endAndFinish(proof: Proof, step: number): Promise<{ wanted: Wanted; endedAt: string }> {
  const wanted = await proof.want(shop);
  const process = await startProcess(server, (_name, passed) => passed.length === step);
  const endedAt = await process.steps.ended;
  await letTimePass(wanted);
  await finish(wanted);
  await process.close();
  return { wanted, endedAt };
}

/** The same effect, its worker standing still at one step while another does it, and then going on. `frozenAt` is null when it has no such step. */
async function freezeAndFinish(proof: Proof, step: number): Promise<{ wanted: Wanted; frozenAt: string | null }> {
  const wanted = await proof.want(shop);
  const { promise: thawed, resolve: thaw } = Promise.withResolvers<void>();
  const freeze: Freeze = { thawed, isOver: false };
  const process = await startProcess(server, (_name, passed) => passed.length === step, freeze);
  const isDone = async () => ((await effectOf(wanted)).state === 'done' ? '' : null);
  const frozenAt = await Promise.race([process.steps.ended, eventually(isDone, 'the effect is done', 60_000)]);
  if (frozenAt !== '') {
    await letTimePass(wanted);
    await finish(wanted);
  }
  freeze.isOver = true;
  thaw();
  await process.close();
  return { wanted, frozenAt: frozenAt === '' ? null : frozenAt };
}

// On a server of its own each end of a process takes longer, and what differs there are the ends of transactions.
const isOnServer = process.env['TEST_DATABASE_URL'] !== undefined;
const isTried = (name: string): boolean => !isOnServer || name === TAKEN || /\bcommit$/.test(name);
const MOST_FROZEN = isOnServer ? 2 : Infinity;

describe.each(Object.entries(PROOFS))('%s', (_name, proof) => {
  test('done twice moves once', async () => {
    const wanted = await proof.want(shop);
    const { database, log, metrics } = server.server.deps;
    const [overtaken] = await takeDueEffects(database, 1, 0);
    // The embedded database's clock tells milliseconds: the lease of 0 has to be over by one.
    await pause(2);
    const [current] = await takeDueEffects(database, 1, 60_000);
    if (overtaken?.effect_id !== wanted.effectId || current?.effect_id !== wanted.effectId)
      throw new Error('another effect is due');
    const options = { database, log, metrics, deps: server.server.deps, kinds: effectKinds };
    await carryOut(overtaken, options);
    await carryOut(current, options);
    await expectDoneOnce(proof, wanted);
  });

  test('stopped at any step moves once', async () => {
    const undisturbed = await proof.want(shop);
    const steps = await finish(undisturbed);
    await expectDoneOnce(proof, undisturbed);
    expect(steps.length).toBeGreaterThan(8);
    for (const [step, name] of steps.entries()) {
      if (!isTried(name)) continue;
      const { wanted, endedAt } = await endAndFinish(proof, step);
      expect(endedAt).toBe(name);
      await expectDoneOnce(proof, wanted).catch((error: unknown) => {
        throw new Error(`stopped at step ${step}, ${name}`, { cause: error });
      });
    }
  });

  test('standing still after any step until another has done it moves once', async () => {
    for (let step = 0; step < MOST_FROZEN; step += 1) {
      const { wanted, frozenAt } = await freezeAndFinish(proof, step);
      await expectDoneOnce(proof, wanted).catch((error: unknown) => {
        throw new Error(`stood still at step ${step}, ${frozenAt}`, { cause: error });
      });
      if (frozenAt === null) {
        expect(step).toBeGreaterThan(1);
        return;
      }
    }
  });
});

/** A claim of another installation on the same shop is done, and ours wants the same kind under the same purpose. */
async function afterSomeoneElse(theirs: Wanted, makeOurs: () => Promise<Wanted>): Promise<Wanted> {
  await finish(theirs);
  const { database } = server.server.deps;
  await database.asOwner((db) => db.deleteFrom('effect').where('subject_id', '=', theirs.claim.id).execute());
  const ours = await makeOurs();
  const { purposeKey } = theirs.intent;
  await database.asOwner((db) =>
    db.updateTable('effect').set({ purpose_key: purposeKey }).where('effect_id', '=', ours.effectId).execute(),
  );
  await finish(ours);
  return { ...ours, intent: { ...ours.intent, purposeKey } };
}

test.each(Object.entries(PROOFS))(
  "%s: another installation's of the same number is another movement",
  async (_name, proof) => {
    const ours = await afterSomeoneElse(await proof.want(shop), () => proof.want(shop));
    await expectDoneOnce(proof, ours);
  },
);

test('exchange within an order that another installation exchanged in is another exchange', async () => {
  const from = shop.orders.find(
    ({ order, lineIdFromPlatform }) =>
      !shop.server.shop.returns.some((one) => one.orderId === Number(order.idFromPlatform)) &&
      order.lines.some((line) => line.idFromPlatform === lineIdFromPlatform && line.quantity > 1),
  );
  if (!from) throw new Error('no line of several units is left');
  const want = async () => saved(shop, await exchangedInOrder(shop, from), 'returnExchange');
  const ours = await afterSomeoneElse(await want(), want);
  expect(await effectOf(ours)).toMatchObject({ state: 'done' });
  const returns = shop.server.shop.returns.filter((one) => one.orderId === ours.orderInShop);
  expect(returns.flatMap((one) => one.lines.map((line) => line.processedQuantity))).toEqual([1, 1]);
});

test('a payment that is taken in the moment before it is released goes back', async () => {
  const released = PROOFS['hold released'];
  if (!released) throw new Error('nothing shows a release');
  const wanted = await released.want(shop);
  const [effect] = await takeDueEffects(server.server.deps.database, 1, 60_000);
  if (effect?.effect_id !== wanted.effectId) throw new Error('another effect is due');
  const { deps } = server.server;
  const { log, database, metrics } = deps;
  let taken: Minor | null = null;
  const takenMeanwhile: EffectDeps = {
    ...deps,
    async paymentsOf(...at) {
      const payments = await deps.paymentsOf(...at);
      if (!payments) return null;
      return {
        ...payments,
        async release(id, key, context) {
          const payment = await payments.find(id, context);
          if (!payment) throw new Error('the payment is gone');
          taken = (await payments.capture(id, payment.amount, 'taken by somebody', context)).captured;
          return payments.release(id, key, context);
        },
      };
    },
  };
  await carryOut(effect, { database, log, metrics, deps: takenMeanwhile, kinds: effectKinds });
  expect(await effectOf(wanted)).toMatchObject({ state: 'done', last_error: null });
  const loaded = await inStore(server.storeId, (db) => claimById(db, server.storeId, wanted.claim.id));
  expect(loaded?.claim.payments).toMatchObject([{ capturedAmount: taken, refundedAmount: taken }]);
});

test('three workers at once do each effect once', async () => {
  const wanted: [Proof, Wanted][] = [];
  for (const proof of Object.values(PROOFS))
    for (let count = 0; count < 3; count += 1) wanted.push([proof, await proof.want(shop)]);
  const { database, log } = server.server.deps;
  const metrics = makeMetrics();
  const start = () => startWorker({ database, log, metrics, deps: server.server.deps, kinds: effectKinds });
  const workers = [start(), start(), start()];
  const isDone = async (): Promise<boolean> => {
    for (const [, one] of wanted) if ((await effectOf(one)).state !== 'done') return false;
    return true;
  };
  await eventually(isDone, 'every effect is done', 120_000);
  await Promise.all(workers.map((worker) => worker.stop()));
  let attempts = 0;
  for (const [proof, one] of wanted) {
    attempts += (await effectOf(one)).attempts;
    await expectDoneOnce(proof, one);
  }
  // A partner that is slow or full may ask to come back; nothing else is begun a second time.
  const counted = (await metrics.registry.getSingleMetric('makegood_effects_total')?.get())?.values ?? [];
  const retries = counted.filter(({ labels }) => labels['outcome'] === 'retry');
  expect(attempts).toBe(wanted.length + retries.reduce((sum, { value }) => sum + value, 0));
});

test('every kind of effect has its proof', () => {
  // Reports, imports, shipping protection, and emails to users and owners, are about no claim of items; their proofs are
  // next to their calls.
  const proved = new Set<string>([
    'report',
    'backTest',
    'dataImport',
    'userEmail',
    'orderLink',
    'registrationEmail',
    'coverProduct',
    'coverRefund',
    'coverEmail',
    'checkoutScript',
    'shippingRefund',
    'reorder',
    'shippingClaimEmail',
    'shippingMessage',
    'filingReminder',
    ...Object.values(PROOFS).map((proof) => proof.kind),
  ]);
  expect(Object.keys(effectKinds).filter((kind) => !proved.has(kind))).toEqual([]);
});
