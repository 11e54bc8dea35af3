import {
  PostgresDialect,
  PostgresDriver,
  type Driver,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import type { Asked, KeepingClient, KeepingPool } from '#server/db/kept-statements.ts';

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

type Waiting = Asked & { resolve(result: PostgresQueryResult<unknown>): void; reject(error: unknown): void };

/**
 * Statements asked for at the same time, or while others are under way, go together in one exchange; the first takes the
 * beginning of the transaction with it. Nothing is sent when that could not be begun, or after a statement that failed.
 */
function beginningWithFirst(client: KeepingClient, beginning: readonly string[]): PostgresPoolClient {
  let before = beginning;
  let waiting: Waiting[] = [];
  let underWay: Promise<void> | null = null;
  let failure: { error: unknown } | null = null;

  const sendWaiting = async (): Promise<void> => {
    do {
      // When everything that goes on now has come to wait.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      const asked = waiting;
      waiting = [];
      if (failure === null) await send(asked);
      else for (const { reject } of asked) reject(failure.error);
    } while (waiting.length > 0);
    underWay = null;
  };
  const send = async (asked: readonly Waiting[]): Promise<void> => {
    let answers: Promise<PostgresQueryResult<unknown>>[];
    try {
      answers = client.queryTogether<unknown>(asked, { before, after: [] });
    } catch (error) {
      failure = { error };
      for (const { reject } of asked) reject(error);
      return;
    }
    before = [];
    await Promise.all(
      answers.map((answer, index) =>
        answer.then(asked[index]?.resolve, (error: unknown) => {
          failure ??= { error };
          asked[index]?.reject(error);
        }),
      ),
    );
  };
  const end = async <Row>(text: 'commit' | 'rollback'): Promise<PostgresQueryResult<Row>> => {
    await underWay;
    if (text === 'commit' && failure !== null) throw failure.error;
    if (before.length > 0) return NOTHING;
    return client.query<Row>(text, []);
  };

  function query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(
    what: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof what !== 'string') throw new Error('a cursor would be read outside the transaction of the store');
    if (what === 'commit' || what === 'rollback') return end(what);
    return new Promise((resolve, reject) => {
      waiting.push({
        text: what,
        parameters,
        resolve: (result) => resolve(result as PostgresQueryResult<Row>),
        reject,
      });
      underWay ??= sendWaiting();
    });
  }
  return { query, release: (destroy) => client.release(destroy) };
}

// There is no transaction to end when no statement was sent.
const NOTHING = { command: 'COMMIT', rowCount: 0, rows: [] } satisfies PostgresQueryResult<never>;
