import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { pino } from 'pino';
import { PartnerError } from '#partners/ports.ts';
import type { Database } from '#server/db/connect.ts';
import { addEffects, retryNow, subjectOf, takeDueEffects, type EffectRow } from '#server/db/effects.ts';
import { raisedTasks, raiseTask } from '#server/db/tasks.ts';
import { carryOut, startWorker, type EffectKind } from '#server/effects/worker.ts';
import { makeMetrics } from '#server/metrics.ts';
import { MOST_TRIES } from '#server/retrying.ts';
import { testDatabase } from '#server/testing/database.ts';

/** A partner that moves money once per key and remembers it, as the real ones are asked to. */
class Till {
  readonly moved = new Map<string, number>();
  calls = 0;
  next: (() => void) | null = null;
  move(key: string): string {
    this.calls += 1;
    const fault = this.next;
    this.next = null;
    fault?.();
    if (!this.moved.has(key)) this.moved.set(key, this.moved.size + 1);
    return `movement ${this.moved.get(key)}`;
  }
}

const log = pino({ level: 'silent' });
let database: Database;
let storeId = 0;
const till = new Till();
const kinds: Record<string, EffectKind<Till>> = {
  move: { run: (effect, partner) => Promise.resolve({ id: partner.move(effect.purpose_key) }) },
  note: {
    run: (effect, partner) => Promise.resolve({ id: partner.move(effect.purpose_key) }),
    record: (db, effect) =>
      raiseTask(db, storeId, {
        subject: subjectOf(effect),
        purposeKey: notedBy(effect),
        kind: 'note',
        message: 'Note',
      }),
  },
};
const notedBy = (effect: EffectRow): string => `noted:${effect.effect_id}:${effect.attempts}`;
const noted = (...attempts: EffectRow[]): Promise<Set<string>> =>
  database.inStore(storeId, (db) => raisedTasks(db, storeId, attempts.map(notedBy)));
const metrics = makeMetrics();
const options = () => ({ database, log, metrics, deps: till, kinds });

beforeAll(async () => {
  database = await testDatabase();
  storeId = await database.asOwner(async (db) => {
    const row = await db
      .insertInto('store')
      .values({ slug: 'worker', name: 'Worker', currency_code: 'USD', shop_domain: null })
      .returning('store_id')
      .executeTakeFirstOrThrow();
    return row.store_id;
  });
});
afterAll(() => database.close());

const want = (purposeKey: string, kind = 'move'): Promise<void> =>
  database.inStore(storeId, (db) =>
    addEffects(db, storeId, 'request', [
      { subject: { kind: 'store', id: 1 }, kind, purposeKey, payload: {}, summary: 'Move' },
    ]),
  );

async function takeOne(leaseMs = 60_000): Promise<EffectRow> {
  const [effect] = await takeDueEffects(database, 1, leaseMs);
  if (!effect) throw new Error('nothing is due');
  return effect;
}
/** An effect whose taker came to nothing: its lease is over. */
async function takeAndLose(): Promise<EffectRow> {
  const lost = await takeOne(0);
  // The database's clock may tell whole milliseconds: a lease of 0 is over by two more of them.
  await pause(2);
  return lost;
}
const failing = (kind: 'retry' | 'refused') => () => {
  throw new PartnerError('till', kind, 'Till is closed', 3_600_000);
};
const rowOf = (effect: EffectRow): Promise<EffectRow> =>
  database.inStore(storeId, (db) =>
    db.selectFrom('effect').selectAll().where('effect_id', '=', effect.effect_id).executeTakeFirstOrThrow(),
  );

const retry = (effect: EffectRow): Promise<boolean> =>
  database.inStore(storeId, (db) => retryNow(db, storeId, effect.effect_id));
/** As if so much time had passed. */
const endPause = (effect: EffectRow): Promise<unknown> =>
  database.inStore(storeId, (db) =>
    db
      .updateTable('effect')
      .set({ not_before: sql`now()` })
      .where('effect_id', '=', effect.effect_id)
      .execute(),
  );

const rowOfKey = (purposeKey: string): Promise<EffectRow> =>
  database.inStore(storeId, (db) =>
    db.selectFrom('effect').selectAll().where('purpose_key', '=', purposeKey).executeTakeFirstOrThrow(),
  );
const stateOf = async (purposeKey: string) => (await rowOfKey(purposeKey)).state;

