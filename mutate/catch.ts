import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

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

/** What is run, and how: a test file, a folder of them, or one test by its name. */
export type Question = {
  path: string;
  test: string | null;
  isOnPostgres: boolean;
  /** Laws try so many times their number of cases. */
  lawTimes: number;
};

export type Outcome =
  | { kind: 'silent'; passed: number }
  /** `where` is the test that failed, null for a simulator that does not end. */
  | { kind: 'caught'; where: Question | null; by: string }
  /** The simulator reports this schedule. */
  | { kind: 'violated'; schedule: number; by: string }
  /** Nothing was proved: the tests could not be started, or found none. */
  | { kind: 'broken'; why: string };

export type Asking = {
  folder: string;
  workers: number;
  seed: number;
  /** Laws try few of their cases, and never all. */
  isQuick: boolean;
};

const wordsOf = ({ path, isOnPostgres }: Question): string => `${path}${isOnPostgres ? ' (PostgreSQL)' : ''}`;

/** Runs tests in a copy up to the first that fails. */
export async function askTests(question: Question, asking: Asking): Promise<Outcome> {
  const { path, test, isOnPostgres, lawTimes } = question;
  const report = join(asking.folder, 'mutate-report.json');
  await rm(report, { force: true });
  const command = isOnPostgres ? ['scripts/test-on-postgres.ts'] : ['node_modules/.bin/vitest', 'run'];
  const what = path.startsWith('src/core') ? ['--project', 'pure', path] : [path];
  const named = test === null ? [] : ['-t', `^${RegExp.escape(test)}$`];
  const options = ['--bail=1', `--maxWorkers=${asking.workers}`, '--reporter=json', `--outputFile=${report}`];
  const { isInTime, said } = await run([...command, ...what, ...named, ...options], asking, {
    LAW_TIMES: `${lawTimes}`,
  });
  if (!isInTime) return { kind: 'caught', where: question, by: `${wordsOf(question)} does not end` };
  const text = await readFile(report, 'utf8').catch(() => null);
  if (text === null) return { kind: 'broken', why: `${wordsOf(question)} told nothing: ${said.slice(-800)}` };
  return outcomeOf(Report.parse(JSON.parse(text)), question, asking.folder);
}

const Report = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

function outcomeOf(report: z.infer<typeof Report>, question: Question, folder: string): Outcome {
  const caught = (name: string, test: string | null, how: string): Outcome => {
    const path = name.slice(name.indexOf('/src/') >= 0 ? name.lastIndexOf('/src/') + 1 : folder.length + 1);
    const where = { ...question, path, test };
    return { kind: 'caught', where, by: `${wordsOf(where)}: ${how}` };
  };
  for (const { name, assertionResults } of report.testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (!failed) continue;
    const said = failed.failureMessages?.join('\n') ?? '';
    const tried = /Property failed after (\d+) tests/.exec(said);
    // As vitest names it when it is asked for one test.
    const test = [...failed.ancestorTitles, failed.title].join(' > ');
    const isLate = /Test timed out in/.test(said);
    return caught(name, test, `${test}${tried ? `, case ${tried[1]}` : ''}${isLate ? ', which does not end' : ''}`);
  }
  const unloaded = report.testResults.find(({ status }) => status === 'failed');
  if (unloaded) return caught(unloaded.name, null, `does not start: ${unloaded.message.slice(0, 120)}`);
  return { kind: 'silent', passed: report.numPassedTests };
}

/** Runs schedules of the simulator in a copy up to the first violation. */
export async function askSimulator(
  schedules: number,
  database: 'pglite' | 'postgres',
  asking: Asking,
  from = 0,
): Promise<Outcome> {
  // The embedded database has one connection; on PostgreSQL transactions overlap.
  const where = database === 'postgres' ? ['--database', database, '--connections', '4'] : ['--database', database];
  const spread = ['--seed', String(asking.seed), '--processes', String(asking.workers), ...where];
  const { isInTime, said } = await run(
    ['simulate/run.ts', '--from', String(from), '--schedules', String(schedules), ...spread],
    asking,
    {},
  );
  if (!isInTime) return { kind: 'caught', where: null, by: 'the simulator does not end' };
  const violated = /Schedule (\d+) of seed \d+ is violated:\n- (.*)/.exec(said);
  if (violated)
    return {
      kind: 'violated',
      schedule: Number(violated[1]),
      by: `simulator, schedule ${violated[1]}: ${violated[2]?.slice(0, 120)}`,
    };
  return said.includes(' violated, ')
    ? { kind: 'silent', passed: schedules }
    : { kind: 'broken', why: `simulator: ${said.slice(-800)}` };
}

async function run(
  args: readonly string[],
  { folder, seed }: Asking,
  more: Readonly<Record<string, string>>,
): Promise<{ isInTime: boolean; said: string }> {
  const log = join(folder, 'mutate-output.txt');
  const output = openSync(log, 'w');
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', output, output],
    env: {
      ...process.env,
      LAW_SEED: String(seed),
      ...more,
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
