import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { exchange } from '#server/db/exchange.ts';

// A statement kept is a few kilobytes in every connection: enough for the product's own, not for what varies with its input.
const MOST_KEPT = 200;
const LONGEST_KEPT = 4000;
// The columns of `*` change with the schema; a connection that kept the old ones would be refused from then on.
const ALL_COLUMNS = /(?:select|returning|\.) ?\*/i;

/** A statement on its way to the database. */
export type Asked = { text: string; parameters: readonly unknown[] };
export type Around = { before: readonly string[]; after: readonly string[] };
export type KeepingClient = PostgresPoolClient & {
  /** Several statements in one exchange, with others around them; when one fails, those after it are left out and fail too. */
  queryTogether<Row>(asked: readonly Asked[], around: Around): Promise<PostgresQueryResult<Row>>[];
};
export type KeepingPool = Omit<PostgresPool, 'connect'> & { connect(): Promise<KeepingClient> };

/**
 * A pool whose connections keep their prepared statements, so that each is parsed and planned once. Row security still
 * follows the role of each transaction, because the database replans when it changes.
 */
export function keepingStatements(pool: pg.Pool): KeepingPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_KEPT) return known;
    if (text.length > LONGEST_KEPT || ALL_COLUMNS.test(text)) return undefined;
    const name = `kept-${names.size}`;
    names.set(text, name);
    return name;
  };
  // The caller knows a connection by its object, so each has one.
  const clients = new WeakMap<pg.PoolClient, KeepingClient>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client) ?? keeping(client, nameOf);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

function keeping(client: pg.PoolClient, nameOf: (text: string) => string | undefined): KeepingClient {
  const plain: PostgresPoolClient = client;
  function query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(what: string | PostgresCursor<Row>, parameters: readonly unknown[] = []) {
    if (typeof what !== 'string') return plain.query(what);
    // Without parameters it may be several statements, which cannot have one name.
    const name = parameters.length > 0 ? nameOf(what) : undefined;
    return name === undefined
      ? plain.query<Row>(what, parameters)
      : client.query({ name, text: what, values: [...parameters] });
  }
  return {
    query,
    queryTogether: (asked, around) =>
      exchange(client, { ...around, statements: asked.map((one) => ({ ...one, name: nameOf(one.text) })) }),
    release: (destroy) => client.release(destroy),
  };
}
