// Runs the server tests on a real PostgreSQL, started for them from an npm package; arguments go to vitest. Without any,
// the files with a failed test are run once more, in a new database: failing there too, they have failed. A law is not
// given a second chance, as it would draw other cases.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { startPostgres } from '#server/testing/postgres.ts';
import { useTemporaryFolder } from '#server/testing/temporary-folder.ts';

/** Above it, something is wrong with more than a moment. */
const MOST_FILES_AGAIN = 3;
/** What files of laws load. */
const LAWS = '#core/law.fixture.ts';

const removeFolder = await useTemporaryFolder();
const folder = await mkdtemp(join(tmpdir(), 'makegood-postgres-'));
// Test data may be lost with the machine; waiting for the disk would only slow the tests.
const server = await startPostgres(folder, ['-c', 'fsync=off', '-c', 'max_connections=200']);

type Failure = { file: string; test: string; why: string };
type Ran = { code: number; failures: Failure[] };

// In a process of its own: the server's package ends its process with 0 whatever the tests said.
async function run(args: readonly string[]): Promise<number> {
  const tests = spawn('vitest', ['run', ...args], {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: server.databaseUrl, TESTS_LEFT_TO_POSTGRES: 'false' },
  });
  const [code] = (await once(tests, 'exit')) as [number | null];
  return code ?? 1;
}

async function runWithReport(name: string, files: readonly string[]): Promise<Ran> {
  const report = join(folder, `${name}.json`);
  const code = await run([...files, '--reporter=default', '--reporter=json', `--outputFile=${report}`]);
  return { code, failures: existsSync(report) ? failuresIn(readFileSync(report, 'utf8')) : [] };
}

type Report = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
};

/** The tests that failed, and the files that failed as a whole. */
const failuresIn = (report: string): Failure[] =>
  (JSON.parse(report) as Report).testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((one) => one.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ file, test: fullName, why: (failureMessages ?? []).join('\n') }));
    return failed.length === 0 && status === 'failed' ? [{ file, test: 'the whole file', why: message }] : failed;
  });

const tell = (failures: readonly Failure[], when: string): void => {
  for (const { file, test, why } of failures)
    console.log(`${file} “${test}” failed ${when}: ${stripVTControlCharacters(why)}`);
};

async function runAll(): Promise<number> {
  const first = await runWithReport('first', ['src/server']);
  const files = [...new Set(first.failures.map(({ file }) => file))];
  const isLaw = files.some((file) => readFileSync(file, 'utf8').includes(LAWS));
  if (files.length === 0 || files.length > MOST_FILES_AGAIN || isLaw) return first.code;
  const second = await runWithReport('second', files);
  tell(first.failures, 'at first');
  tell(second.failures, 'twice');
  return second.code;
}

const asked = process.argv.slice(2);
const code = asked.length > 0 ? await run(asked) : await runAll();
await server.stop();
await removeFolder();
process.exit(code);
