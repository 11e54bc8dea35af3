import {
  PostgresDialect,
  PostgresDriver,
  type Driver,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import type { KeepingClient, KeepingPool } from '#server/db/kept-statements.ts';

const BEGIN = {
  change: 'begin',
  read: 'begin isolation level repeatable read read only',
  // A single statement sees one state of the database as it is.
  readOnce: 'begin read only',
} as const;

/** The statements that begin a transaction of a store as the application role. Throws RangeError for what is no store id: it becomes part of a statement. */
export function beginningOf(storeId: number, purpose: keyof typeof BEGIN): readonly string[] {
  if (!Number.isSafeInteger(storeId)) throw new RangeError('a store id is a whole number');
  return [BEGIN[purpose], 'set local role makegood_app', `set local app.store_id = '${storeId}'`];
}

/**
 * PostgreSQL for the transactions of one store. Each begins as the application role with the store set, in one exchange
 * with its first statement, and both end with it; cheap enough to be made for a single transaction.
 */
export class StoreDialect extends PostgresDialect {
  readonly #pool: PostgresPool;

  /** Throws RangeError for what is no store id. */
  constructor(pool: KeepingPool, storeId: number, purpose: 'change' | 'read') {
    const beginning = beginningOf(storeId, purpose);
    const begun = {
      options: pool.options,
      connect: async () => beginningWithFirst(await pool.connect(), beginning),
      end: () => pool.end(),
    };
    super({ pool: begun });
    this.#pool = begun;
  }

  override createDriver(): Driver {
    return new StoreDriver({ pool: this.#pool });
  }
}

class StoreDriver extends PostgresDriver {
  override async beginTransaction(): Promise<void> {
    // Goes with the first statement.
  }
}

/** Nothing is sent before the transaction is begun, and nothing at all when it could not be. */
function beginningWithFirst(client: KeepingClient, before: readonly string[]): PostgresPoolClient {
  let begun: Promise<unknown> | null = null;
  async function statement<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    if (text === 'rollback') await begun?.catch(() => undefined);
    else if (begun !== null) await begun;
    else if (text !== 'commit') {
      // Without parameters it may be several statements, which have to be sent by themselves.
      if (parameters.length > 0) {
        const first = client.queryWithin<Row>(text, parameters, { before, after: [] });
        begun = first;
        return first;
      }
      begun = client.query(before.join('; '), []);
      await begun;
    }
    return begun === null ? NOTHING : client.query<Row>(text, parameters);
  }
  function query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(
    what: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof what !== 'string') throw new Error('a cursor would be read outside the transaction of the store');
    return statement<Row>(what, parameters);
  }
  return { query, release: (destroy) => client.release(destroy) };
}

// There is no transaction to end when no statement was sent.
const NOTHING = { command: 'COMMIT', rowCount: 0, rows: [] } satisfies PostgresQueryResult<never>;
