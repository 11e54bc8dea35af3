import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { testDatabase } from '#server/testing/database.ts';
import { eventDone, eventFailed, keepCall, takeDueEvents, type InboxRow } from '#server/webhooks/inbox.ts';

let database: Database;
let storeId = 0;
beforeAll(async () => {
  database = await testDatabase();
  storeId = await database.asOwner(async (db) => {
    const store = { slug: 'inbox', name: 'Inbox', currency_code: 'USD', shop_domain: null };
    return (await db.insertInto('store').values(store).returning('store_id').executeTakeFirstOrThrow()).store_id;
  });
});
afterAll(() => database.close());

const inStore: Database['inStore'] = (id, work) => database.inStore(id, work);
const keep = async (...ids: string[]): Promise<void> => {
  for (const id of ids)
    await keepCall(
      database,
      'shopify',
      { id, topic: 'products/update', proof: null },
      sql`select ${storeId}::int as store_id, '{}' as body`,
    );
};
const taken = async (): Promise<string[]> => (await takeDueEvents(database, 10)).map((row) => row.webhook_id);
/** As long as it takes until whatever waits is due. */
const wait = () =>
  inStore(storeId, (db) =>
    db
      .updateTable('webhook_inbox')
      .set({ next_try_on: sql`now()` })
      .execute(),
  );
const finish = (rows: readonly InboxRow[]) =>
  inStore(storeId, async (db) => {
    for (const row of rows) await eventDone(db, row).execute();
  });

test('what was in hand when a worker died is taken by itself, so that one that kills workers takes none along', async () => {
  await keep('one', 'deadly', 'two');
  // What came in one millisecond is in no order.
  expect((await taken()).toSorted()).toEqual(['deadly', 'one', 'two']);
  // The worker died: nobody said what became of them.
  await wait();
  await keep('later');
  const alone: string[] = [];
  for (let look = 0; look < 3; look += 1) {
    const rows = await takeDueEvents(database, 10);
    alone.push(rows.map((row) => row.webhook_id).join(' '));
    await finish(rows.filter((row) => row.webhook_id !== 'deadly'));
  }
  expect(alone.toSorted()).toEqual(['deadly', 'one', 'two']);
  expect(await taken()).toEqual(['later']);
});

test('what failed is taken together with what is new', async () => {
  await inStore(storeId, (db) => db.deleteFrom('webhook_inbox').execute());
  await keep('down', 'down too');
  for (const row of await takeDueEvents(database, 10))
    await inStore(storeId, (db) => eventFailed(db, row, 'no answer', 1_000));
  await keep('new');
  await wait();
  expect((await taken()).toSorted()).toEqual(['down', 'down too', 'new']);
});
