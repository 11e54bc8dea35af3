import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Catcher } from './defect.ts';

const LONGEST_MS = 15 * 60_000;

/** Groups of processes under way; none outlives this process. */
const groups = new Set<number>();
process.on('exit', () => groups.forEach(end));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

function end(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

export type Outcome =
  | { kind: 'silent' }
  /** `file` is null for the simulator. */
  | { kind: 'caught'; file: string | null; by: string }
  /** Nothing was proved: the tests could not be started, or found none. */
  | { kind: 'broken'; why: string };

export type Asking = { folder: string; workers: number; seed: number };

const wordsOf = (catcher: Catcher): string =>
  typeof catcher === 'string' ? catcher : `${catcher.onPostgres} on PostgreSQL`;

/** Runs tests in a copy up to the first that fails. */
export async function askTests(catcher: Catcher, asking: Asking): Promise<Outcome> {
  const report = join(asking.folder, 'mutate-report.json');
  await rm(report, { force: true });
  const [command, path] =
    typeof catcher === 'string'
      ? [['node_modules/.bin/vitest', 'run'], catcher]
      : [['scripts/test-on-postgres.ts'], catcher.onPostgres];
  const options = ['--bail=1', `--maxWorkers=${asking.workers}`, '--reporter=json', `--outputFile=${report}`];
  const what = path === 'src/core' ? ['--project', 'pure', path] : [path];
  const { isInTime, said } = await run([...command, ...what, ...options], asking);
  if (!isInTime) return { kind: 'caught', file: path, by: `${wordsOf(catcher)} does not end` };
  const text = await readFile(report, 'utf8').catch(() => null);
  if (text === null) return { kind: 'broken', why: `${wordsOf(catcher)} told nothing: ${said.slice(-800)}` };
  return outcomeOf(Report.parse(JSON.parse(text)), catcher, asking.folder);
}

const Report = z.object({
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

function outcomeOf(report: z.infer<typeof Report>, catcher: Catcher, folder: string): Outcome {
  for (const { name, assertionResults } of report.testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (!failed) continue;
    const tried = /Property failed after (\d+) tests/.exec(failed.failureMessages?.join('\n') ?? '');
    const file = name.slice(name.indexOf('/src/') >= 0 ? name.lastIndexOf('/src/') + 1 : folder.length + 1);
    const where = typeof catcher === 'string' ? '' : ' (PostgreSQL)';
    return {
      kind: 'caught',
      file,
      by: `${file}${where}: ${failed.fullName.trim()}${tried ? `, case ${tried[1]}` : ''}`,
    };
  }
  const unloaded = report.testResults.find(({ status }) => status === 'failed');
  if (unloaded) return { kind: 'broken', why: `${unloaded.name} does not load: ${unloaded.message.slice(0, 800)}` };
  if (report.numTotalTests === 0) return { kind: 'broken', why: `${wordsOf(catcher)} holds no test` };
  return { kind: 'silent' };
}

/** Runs schedules of the simulator in a copy up to the first violation. */
export async function askSimulator(
  schedules: number,
  database: 'pglite' | 'postgres',
  asking: Asking,
): Promise<Outcome> {
  // The embedded database has one connection; on PostgreSQL transactions overlap.
  const where = database === 'postgres' ? ['--database', database, '--connections', '4'] : ['--database', database];
  const spread = ['--seed', String(asking.seed), '--processes', String(asking.workers), ...where];
  const { isInTime, said } = await run(['simulate/run.ts', '--schedules', String(schedules), ...spread], asking);
  if (!isInTime) return { kind: 'caught', file: null, by: 'the simulator does not end' };
  const violated = /Schedule (\d+) of seed \d+ is violated:\n- (.*)/.exec(said);
  if (violated)
    return { kind: 'caught', file: null, by: `simulator, schedule ${violated[1]}: ${violated[2]?.slice(0, 120)}` };
  return said.includes(' violated, ') ? { kind: 'silent' } : { kind: 'broken', why: `simulator: ${said.slice(-800)}` };
}

async function run(args: readonly string[], { folder, seed }: Asking): Promise<{ isInTime: boolean; said: string }> {
  const log = join(folder, 'mutate-output.txt');
  const output = openSync(log, 'w');
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', output, output],
    env: {
      LAW_TIMES: '1',
      LAW_SEED: String(seed),
      ...process.env,
      NO_COLOR: '1',
      PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
    },
    // A group of its own, so that whatever it has started ends with it.
    detached: true,
  });
  closeSync(output);
  const group = child.pid;
  if (group === undefined) throw new Error(`${args[0]} cannot be started`);
  groups.add(group);
  let isInTime = true;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.once('error', reject);
  const timer = setTimeout(() => {
    isInTime = false;
    end(group);
  }, LONGEST_MS);
  await promise.finally(() => {
    clearTimeout(timer);
    end(group);
    groups.delete(group);
  });
  return { isInTime, said: await readFile(log, 'utf8') };
}
