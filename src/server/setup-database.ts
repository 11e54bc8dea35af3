import { sql } from 'kysely';
import { join } from 'node:path';
import { SetupError, type Config } from '#server/config.ts';
import { connect, type Database, type Db } from '#server/db/connect.ts';
import { lockDataFolder } from '#server/db/data-folder-lock.ts';
import { abandonAllSyncs } from '#server/sync/sync-state.ts';

export const embeddedDatabaseFolder = (dataFolder: string): string => join(dataFolder, 'database');

/** Opens the database of the configuration; the embedded one for this process alone. Throws SetupError in one sentence. */
export async function setUpDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_POOL_SIZE' | 'DATA_FOLDER'>,
): Promise<Database> {
  const settings = {
    databaseUrl: config.DATABASE_URL,
    dataFolder: embeddedDatabaseFolder(config.DATA_FOLDER),
    poolSize: config.DATABASE_POOL_SIZE,
  };
  if (config.DATABASE_URL !== undefined)
    return connect(settings).catch(fail('The database at DATABASE_URL cannot be used'));
  const release = lockDataFolder(config.DATA_FOLDER);
  try {
    const database = await connect(settings);
    await database.asOwner(releaseHeld);
    return {
      ...database,
      close: async () => {
        await database.close();
        release();
      },
    };
  } catch (error) {
    release();
    return fail(`The database in ${config.DATA_FOLDER} cannot be opened`)(error);
  }
}

// The longest time a partner takes to carry out a request and show the result.
const SETTLE_SECONDS = 60;

/**
 * The previous process held work under leases. It is dead, or this folder wouldn't be ours, so the leases can end
 * early, except for calls it has just sent: a partner that is asked too early doesn't know them yet, and would do them
 * again.
 */
async function releaseHeld(db: Db): Promise<void> {
  await db
    .updateTable('effect')
    .set({ taken_until: sql`least(taken_until, now() + ${SETTLE_SECONDS} * interval '1 second')` })
    .where('state', '=', 'running')
    .execute();
  await abandonAllSyncs(db);
}

// The driver gives an AggregateError without words when every address of a host refused.
const fail =
  (what: string) =>
  (error: unknown): never => {
    const cause = error instanceof AggregateError ? error.errors[0] : error;
    throw new SetupError(`${what}: ${cause instanceof Error ? cause.message.split('\n', 1)[0] : 'unknown reason'}`, {
      cause: error,
    });
  };
