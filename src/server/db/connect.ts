import { Kysely, PostgresDialect, type CompiledQuery, type Transaction } from 'kysely';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import pg from 'pg';
import { actorStatements } from '#server/db/acting.ts';
import { tryingAgain } from '#server/db/contention.ts';
import { keepingStatements, type KeepingPool } from '#server/db/kept-statements.ts';
import { migrate } from '#server/db/migrate.ts';
import { beginningOf, inTransaction } from '#server/db/transaction.ts';
import type { Tables } from '#server/db/tables.ts';
import { committed } from '#server/db/work-signal.ts';

/** A handle inside one transaction: the only one in scope there. */
export type Db = Transaction<Tables>;

/**
 * The database undoes a transaction that deadlocks with another one. It is then run again, up to five times, so the work
 * of a transaction changes nothing but the database.
 */
export type Database = {
  kind: 'pglite' | 'postgres';
  /** One transaction as the application role, seeing only this store. Never call a partner inside. */
  inStore<T>(storeId: number, work: (db: Db) => Promise<T>): Promise<T>;
  /** Like inStore, but read-only: all statements see one snapshot, so that figures shown together match. */
  readStore<T>(storeId: number, work: (db: Db) => Promise<T>): Promise<T>;
  /** The rows of one statement that only reads, as in readStore: one exchange with the database for all of it. */
  rowsInStore<Row>(storeId: number, statement: OneStatement<Row>): Promise<Row[]>;
  /** As rowsInStore, of a statement that changes something. */
  changeInStore<Row>(storeId: number, statement: OneStatement<Row>): Promise<Row[]>;
  /** One transaction as the owner, for what belongs to no store: users, sessions, finding due work. */
  asOwner<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** The rows of one statement as the owner, which is a transaction by itself: one exchange with the database instead of three. */
  rowsAsOwner<Row>(statement: OneStatement<Row>): Promise<Row[]>;
  close(): Promise<void>;
};

/** Makes a statement that is sent by itself. */
export type OneStatement<Row> = (db: Kysely<Tables>) => { compile(db: Kysely<Tables>): CompiledQuery<Row> };

export type DatabaseSettings = { databaseUrl: string | undefined; dataFolder: string; poolSize: number };

const BIGINT_OID = 20;
pg.types.setTypeParser(BIGINT_OID, (text) => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint out of range: ${text}`);
  return number;
});

/** Opens the database, brings its schema up to date, and returns it. Throws with one clear sentence when it cannot be reached. */
export const connect = async (settings: DatabaseSettings): Promise<Database> => databaseOver(await openPool(settings));

/** The connections to the database, without a look at its schema. */
export const openPool = async ({ databaseUrl, dataFolder, poolSize }: DatabaseSettings): Promise<Opened> =>
  databaseUrl ? openPostgres(databaseUrl, poolSize) : openPglite(dataFolder);

/** The database behind a pool of connections, its schema brought up to date. Closing it ends both. */
export async function databaseOver({ kind, pool, end }: Opened): Promise<Database> {
  const dialect = new PostgresDialect({ pool });
  const kysely = new Kysely<Tables>({ dialect });
  const within = <T>(beginning: readonly string[], work: (db: Db) => Promise<T>): Promise<T> =>
    tryingAgain(() => inTransaction({ pool, dialect }, beginning, work, committed));
  try {
    await migrate(kysely);
  } catch (error) {
    await kysely.destroy().catch(() => undefined);
    await end();
    throw error;
  }
  return {
    kind,
    inStore: async (storeId, work) => within(beginningOf(storeId, 'change'), work),
    readStore: async (storeId, work) => within(beginningOf(storeId, 'read'), work),
    rowsInStore: async (storeId, statement) =>
      rowsInStore(pool, beginningOf(storeId, 'readOnce'), statement(kysely).compile(kysely)),
    changeInStore: async (storeId, statement) =>
      rowsInStore(pool, beginningOf(storeId, 'change'), statement(kysely).compile(kysely)),
    asOwner: (work) => within(['begin', ...actorStatements()], work),
    rowsAsOwner: (statement) => rowsAsOwner(pool, statement(kysely).compile(kysely)),
    close: async () => {
      await kysely.destroy();
      await end();
    },
  };
}

// Not by way of Kysely, which takes longer over one statement than the driver.
const rowsAsOwner = <Row>(pool: KeepingPool, { sql, parameters }: CompiledQuery<Row>): Promise<Row[]> =>
  tryingAgain(async () => {
    const client = await pool.connect();
    try {
      return (await client.query<Row>(sql, parameters)).rows;
    } finally {
      client.release();
    }
  });

const rowsInStore = <Row>(
  pool: KeepingPool,
  before: readonly string[],
  { sql: text, parameters }: CompiledQuery<Row>,
): Promise<Row[]> =>
  tryingAgain(async () => {
    const client = await pool.connect();
    let isLost = false;
    try {
      const [answer] = client.queryTogether<Row>([{ text, parameters }], { before, after: ['commit'] });
      return (await answer)?.rows ?? [];
    } catch (error) {
      await client.query('rollback', []).catch(() => (isLost = true));
      throw error;
    } finally {
      client.release(isLost);
    }
  });

type Opened = { kind: Database['kind']; pool: KeepingPool; end: () => Promise<void> };

function openPostgres(connectionString: string, max: number): Opened {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 15_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  // A lost connection is replaced by the pool. Unhandled, either event would end the process: the pool hears only of
  // connections that are idle, so each one in use is heard by itself, and whatever it was asked fails.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { kind: 'postgres', pool: keepingStatements(pool), end: async () => undefined };
}

async function openPglite(folder: string): Promise<Opened> {
  const [{ PGlite }, { pg_trgm }, { btree_gin }, { createPgConfig }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/contrib/btree_gin'),
    import('@electric-sql/pglite/node-postgres'),
  ]);
  // Making a database takes seconds; one whose making was cut short holds nothing and could not be opened.
  const making = `${folder}.making`;
  if (existsSync(making)) rmSync(folder, { recursive: true, force: true });
  const isNew = !existsSync(folder);
  if (isNew) {
    mkdirSync(dirname(folder), { recursive: true });
    writeFileSync(making, '');
  }
  const lite = await PGlite.create({ dataDir: folder, extensions: { pg_trgm, btree_gin } });
  if (isNew) rmSync(making);
  // PGlite is one session: more connections would interleave statements of different transactions.
  const pool = new pg.Pool({ ...createPgConfig(lite), max: 1, connectionTimeoutMillis: 30_000 });
  return { kind: 'pglite', pool: keepingStatements(pool), end: () => lite.close() };
}
