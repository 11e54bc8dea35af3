import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Locks } from './locks.ts';

test('a statement that waits a moment for another which is about to get the row is not taken for one that still waits', async () => {
  let looks: Record<number, number[]>[] = [];
  let last: Record<number, number[]> = { 1: [9], 2: [1] };
  const locks = new Locks((pids) => {
    last = looks.shift() ?? last;
    return Promise.resolve(new Map(pids.map((pid) => [pid, last[pid] ?? []])));
  });
  const answers = [1, 2].map(() => Promise.withResolvers<Buffer>());
  const waiting: (() => Promise<unknown>)[] = [];
  for (const [index, { promise }] of answers.entries()) {
    const found = await locks.answerOf(index + 1, promise);
    if (typeof found !== 'function') throw new Error('it waits for nothing');
    waiting.push(found);
  }
  expect(locks.waiting).toBe(2);

  // Transaction 9 ended. The second overtakes the first for a moment, and then the first has the row after all.
  looks = [{ 1: [2] }, { 2: [1] }];
  void pause(10).then(() => answers[0]?.resolve(Buffer.of(7)));
  locks.released();
  expect(await locks.settle()).toBe(true);
  expect(locks.waiting).toBe(1);
  expect(await waiting[0]?.()).toEqual({ answer: Buffer.of(7) });

  answers[1]?.resolve(Buffer.of(8));
  await pause(1);
  locks.released();
  expect(await locks.settle()).toBe(true);
  expect(locks.waiting).toBe(0);
});
