import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimById } from '#server/db/claims.ts';
import { effectById, takeDueEffects, type EffectRow } from '#server/db/effects.ts';
import { effectKinds } from '#server/effects/kinds/kinds.ts';
import { carryOut, startWorker } from '#server/effects/worker.ts';
import {
  finalized,
  freshOrder,
  saved,
  shopOf,
  type Draft,
  type OrderToReturn,
  type Shop,
  type Wanted,
} from '#server/testing/effect-claims.ts';
import { PROOFS, type Proof } from '#server/testing/effect-proofs.ts';
import { eventually, startTestServer, type TestServer } from '#server/testing/server.ts';
import { startProcess, TAKEN, type EndsAt } from '#server/testing/stop-anywhere.ts';

let server: TestServer;
let shop: Shop;

beforeAll(async () => {
  server = await startTestServer({ orders: 300, roles: 'web', plan: 'plus' });
  shop = await shopOf(server);
}, 120_000);
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
  // What followed from it, such as an e-mail, is proved by itself.
  await inStore(server.storeId, (db) =>
    db.deleteFrom('effect').where('claim_id', '=', wanted.claim.id).where('state', '<>', 'done').execute(),
  );
}

// What follows from an effect is another effect, with steps of its own.
const takesAnother: EndsAt = (name, passed) => name === TAKEN && passed.includes(TAKEN);

/** A worker that lives until the effect is done. Returns the steps it passed for that. */
async function finish(wanted: Wanted): Promise<readonly string[]> {
  const process = await startProcess(server, takesAnother);
  const until = Date.now() + 60_000;
  for (let effect = await effectOf(wanted); effect.state !== 'done'; effect = await effectOf(wanted)) {
    if (effect.state === 'failed' || Date.now() > until) throw new Error(`${effect.state}: ${effect.last_error}`);
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

const onServer = process.env['TEST_DATABASE_URL'] !== undefined;

describe.each(Object.entries(PROOFS))('%s', (_name, proof) => {
  test('done twice moves once', async () => {
    const wanted = await proof.want(shop);
    const { database, log, metrics } = server.server.deps;
    const [overtaken] = await database.asOwner((db) => takeDueEffects(db, 1, 0));
    const [current] = await database.asOwner((db) => takeDueEffects(db, 1, 60_000));
    if (overtaken?.effect_id !== wanted.effectId || current?.effect_id !== wanted.effectId)
      throw new Error('another effect is due');
    const options = { database, log, metrics, deps: server.server.deps, kinds: effectKinds };
    await carryOut(overtaken, options);
    await carryOut(current, options);
    await expectDoneOnce(proof, wanted);
  });

  // Hundreds of processes that end: on a server of its own they take minutes, and the steps are the same.
  test.skipIf(onServer)(
    'stopped at any step moves once (on the embedded database)',
    async () => {
      const undisturbed = await proof.want(shop);
      const steps = await finish(undisturbed);
      await expectDoneOnce(proof, undisturbed);
      expect(steps.length).toBeGreaterThan(8);
      for (const [step, name] of steps.entries()) {
        const { wanted, endedAt } = await endAndFinish(proof, step);
        expect(endedAt).toBe(name);
        await expectDoneOnce(proof, wanted).catch((error: unknown) => {
          throw new Error(`stopped at step ${step}, ${name}`, { cause: error });
        });
      }
    },
    180_000,
  );
});

const bySomeoneElse: Record<string, (from: OrderToReturn) => Promise<Draft>> = {
  refund: (from) => finalized(shop, from, 'refund'),
  giftCard: (from) => finalized(shop, from, 'giftCard'),
  exchangeOrder: (from) => finalized(shop, from, 'variantExchange'),
};

test.each(Object.entries(bySomeoneElse))(
  "a %s of another installation's claim of the same number is another movement",
  async (kind, make) => {
    const proof = Object.values(PROOFS).find((one) => one.kind === kind);
    if (!proof) throw new Error(`no proof of ${kind}`);
    const from = freshOrder(shop);
    const theirs = await saved(shop, await make(from), proof.kind);
    await finish(theirs);
    const { database } = server.server.deps;
    await database.asOwner((db) => db.deleteFrom('effect').where('claim_id', '=', theirs.claim.id).execute());
    const draftOfOurs = await make(kind === 'refund' ? freshOrder(shop) : from);
    const purposeKey = theirs.intent.purposeKey;
    const effects = draftOfOurs.effects.map((one) => (one.kind === proof.kind ? { ...one, purposeKey } : one));
    const ours = await saved(shop, { ...draftOfOurs, effects }, proof.kind);
    await finish(ours);
    await expectDoneOnce(proof, ours);
  },
);

test('three workers at once do each effect once', async () => {
  const wanted: [Proof, Wanted][] = [];
  for (const proof of Object.values(PROOFS))
    for (let count = 0; count < 3; count += 1) wanted.push([proof, await proof.want(shop)]);
  const { database, log, metrics } = server.server.deps;
  const start = () => startWorker({ database, log, metrics, deps: server.server.deps, kinds: effectKinds });
  const workers = [start(), start(), start()];
  const isDone = async (): Promise<boolean> => {
    for (const [, one] of wanted) if ((await effectOf(one)).state !== 'done') return false;
    return true;
  };
  await eventually(isDone, 'every effect is done', 120_000);
  await Promise.all(workers.map((worker) => worker.stop()));
  for (const [proof, one] of wanted) {
    expect((await effectOf(one)).attempts).toBe(1);
    await expectDoneOnce(proof, one);
  }
}, 180_000);

test('every kind of effect has its proof', () => {
  const proved = new Set<string>(Object.values(PROOFS).map((proof) => proof.kind));
  // Nothing carries these out while no store has a provider of payments.
  const withoutProvider = ['paymentCapture', 'paymentRefund', 'paymentRelease', 'paymentHoldAgain'];
  expect(Object.keys(effectKinds).filter((kind) => !proved.has(kind))).toEqual(withoutProvider);
});
