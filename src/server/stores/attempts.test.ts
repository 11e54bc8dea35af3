import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { giveAttemptBack, takeAttempt } from '#server/stores/attempts.ts';
import { postgresDatabase } from '#server/testing/postgres-database.ts';

const SECRET = 'test-secret';

let database: Database;

beforeAll(async () => {
  database = await postgresDatabase(12);
});
afterAll(async () => {
  await database.close();
});

const bucketsOf = (...names: string[]) => names.map((bucket) => ({ bucket, most: 1000, windowSeconds: 3600 }));

/** How many attempts are counted: as many as can no longer be made. */
async function countOf(bucket: string): Promise<number> {
  const isFree = (most: number) => takeAttempt(database, SECRET, [{ bucket, most, windowSeconds: 3600 }]);
  for (let most = 1; ; most += 1) {
    const fits = await isFree(most);
    await giveAttemptBack(database, SECRET, bucketsOf(bucket));
    if (fits) return most - 1;
  }
}

test('attempts on the same buckets at the same time all succeed, and none stays counted', async () => {
  // Pairs in both orders, each attempt with its own order number.
  const lookUp = async (at: number): Promise<void> => {
    const names = ['address', 'order', `other ${at}`];
    const limits = bucketsOf(...(at % 2 === 0 ? names : names.toReversed()));
    for (let round = 0; round < 10; round += 1) {
      expect(await takeAttempt(database, SECRET, limits)).toBe(true);
      await giveAttemptBack(database, SECRET, limits);
    }
  };
  await Promise.all(Array.from({ length: 12 }, (_, at) => lookUp(at)));
  expect(await countOf('address')).toBe(0);
  expect(await countOf('order')).toBe(0);
});

test('an attempt over one of its limits is refused and counted in both', async () => {
  const limits = [
    { bucket: 'wide', most: 10, windowSeconds: 3600 },
    { bucket: 'narrow', most: 2, windowSeconds: 3600 },
  ];
  const taken: boolean[] = [];
  for (let time = 0; time < 3; time += 1) taken.push(await takeAttempt(database, SECRET, limits));
  expect(taken).toEqual([true, true, false]);
  expect(await countOf('wide')).toBe(3);
  expect(await countOf('narrow')).toBe(3);
});

test('a count begins again when its window is over', async () => {
  const limits = [{ bucket: 'short', most: 1, windowSeconds: 0 }];
  expect(await takeAttempt(database, SECRET, limits)).toBe(true);
  expect(await takeAttempt(database, SECRET, limits)).toBe(true);
});
