import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connect } from '#server/db/connect.ts';
import { startChild } from './child.ts';
import { send } from './load.ts';
import { serverEnv } from './measure.ts';
import { postgresPlace } from './places.ts';
import { makeStore } from './store.ts';

const LOOK_MS = 250;

/**
 * A report of every claim of a store, one line each: lines a second from the request to the file, and the most memory
 * the whole serving process held, beside a process that only reads a cursor and writes lines. The link's email is not sent.
 */
export async function measureExport(claims: number): Promise<void> {
  const place = await postgresPlace();
  const { databaseUrl = '' } = place;
  try {
    const database = await connect({ databaseUrl, dataFolder: join(place.dataFolder, 'database'), poolSize: 2 });
    try {
      const store = await makeStore(database, claims, 1);
      const floor = await timed(async () => {
        const environment = { DATABASE_URL: databaseUrl, BENCH_STORE_ID: String(store.storeId) };
        return runFloor({ ...environment, BENCH_FILE: join(place.dataFolder, 'floor.csv') });
      });
      const server = await startChild('server.ts', { ...serverEnv(place), ROLES: 'web,worker' });
      const atRest = await memoryOf(server.pid);
      const report = await timed(async () => {
        const body = { kind: 'Return', filename: 'everything', email: 'staff@bench.example' };
        await send({
          url: `${server.url}/api/merchant/${store.storeId}/report`,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-makegood': '1',
            cookie: `makegood_session=${store.sessionToken}`,
          },
          body: JSON.stringify(body),
        });
        for (;;) {
          await pause(LOOK_MS);
          const [row] = await database.asOwner((db) => db.selectFrom('report').selectAll().execute());
          if (row?.file_key) return row.line_count;
        }
      });
      const peak = await memoryOf(server.pid);
      await server.stop();
      const perSecond = report.made / report.seconds;
      const floorPerSecond = claims / floor.seconds;
      console.log(
        [
          `export of ${report.made.toLocaleString('en-US')} lines: ${report.seconds.toFixed(1)} s, ${Math.round(perSecond).toLocaleString('en-US')} lines/s;`,
          `floor (a cursor, lines written plainly) ${Math.round(floorPerSecond).toLocaleString('en-US')} lines/s: ${(perSecond / floorPerSecond).toFixed(2)};`,
          `most memory of the serving process ${peak} MB (${atRest} MB before), of the floor ${floor.made} MB`,
        ].join(' '),
      );
    } finally {
      await database.close();
    }
  } finally {
    await place.remove();
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ made: T; seconds: number }> {
  const began = performance.now();
  const made = await work();
  return { made, seconds: (performance.now() - began) / 1000 };
}

/** Runs to its end; returns the most memory it held, in MB. */
async function runFloor(env: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('export-floor.ts', import.meta.url))], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let most = 0;
  const watching = setInterval(
    () => void memoryOf(child.pid).then((now) => (most = Math.max(most, now || 0))),
    LOOK_MS,
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(watching);
  if (code !== 0) throw new Error(`the floor of the export ended with code ${code}`);
  return most;
}

/** The most memory a process ever held, in MB, where the system tells it. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024);
}