test("a passing failure is tried again later, with the partner's words kept", async () => {
  await want('move:passing');
  const effect = await takeOne();
  till.next = () => {
    throw new PartnerError('till', 'retry', 'Till is being counted', 30_000);
  };
  await carryOut(effect, options());
  const row = await rowOf(effect);
  expect(row).toMatchObject({ state: 'waiting', last_error: 'Till is being counted', attempts: 1 });
  expect(row.next_try_on.getTime() - Date.now()).toBeGreaterThan(20_000);
  await endPause(effect);
  await retry(effect);
  await carryOut(await takeOne(), options());
  expect(await rowOf(effect)).toMatchObject({ state: 'done', last_error: null });
});

test('after a lost answer, a try by hand waits until the partner can tell what it did', async () => {
  await want('move:lost');
  const effect = await takeOne();
  till.next = () => {
    throw new PartnerError('till', 'retry', 'Till gave no answer', 60_000);
  };
  await carryOut(effect, options());
  const lost = await rowOf(effect);
  expect(await retry(effect)).toBe(true);
  expect(await takeDueEffects(database, 10, 60_000)).toEqual([]);
  const waiting = await rowOf(effect);
  expect(waiting.next_try_on).toEqual(lost.not_before);
  expect(waiting.next_try_on.getTime()).toBeGreaterThan(Date.now() + 50_000);
  await endPause(effect);
  expect(await retry(effect)).toBe(true);
  await carryOut(await takeOne(), options());
  expect((await rowOf(effect)).state).toBe('done');
});

test('given up after a lost answer, it waits as long when it is tried by hand', async () => {
  await want('move:given up');
  const effect = await takeOne();
  till.next = failing('retry');
  await database.inStore(storeId, (db) =>
    db.updateTable('effect').set({ attempts: MOST_TRIES }).where('effect_id', '=', effect.effect_id).execute(),
  );
  await carryOut({ ...effect, attempts: MOST_TRIES }, options());
  expect((await rowOf(effect)).state).toBe('failed');
  await retry(effect);
  expect(await takeDueEffects(database, 10, 60_000)).toEqual([]);
  await database.inStore(storeId, (db) => db.deleteFrom('effect').where('effect_id', '=', effect.effect_id).execute());
});

test('a refusal fails visibly and waits for a person, who has it tried at once', async () => {
  await want('move:refused');
  const effect = await takeOne();
  till.next = () => {
    throw new PartnerError('till', 'refused', 'Card was closed');
  };
  await carryOut(effect, options());
  expect(await rowOf(effect)).toMatchObject({ state: 'failed', last_error: 'Card was closed' });
  expect(await takeDueEffects(database, 10, 60_000)).toEqual([]);
  await retry(effect);
  await carryOut(await takeOne(), options());
  expect((await rowOf(effect)).state).toBe('done');
});

test('what breaks in our own code is retried without showing its insides', async () => {
  await want('move:bug');
  const effect = await takeOne();
  till.next = () => {
    throw new TypeError('cannot read secrets of undefined');
  };
  await carryOut(effect, options());
  const row = await rowOf(effect);
  expect(row.state).toBe('waiting');
  expect(row.last_error).not.toContain('secrets');
  await database.inStore(storeId, (db) => db.deleteFrom('effect').where('effect_id', '=', effect.effect_id).execute());
});

test('stopped after the partner moved and before it was written: moved once all the same', async () => {
  await want('move:crash');
  const lost = await takeAndLose();
  // The process ends here: the movement happened, its outcome was never written, the lease runs out.
  till.move(lost.purpose_key);
  const again = await takeOne();
  expect(again.effect_id).toBe(lost.effect_id);
  const callsBefore = till.calls;
  await carryOut(again, options());
  expect(till.calls).toBe(callsBefore + 1);
  const row = await rowOf(again);
  expect(row.state).toBe('done');
  expect(row.result).toEqual({ id: `movement ${till.moved.get('move:crash')}` });
});

test('a taker whose lease ran out no longer writes its outcome', async () => {
  await want('move:late');
  const late = await takeAndLose();
  const current = await takeOne();
  till.next = () => {
    throw new PartnerError('till', 'refused', 'Too late');
  };
  await carryOut(late, options());
  expect(await rowOf(current)).toMatchObject({ state: 'running', last_error: null });
  await carryOut(current, options());
  expect((await rowOf(current)).state).toBe('done');
});

test('a taker whose lease ran out, and whose partner answered all the same, records nothing', async () => {
  await want('note:late', 'note');
  const late = await takeAndLose();
  const current = await takeOne();
  await carryOut(late, options());
  expect((await rowOf(current)).state).toBe('running');
  expect(await noted(late, current)).toEqual(new Set());
  await carryOut(current, options());
  expect((await rowOf(current)).state).toBe('done');
  expect(await noted(late, current)).toEqual(new Set([notedBy(current)]));
});

