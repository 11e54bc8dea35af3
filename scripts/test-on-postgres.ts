// Runs the server tests on a real PostgreSQL, started for them from an npm package; arguments go to vitest.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '#server/testing/postgres.ts';
import { useTemporaryFolder } from '#server/testing/temporary-folder.ts';

const removeFolder = await useTemporaryFolder();
const folder = await mkdtemp(join(tmpdir(), 'makegood-postgres-'));
// Test data may be lost with the machine; waiting for the disk would only slow the tests.
const server = await startPostgres(folder, ['-c', 'fsync=off', '-c', 'max_connections=200']);

const asked = process.argv.slice(2);
// In a process of its own: the server's package ends its process with 0 whatever the tests said.
const tests = spawn('vitest', ['run', ...(asked.length > 0 ? asked : ['src/server'])], {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: server.databaseUrl, TESTS_LEFT_TO_POSTGRES: 'false' },
});
const [code] = (await once(tests, 'exit')) as [number | null];
await server.stop();
await removeFolder();
process.exit(code ?? 1);
