import pg from 'pg';
import type { PostgresQueryResult } from 'kysely';

/** A statement with what goes before and after it, in one exchange with the database: one wait instead of one for each. */
export type Exchange = {
  /** Statements without parameters and without rows. */
  before: readonly string[];
  /** Kept by the connection under this name. */
  name: string | undefined;
  text: string;
  parameters: readonly unknown[];
  after: readonly string[];
};

/** What the driver knows of a connection beyond its types. The embedded database's has no cork. */
type Wire = Omit<pg.Connection, 'stream'> & {
  stream: { cork?(): void; uncork?(): void };
  parsedStatements: Record<string, string>;
};

/** How the driver hands a query what the database answered. */
type Receiver = {
  submit(connection: object): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
  handleEmptyQuery(connection: Wire): void;
  handlePortalSuspended(connection: Wire): void;
  handleReadyForQuery(connection: Wire): void;
  handleError(error: Error, connection: Wire): void;
};

/**
 * Sends all of an exchange at once. The database leaves out whatever follows a statement that failed, so the statement
 * in the middle runs only in what those before it made: as their role, in their transaction. What was begun when
 * one failed is the caller's to roll back.
 */
export const exchange = <Row>(client: pg.PoolClient, sent: Exchange): Promise<PostgresQueryResult<Row>> =>
  new Promise((resolve, reject) => {
    void client.query(
      new Together(sent, (error, result) => {
        if (error) reject(error);
        else resolve(result as PostgresQueryResult<Row>);
      }),
    );
  });

type Done = (error: Error | undefined, result: pg.QueryResult) => void;

/** The query in the middle is the driver's own; this one tells it nothing of the others. */
class Together implements Receiver {
  readonly text: string;
  readonly #sent: Exchange;
  readonly #middle: Receiver;
  #completed = 0;

  constructor(sent: Exchange, done: Done) {
    this.text = sent.text;
    this.#sent = sent;
    const { name, text, parameters } = sent;
    const config = { text, values: [...parameters], queryMode: 'extended', ...(name === undefined ? {} : { name }) };
    this.#middle = new pg.Query(config, done) as pg.Query & Receiver;
  }

  /** Asked for whenever the database has understood a statement, to know it from then on. */
  get name(): string | undefined {
    return this.#isInMiddle ? this.#sent.name : undefined;
  }

  get #isInMiddle(): boolean {
    return this.#completed === this.#sent.before.length;
  }

  submit(connection: Wire): void {
    connection.stream.cork?.();
    for (const text of this.#sent.before) run(connection, text);
    this.#middle.submit(withoutSync(connection));
    for (const text of this.#sent.after) run(connection, text);
    connection.sync();
    connection.stream.uncork?.();
  }

  handleRowDescription(message: unknown): void {
    this.#middle.handleRowDescription(message);
  }
  handleDataRow(message: unknown): void {
    this.#middle.handleDataRow(message);
  }
  handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#isInMiddle) this.#middle.handleCommandComplete(message, connection);
    this.#completed += 1;
  }
  handleEmptyQuery(connection: Wire): void {
    this.#middle.handleEmptyQuery(connection);
  }
  handlePortalSuspended(connection: Wire): void {
    this.#middle.handlePortalSuspended(connection);
  }
  handleReadyForQuery(connection: Wire): void {
    this.#middle.handleReadyForQuery(connection);
  }
  handleError(error: Error, connection: Wire): void {
    this.#middle.handleError(error, connection);
  }
}

function run(connection: Wire, text: string): void {
  connection.parse({ name: '', text, types: [] }, true);
  connection.bind({}, true);
  connection.execute({}, true);
}

/** The connection for a query that would end the exchange after itself. */
const withoutSync = (connection: Wire) => ({
  stream: connection.stream,
  parsedStatements: connection.parsedStatements,
  // Only for queries sent before the one in front is answered, which none is.
  submittedNamedStatements: {},
  parse: (query: pg.QueryParse) => connection.parse(query, true),
  bind: (config: pg.BindConfig) => connection.bind(config, true),
  describe: (message: pg.MessageConfig) => connection.describe(message, true),
  execute: (config: pg.ExecuteConfig) => connection.execute(config, true),
  close: (message: pg.MessageConfig) => connection.close(message, true),
  sync: () => undefined,
});
