import {
  DefaultQueryExecutor,
  DummyDriver,
  PostgresAdapter,
  PostgresQueryCompiler,
  Transaction,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type PostgresQueryResult,
  type QueryResult,
} from 'kysely';
import { actorStatements, noteAudited, owesEntry } from '#server/db/acting.ts';
import { isUndoneByContention } from '#server/db/contention.ts';
import type { Asked, KeepingClient, KeepingPool } from '#server/db/kept-statements.ts';
import type { Tables } from '#server/db/tables.ts';

const BEGIN = {
  change: 'begin',
  read: 'begin isolation level repeatable read read only',
  // A single statement sees one state of the database as it is.
  readOnce: 'begin read only',
} as const;

/** The statements that begin a transaction of a store as the application role. Throws RangeError for what is no store id: it becomes part of a statement. */
export function beginningOf(storeId: number, purpose: keyof typeof BEGIN): readonly string[] {
  if (!Number.isSafeInteger(storeId)) throw new RangeError('a store id is a whole number');
  return [
    BEGIN[purpose],
    ...(purpose === 'change' ? actorStatements() : []),
    'set local role makegood_app',
    `set local app.store_id = '${storeId}'`,
  ];
}

/**
 * Carries work out in a transaction that begins with these statements, in one exchange with its first one. What the work
 * asks for at the same time goes together, in its order: Kysely's own transactions send one statement after the other.
 */
export async function inTransaction<T>(
  { pool, dialect }: { pool: KeepingPool; dialect: Dialect },
  beginning: readonly string[],
  work: (db: Transaction<Tables>) => Promise<T>,
  onCommit: (db: Transaction<Tables>) => void,
): Promise<T> {
  const client = await pool.connect();
  const line = lineTo(client, beginning);
  const executor = new DefaultQueryExecutor(new PostgresQueryCompiler(), new PostgresAdapter(), {
    provideConnection: (consumer) => consumer(line.connection),
  });
  const db = new Transaction<Tables>({ config: { dialect }, dialect, driver: new DummyDriver(), executor });
  let isLost = false;
  try {
    const made = await work(db);
    // The last thing in it: what changed nothing that leaves an entry by itself leaves one now.
    if (await line.commit(owesEntry())) noteAudited();
    onCommit(db);
    return made;
  } catch (error) {
    await line.rollBack().catch(() => (isLost = true));
    // Whatever the work made of the refusal: the caller decides by it whether to run the transaction again.
    throw isUndoneByContention(line.refusal()) ? line.refusal() : error;
  } finally {
    client.release(isLost);
  }
}

const AUDIT_CALL: Asked = { text: 'select audit_call() as is_audited', parameters: [] };

/** The database's refusal, which knows nothing of who asked, with the way there. */
function fromHere(error: unknown): unknown {
  if (error instanceof Error) error.stack += `\n${new Error('from here').stack?.split('\n').slice(1).join('\n')}`;
  return error;
}

type Waiting = Asked & { resolve(result: PostgresQueryResult<unknown>): void; reject(error: unknown): void };

/**
 * Statements asked for at the same time, or while others are under way, go together in one exchange; the first takes the
 * beginning of the transaction with it. Nothing is sent when that could not be begun, after a statement that failed, or
 * once the transaction has ended.
 */
function lineTo(client: KeepingClient, beginning: readonly string[]) {
  let before = beginning;
  let waiting: Waiting[] = [];
  let underWay: Promise<void> | null = null;
  let failure: { error: unknown } | null = null;
  let hasEnded = false;

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

  const ask = ({ sql: text, parameters }: CompiledQuery): Promise<PostgresQueryResult<unknown>> =>
    new Promise((resolve, reject) => {
      if (hasEnded) return reject(new Error('the transaction has ended'));
      waiting.push({ text, parameters, resolve, reject });
      underWay ??= sendWaiting();
    });
  /** Whether there is a transaction to end: none when no statement was sent. */
  const end = async (): Promise<boolean> => {
    hasEnded = true;
    await underWay;
    return before.length === 0;
  };

  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const { command, rowCount, rows } = await ask(query).catch((error: unknown) => {
        throw fromHere(error);
      });
      const isChange = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
      return { rows: rows as Row[], ...(isChange ? { numAffectedRows: BigInt(rowCount) } : {}) };
    },
    streamQuery: () => {
      throw new Error('a cursor would be read outside the transaction');
    },
  };
  return {
    connection,
    /** `leavesEntry`: with an entry of the audit log about the call, if its kind has one. Says whether there is one. */
    async commit(leavesEntry: boolean): Promise<boolean> {
      const hasBegun = await end();
      if (failure !== null) throw failure.error;
      if (!hasBegun) return false;
      if (leavesEntry) {
        // In a transaction that the database could not go on with, the entry is refused.
        const [entry] = client.queryTogether<{ is_audited: boolean }>([AUDIT_CALL], { before: [], after: ['commit'] });
        return (await entry)?.rows[0]?.is_audited ?? false;
      }
      // The database ends a transaction it could not go on with by undoing it, whatever was asked for.
      if ((await client.query('commit', [])).command === 'ROLLBACK') throw new Error('the transaction was undone');
      return false;
    },
    async rollBack(): Promise<void> {
      if (await end()) await client.query('rollback', []);
    },
    /** What the first statement that failed was refused with. */
    refusal: (): unknown => failure?.error,
  };
}
