import { aboutClaim } from '#core/effects/subject.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JournalEntry } from '#core/books/entry.ts';
import type { Database, Db } from '#server/db/connect.ts';
import {
  addEffects,
  effectById,
  markDone,
  markDoneElsewhere,
  takeDueEffects,
  TakenByAnother,
} from '#server/db/effects.ts';
import { balancesOfStore, bookEntries, entriesOfClaims } from '#server/db/journal.ts';
import { testDatabase } from '#server/testing/database.ts';

let database: Database;
let ours = 0;
let theirs = 0;

beforeAll(async () => {
  database = await testDatabase();
  [ours, theirs] = await database.asOwner(
    async (db) => [await newStore(db, 'ours'), await newStore(db, 'theirs')] as const,
  );
});
afterAll(() => database.close());

async function newStore(db: Db, slug: string): Promise<number> {
  const row = await db
    .insertInto('store')
    .values({ slug, name: slug, currency_code: 'USD', shop_domain: null })
    .returning('store_id')
    .executeTakeFirstOrThrow();
  return row.store_id;
}

const refund = (purposeKey: string, amount: number, given = amount): JournalEntry => ({
  purposeKey,
  kind: 'refund',
  memo: 'Refund',
  postings: [
    { account: 'shopper:claim', amount, currencyCode: 'USD' },
    { account: 'platform:refunds', amount: -given, currencyCode: 'USD' },
  ],
});
const book = (claimId: number, entry: JournalEntry): Promise<void> =>
  database.inStore(ours, (db) =>
    bookEntries(db, ours, { subject: aboutClaim({ id: claimId }), effectId: null }, [entry]),
  );
const entriesOf = (storeId: number, claimId: number) =>
  database.inStore(storeId, (db) => entriesOfClaims(db, storeId, [claimId]));

test('an entry is written with its postings, once', async () => {
  await book(1, refund('once', 700));
  await book(1, refund('once', 700));
  expect(await entriesOf(ours, 1)).toMatchObject([{ ...refund('once', 700), subject: { kind: 'claim', id: 1 } }]);
});

test('an entry out of balance is refused when its transaction ends, and nothing of it stays', async () => {
  let isReached = false;
  const unbalanced = database.inStore(ours, async (db) => {
    await bookEntries(db, ours, { subject: aboutClaim({ id: 2 }), effectId: null }, [
      refund('good', 100),
      refund('bad', 100, 99),
    ]);
    isReached = true;
  });
  await expect(unbalanced).rejects.toThrow('does not balance');
  expect(isReached).toBe(true);
  expect(await entriesOf(ours, 2)).toEqual([]);
});

test('amounts of two currencies do not balance each other', async () => {
  const mixed = refund('mixed', 100);
  mixed.postings.forEach((posting, index) => (posting.currencyCode = index === 0 ? 'USD' : 'EUR'));
  await expect(book(2, mixed)).rejects.toThrow('does not balance');
});

const WAYS = [
  ['update', 'journal_entry', sql`update journal_entry set memo = 'Changed'`],
  ['update', 'journal_posting', sql`update journal_posting set amount = amount * 2`],
  ['delete', 'journal_posting', sql`delete from journal_posting`],
  ['delete', 'journal_entry', sql`delete from journal_entry`],
  ['truncate', 'journal_posting', sql`truncate journal_posting`],
  ['truncate', 'journal_entry', sql`truncate journal_entry cascade`],
] as const;

test.each(WAYS)('what is written stays, for the owner too: %s of %s', async (_verb, _table, statement) => {
  await book(3, refund('stays', 500));
  await expect(database.asOwner((db) => statement.execute(db))).rejects.toThrow('the journal is append only');
  await expect(database.inStore(ours, (db) => statement.execute(db))).rejects.toThrow();
  expect(await entriesOf(ours, 3)).toMatchObject([refund('stays', 500)]);
});

test('another store sees no entry and adds none to ours', async () => {
  await book(4, refund('hidden', 500));
  expect(await entriesOf(theirs, 4)).toEqual([]);
  expect(await database.inStore(theirs, (db) => balancesOfStore(db, ours))).toEqual([]);
  const intruding = database.inStore(theirs, (db) =>
    bookEntries(db, ours, { subject: aboutClaim({ id: 4 }), effectId: null }, [refund('intruding', 1)]),
  );
  await expect(intruding).rejects.toThrow('row-level security');
});

