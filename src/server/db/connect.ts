import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from '#server/db/tables.ts';
import { migrate } from '#server/db/migrate.ts';

/** A handle inside one transaction: the only one in scope there. */
export type Db = Transaction<Tables>;

export type Database = {
  kind: 'pglite' | 'postgres';
  /** One transaction as the application role, seeing only this store. Never call a partner inside. */
  inStore<T>(storeId: number, work: (db: Db) => Promise<T>): Promise<T>;
  /** One transaction as the owner, for what belongs to no store: users, sessions, finding due work. */
  asOwner<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type DatabaseSettings = { databaseUrl: string | undefined; dataFolder: string; poolSize: number };

const BIGINT_OID = 20;
pg.types.setTypeParser(BIGINT_OID, (text) => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint out of range: ${text}`);
  return number;
});

/** Opens the database, brings its schema up to date, and returns it. Throws with one clear sentence when it cannot be reached. */
export async function connect(settings: DatabaseSettings): Promise<Database> {
  const { pool, end } = settings.databaseUrl
    ? openPostgres(settings.databaseUrl, settings.poolSize)
    : await openPglite(settings.dataFolder);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(kysely);
  } catch (error) {
    await kysely.destroy().catch(() => undefined);
    await end();
    throw error;
  }
  return {
    kind: settings.databaseUrl ? 'postgres' : 'pglite',
    inStore: (storeId, work) =>
      kysely.transaction().execute(async (db) => {
        if (!Number.isSafeInteger(storeId)) throw new RangeError('a store id is a whole number');
        await sql.raw(`set local role makegood_app; set local app.store_id = '${storeId}'`).execute(db);
        return work(db);
      }),
    asOwner: (work) => kysely.transaction().execute(work),
    close: async () => {
      await kysely.destroy();
      await end();
    },
  };
}

type Opened = { pool: pg.Pool; end: () => Promise<void> };

function openPostgres(connectionString: string, max: number): Opened {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  // A connection lost while idle is replaced by the pool; unhandled, this event would end the process.
  pool.on('error', () => undefined);
  return { pool, end: async () => undefined };
}

async function openPglite(folder: string): Promise<Opened> {
  const [{ PGlite }, { pg_trgm }, { createPgConfig }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/node-postgres'),
  ]);
  const lite = await PGlite.create({ dataDir: folder, extensions: { pg_trgm } });
  // PGlite is one session: more connections would interleave statements of different transactions.
  const pool = new pg.Pool({ ...createPgConfig(lite), max: 1, connectionTimeoutMillis: 30_000 });
  return { pool, end: () => lite.close() };
}
