import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connect, type Database } from '#server/db/connect.ts';
import { embeddedDatabaseFolder } from '#server/setup-database.ts';
import { copyTemplate } from '#server/testing/embedded-template.ts';

/** A fresh, migrated database: on the PostgreSQL server the test run started (TEST_DATABASE_URL), else embedded in a folder of its own. */
export async function testDatabase(): Promise<Database> {
  const place = await testDatabasePlace();
  const { databaseUrl } = place;
  const database = await connect({ databaseUrl, dataFolder: embeddedDatabaseFolder(place.dataFolder), poolSize: 8 });
  return {
    ...database,
    close: async () => {
      await database.close();
      await place.remove();
    },
  };
}

/** Where a fresh database is or may be made; `dataFolder` is that of a server. `remove` takes it all away again. */
export type DatabasePlace = { databaseUrl: string | undefined; dataFolder: string; remove(): Promise<void> };

export async function testDatabasePlace(): Promise<DatabasePlace> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) return embeddedPlace();
  const { dataFolder, remove: removeFolder } = await testFolder();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await command(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    databaseUrl: url.href,
    dataFolder,
    remove: async () => {
      await command(server, `drop database ${name} with (force)`);
      await removeFolder();
    },
  };
}

/** A fresh embedded database, whose roles are its own. */
export async function embeddedPlace(): Promise<DatabasePlace> {
  const folder = await testFolder();
  await copyTemplate(embeddedDatabaseFolder(folder.dataFolder));
  return { databaseUrl: undefined, ...folder };
}

async function testFolder(): Promise<Pick<DatabasePlace, 'dataFolder' | 'remove'>> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'makegood-test-'));
  return { dataFolder, remove: () => rm(dataFolder, { recursive: true, force: true }) };
}

async function command(server: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
