import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '#server/testing/postgres.ts';
import { DEADLOCK_TIMEOUT_MS } from './locks.ts';
import type { Carrier } from './pool.ts';
import { openSocket } from './socket.ts';

export const DATABASES = ['pglite', 'postgres'] as const;
export type DatabaseName = (typeof DATABASES)[number];

/** An empty database, and the ways to it. */
type Opened = { name: DatabaseName; carriers: readonly Carrier[]; end(): Promise<void> };

/** The PostgreSQL server whose databases are used, and how many connections to each; null for the embedded database, which has one. */
export type Server = { url: string; connections: number } | null;

/** Opens a new empty database. Of several connections there are two more than transactions: to look at it, and at its locks. */
export const openEmpty = (server: Server): Promise<Opened> => (server === null ? openLite() : openPostgres(server));

async function openLite(): Promise<Opened> {
  const [{ PGlite }, { pg_trgm }, { btree_gin }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/contrib/btree_gin'),
  ]);
  const lite = await PGlite.create({ dataDir: 'memory://', extensions: { pg_trgm, btree_gin } });
  return {
    name: 'pglite',
    carriers: [(sent) => Buffer.from(lite.execProtocolRawSync(sent))],
    end: () => lite.close(),
  };
}

let opened = 0;
async function openPostgres({ url, connections }: NonNullable<Server>): Promise<Opened> {
  opened += 1;
  const database = `simulated_${process.pid}_${opened}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${database}`);
  await client.end();
  const { username, password, hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  // Through a file, where there is one: that costs less than the network within the machine.
  const to = folder === null ? { host: hostname, port: Number(port) } : { path: `${folder}/.s.PGSQL.${port}` };
  const count = connections === 1 ? 1 : connections + 2;
  const sockets = await Promise.all(
    Array.from({ length: count }, () => openSocket(to, { user: username, password, database })),
  );
  return {
    name: 'postgres',
    carriers: sockets.map(({ carry }) => carry),
    end: async () => void (await Promise.all(sockets.map(({ end }) => end()))),
  };
}

export type PostgresServer = { url: string; stop(): Promise<void> };

/** A PostgreSQL server for simulations: what it holds may be lost at any time. */
export async function startServer(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'makegood-simulate-'));
  const sockets = join(folder, 'cluster');
  const flags = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'autovacuum=off',
    'jit=off',
    // Nothing is copied to another server, and nobody reads what the server counts of itself.
    'wal_level=minimal',
    'max_wal_senders=0',
    'track_activities=off',
    'track_counts=off',
    'update_process_title=off',
    `deadlock_timeout=${DEADLOCK_TIMEOUT_MS}ms`,
  ];
  const server = await startPostgres(
    folder,
    [...flags, `unix_socket_directories=${sockets}`].flatMap((flag) => ['-c', flag]),
  );
  const url = new URL(server.databaseUrl);
  url.searchParams.set('host', sockets);
  return {
    url: url.href,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
