import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startCron, type CronJob } from '#server/cron.ts';

const log = pino({ level: 'silent' });

function counting(
  name: string,
  everyMs: number,
  work: () => Promise<void> = async () => {},
): CronJob & { runs: number } {
  const job = {
    name,
    everyMs,
    runs: 0,
    run: async () => {
      job.runs += 1;
      await work();
    },
  };
  return job;
}

test('each job runs at once and then at its own pace; one that fails goes on and holds up nobody', async () => {
  const often = counting('often', 20);
  const rarely = counting('rarely', 60_000);
  const failing = counting('failing', 20, () => Promise.reject(new Error('out of order')));
  const cron = startCron([failing, often, rarely], log);
  expect([failing.runs, often.runs, rarely.runs]).toEqual([1, 1, 1]);
  await expect.poll(() => Math.min(often.runs, failing.runs)).toBeGreaterThan(2);
  expect(rarely.runs).toBe(1);
  await cron.stop();
  const { runs } = often;
  await pause(60);
  expect(often.runs).toBe(runs);
});

test('a process with nothing else to do goes on until it is stopped', async () => {
  const keeping = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = keeping();
  const cron = startCron([counting('often', 60_000), counting('rarely', 60_000)], log);
  expect(keeping()).toBe(before + 2);
  const stopped = cron.stop();
  expect(keeping()).toBe(before);
  await stopped;
});

test('a job slower than its pace is not begun twice', async () => {
  let end = (): void => undefined;
  const slow = counting('slow', 5, () => new Promise<void>((resolve) => (end = resolve)));
  const cron = startCron([slow], log);
  await pause(50);
  expect(slow.runs).toBe(1);
  end();
  await expect.poll(() => slow.runs).toBe(2);
  const stopped = cron.stop();
  end();
  await stopped;
});

test('stopping asks those begun to end, and waits until they have', async () => {
  let hasEnded = false;
  const cron = startCron(
    [
      {
        name: 'long',
        everyMs: 60_000,
        run: async (signal) => {
          await pause(60_000, undefined, { signal }).catch(() => undefined);
          await pause(20);
          hasEnded = true;
        },
      },
    ],
    log,
  );
  await cron.stop();
  expect(hasEnded).toBe(true);
});
