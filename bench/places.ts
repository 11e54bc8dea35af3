import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '#server/testing/postgres.ts';

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
  const { databaseUrl, stop } = await startPostgres(dataFolder);
  return {
    name: 'PostgreSQL',
    dataFolder,
    databaseUrl,
    floorEnv: async () => ({ DATABASE_URL: databaseUrl }),
    remove: async () => {
      await stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
