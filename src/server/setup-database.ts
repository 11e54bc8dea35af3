import { join } from 'node:path';
import { SetupError, type Config } from '#server/config.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { lockDataFolder } from '#server/db/data-folder-lock.ts';

/** Opens the database of the configuration; the embedded one for this process alone. Throws SetupError in one sentence. */
export async function setUpDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_POOL_SIZE' | 'DATA_FOLDER'>,
): Promise<Database> {
  const settings = {
    databaseUrl: config.DATABASE_URL,
    dataFolder: join(config.DATA_FOLDER, 'database'),
    poolSize: config.DATABASE_POOL_SIZE,
  };
  if (config.DATABASE_URL !== undefined)
    return connect(settings).catch(fail('The database at DATABASE_URL cannot be used'));
  const release = lockDataFolder(config.DATA_FOLDER);
  try {
    const database = await connect(settings);
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

// The driver gives an AggregateError without words when every address of a host refused.
const fail =
  (what: string) =>
  (error: unknown): never => {
    const cause = error instanceof AggregateError ? error.errors[0] : error;
    throw new SetupError(`${what}: ${cause instanceof Error ? cause.message.split('\n', 1)[0] : 'unknown reason'}`, {
      cause: error,
    });
  };
