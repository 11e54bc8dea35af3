import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyFee } from '#core/automations/actions/apply-fee.ts';
import { feeRule, HOOK } from '#core/automations/rules.fixture.ts';
import type { Database } from '#server/db/connect.ts';
import { draftRules } from '#server/db/draft-rules.ts';
import { liveRules } from '#server/db/rules.ts';
import { testDatabase } from '#server/testing/database.ts';
import { publishRules } from '#server/testing/rules.ts';

let database: Database;
const stores: number[] = [];

beforeAll(async () => {
  database = await testDatabase();
  for (const slug of ['one', 'two', 'three'])
    stores.push(
      await database.asOwner(async (db) => {
        const { store_id } = await db
          .insertInto('store')
          .values({ slug, name: slug, currency_code: 'USD' })
          .returning('store_id')
          .executeTakeFirstOrThrow();
        return store_id;
      }),
    );
});
afterAll(() => database.close());

const storeAt = (place: number): number => stores[place] ?? 0;
const live = (storeId: number) => database.readStore(storeId, (db) => liveRules(db, storeId));
const ask = async (storeId: number) => (await live(storeId)).ask(HOOK, [{ subject: 'claim', facts: {} }]).of(applyFee);
const fee = (amount: number, isEnabled = true) => ({
  ...feeRule(amount, {
    event: { type: 'applyFee', params: { feeAmount: amount, feeType: 'fixed', feeDisplayName: 'Fee' } },
  }),
  isEnabled,
});

test('what was published runs, and only in its store', async () => {
  const [ours, theirs] = [storeAt(0), storeAt(1)];
  expect((await live(ours)).hasRulesAt(HOOK)).toBe(false);
  await publishRules(database, ours, [fee(3, false), fee(4)]);
  expect(await ask(ours)).toMatchObject({ params: { feeAmount: 4 } });
  expect(await ask(theirs)).toBeNull();
  const before = await live(ours);
  expect(await live(ours)).toBe(before);
  await publishRules(database, ours, [fee(2)]);
  const after = await live(ours);
  expect(after.version).not.toBe(before.version);
  expect(await ask(ours)).toMatchObject({ params: { feeAmount: 2 } });
});

test('a rule that is not valid any more is skipped, and the others run', async () => {
  const storeId = storeAt(2);
  await publishRules(database, storeId, [
    { ...fee(1), rule: { ...fee(1).rule, event: { type: 'applyFee', params: { feeAmount: 'much' } } } },
    fee(5),
  ]);
  expect(await ask(storeId)).toMatchObject({ params: { feeAmount: 5 } });
});

test('a published version never changes, and a store sees its own rules only', async () => {
  const [ours, theirs] = [storeAt(0), storeAt(1)];
  const change = database.asOwner((db) => db.updateTable('rule_set_version').set({ note: 'Other' }).execute());
  await expect(change).rejects.toThrow(/never change/);
  const erase = database.asOwner((db) => sql`delete from rule_set_version`.execute(db));
  await expect(erase).rejects.toThrow(/never change/);
  expect(await database.readStore(theirs, (db) => draftRules(db, ours))).toEqual([]);
});