test('a kind this version does not know fails by name', async () => {
  await want('move:unknown', 'teleport');
  const effect = await takeOne();
  await carryOut(effect, options());
  expect((await rowOf(effect)).last_error).toContain('teleport');
});

test('two workers do every effect, each once', async () => {
  const before = till.calls;
  const keys = Array.from({ length: 40 }, (_, index) => `move:many:${index}`);
  for (const key of keys) await want(key);
  const workers = [startWorker(options()), startWorker(options())];
  await expect
    .poll(
      () =>
        database.inStore(storeId, (db) =>
          db.selectFrom('effect').select('effect_id').where('state', 'in', ['waiting', 'running']).execute(),
        ),
      { timeout: 20_000 },
    )
    .toEqual([]);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(till.calls - before).toBe(keys.length);
  expect(keys.every((key) => till.moved.has(key))).toBe(true);
});

test('a resting worker wakes at once for work made in its process, by hand too, and to stop', async () => {
  let looks = 0;
  const looked = (): Promise<number> => {
    looks += 1;
    return Promise.resolve(0);
  };
  const worker = startWorker({ ...options(), idleMs: 600_000, alsoRun: [looked] });
  await expect.poll(() => looks).toBeGreaterThan(0);
  till.next = failing('refused');
  await want('move:woken');
  await expect.poll(() => stateOf('move:woken')).toBe('failed');
  const { effect_id: effectId } = await rowOfKey('move:woken');
  await database.inStore(storeId, (db) => retryNow(db, storeId, effectId));
  await expect.poll(() => stateOf('move:woken')).toBe('done');
  await worker.stop();
});

test('an effect does not wait for other work that takes long', async () => {
  let finish = (): void => undefined;
  const long = (): Promise<number> => new Promise((resolve) => (finish = () => resolve(0)));
  const worker = startWorker({ ...options(), alsoRun: [long] });
  await want('move:beside');
  await expect.poll(() => stateOf('move:beside'), { timeout: 10_000 }).toBe('done');
  const stopped = worker.stop();
  finish();
  await stopped;
});

test('stopping lets an effect that was begun end, and leaves none taken', async () => {
  let hasBegun = false;
  const slow: EffectKind<Till> = {
    run: async (effect, partner) => {
      hasBegun = true;
      await pause(300);
      return { id: partner.move(effect.purpose_key) };
    },
  };
  for (const key of ['move:stop:1', 'move:stop:2', 'move:stop:3']) await want(key, 'slow');
  const worker = startWorker({ ...options(), kinds: { slow }, concurrency: 1 });
  await expect.poll(() => hasBegun).toBe(true);
  await worker.stop();
  const states = async (): Promise<string[]> => {
    const rows = await database.inStore(storeId, (db) =>
      db.selectFrom('effect').select('state').where('purpose_key', 'like', 'move:stop:%').execute(),
    );
    return rows.map(({ state }) => state).toSorted();
  };
  expect(await states()).toEqual(['done', 'waiting', 'waiting']);
  const next = startWorker({ ...options(), kinds: { slow } });
  await expect.poll(states, { timeout: 5_000 }).toEqual(['done', 'done', 'done']);
  await next.stop();
});

test('work that outlasts its lease is not begun by another worker', async () => {
  let begun = 0;
  const slow: EffectKind<Till> = {
    run: async (effect, partner) => {
      begun += 1;
      await pause(3_000);
      return { id: partner.move(effect.purpose_key) };
    },
  };
  await want('move:slow', 'slow');
  const workers = [1, 2].map(() => startWorker({ ...options(), kinds: { slow }, leaseMs: 2_000 }));
  await expect.poll(() => till.moved.has('move:slow'), { timeout: 30_000 }).toBe(true);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(begun).toBe(1);
});

test('every try is counted by its outcome', async () => {
  const count = async (outcome: string): Promise<number> => {
    const { values } = (await metrics.registry.getSingleMetric('makegood_effects_total')?.get()) ?? { values: [] };
    return values.find(({ labels }) => labels['kind'] === 'move' && labels['outcome'] === outcome)?.value ?? 0;
  };
  const before = { done: await count('done'), retry: await count('retry'), failed: await count('failed') };
  for (const [index, fault] of [null, failing('retry'), failing('refused')].entries()) {
    await want(`move:counted:${index}`);
    till.next = fault;
    await carryOut(await takeOne(), options());
  }
  expect(await count('done')).toBe(before.done + 1);
  expect(await count('retry')).toBe(before.retry + 1);
  expect(await count('failed')).toBe(before.failed + 1);
});
