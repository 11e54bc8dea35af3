import { pino } from 'pino';
import { expect, test } from 'vitest';
import { serverParts } from '#server/parts.ts';

test('roles stop at the same time, then what they stand on, the last first; one that fails holds up none', async () => {
  const said: string[] = [];
  const parts = serverParts(pino({ level: 'silent' }));
  const named = (name: string, work: Promise<void> = Promise.resolve()) => ({
    name,
    stop: async () => {
      said.push(`${name} stops`);
      await work;
      said.push(`${name} has stopped`);
    },
  });
  const long = Promise.withResolvers<void>();
  parts.addBase(named('database'));
  parts.addBase(named('partners'));
  parts.addRole(named('web'));
  parts.addRole(named('worker', Promise.reject(new Error('out of order'))));
  parts.addRole(named('cron', long.promise));
  const stopped = parts.stop();
  await expect.poll(() => said).toContain('web has stopped');
  expect(said).toEqual(['web stops', 'worker stops', 'cron stops', 'web has stopped']);
  long.resolve();
  await stopped;
  expect(said.slice(4)).toEqual([
    'cron has stopped',
    'partners stops',
    'partners has stopped',
    'database stops',
    'database has stopped',
  ]);
});
