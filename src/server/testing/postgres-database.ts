import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database } from '#server/db/connect.ts';
import { testDatabasePlace } from '#server/testing/database.ts';
import { startPostgres } from '#server/testing/postgres.ts';

/** A fresh database on PostgreSQL, whose connections can wait for each other. The embedded database has only one connection. */
export async function postgresDatabase(poolSize: number): Promise<Database> {
  const { databaseUrl, remove } = await (process.env['TEST_DATABASE_URL'] ? testDatabasePlace() : ownServer());
  const database = await connect({ databaseUrl, dataFolder: '', poolSize });
  return {
    ...database,
    close: async () => {
      await database.close();
      await remove();
    },
  };
}

async function ownServer(): Promise<{ databaseUrl: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'makegood-postgres-'));
  const { databaseUrl, stop } = await startPostgres(folder, ['-c', 'fsync=off']);
  return {
    databaseUrl,
    remove: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