const giftCard = (purposeKey: string, amount: number) => ({
  kind: 'giftCard',
  purposeKey,
  subject: aboutClaim({ id: 5 }),
  summary: 'Gift card',
  payload: {
    claimExternalId: 'R-5',
    type: 'Gift_Card',
    orderIdFromPlatform: 'order-5',
    customerEmail: 'ada@example.com',
    namePrefix: '',
    claimLineIds: [1],
    amount: { amount, currencyCode: 'USD' },
    incentiveAmount: 0,
    customerIdFromPlatform: null,
    recipient: null,
    note: '',
  },
});

async function wanted(purposeKey: string, amount: number): Promise<number> {
  await database.inStore(ours, (db) => addEffects(db, ours, 'test', [giftCard(purposeKey, amount)]));
  const row = await database.inStore(ours, (db) =>
    db.selectFrom('effect').select('effect_id').where('purpose_key', '=', purposeKey).executeTakeFirstOrThrow(),
  );
  return row.effect_id;
}

const bookedFor = async (effectId: number) => (await entriesOf(ours, 5)).filter((entry) => entry.effectId === effectId);

test('a step and its entry are written together, with what really moved', async () => {
  const effectId = await wanted('giftCard:together', 900);
  const [taken] = await takeDueEffects(database, 1, 60_000);
  if (!taken) throw new Error('nothing was due');
  const done = { idFromPlatform: '1', amount: { amount: 850, currencyCode: 'USD' } };
  const lost = database.inStore(ours, async (db) => {
    await markDone(db, taken, done);
    throw new Error('the process ends here');
  });
  await expect(lost).rejects.toThrow('ends here');
  expect(await bookedFor(effectId)).toEqual([]);
  expect(await database.inStore(ours, (db) => effectById(db, ours, effectId))).toMatchObject({ state: 'running' });

  await database.inStore(ours, (db) => markDone(db, taken, done));
  await expect(database.inStore(ours, (db) => markDone(db, taken, done))).rejects.toThrow(TakenByAnother);
  expect(await bookedFor(effectId)).toMatchObject([
    {
      purposeKey: 'effect:giftCard:together',
      postings: [
        { account: 'shopper:claim', amount: 850 },
        { account: 'platform:giftCards', amount: -850 },
      ],
    },
  ]);
});

test('a step whose entry cannot be written is not done', async () => {
  const effectId = await wanted('giftCard:refused', 900);
  await database.asOwner((db) =>
    sql`alter table journal_posting add constraint no_such_amount check (amount <> 123) not valid`.execute(db),
  );
  const [taken] = await takeDueEffects(database, 1, 60_000);
  if (!taken) throw new Error('nothing was due');
  const result = { amount: { amount: 123, currencyCode: 'USD' } };
  await expect(database.inStore(ours, (db) => markDone(db, taken, result))).rejects.toThrow('no_such_amount');
  expect(await database.inStore(ours, (db) => effectById(db, ours, effectId))).toMatchObject({ state: 'running' });
  await database.asOwner((db) => sql`alter table journal_posting drop constraint no_such_amount`.execute(db));
});

test('what staff did elsewhere left by no partner of ours', async () => {
  const effectId = await wanted('giftCard:elsewhere', 400);
  await database.inStore(ours, (db) => markDoneElsewhere(db, ours, effectId, 'Ada', 'Sent a card by mail'));
  expect((await bookedFor(effectId))[0]?.postings).toMatchObject([
    { account: 'shopper:claim', amount: 400 },
    { account: 'external', amount: -400 },
  ]);
});

test('balances are the sums of the postings', async () => {
  const balances = await database.inStore(ours, (db) => balancesOfStore(db, ours));
  const sum = balances.reduce((all, { balance }) => all + balance, 0);
  expect(balances.map(({ account }) => account)).toEqual([
    'external',
    'platform:giftCards',
    'platform:refunds',
    'shopper:claim',
  ]);
  expect(sum).toBe(0);
  expect(balances.find(({ account }) => account === 'platform:giftCards')?.balance).toBe(-850);
});
