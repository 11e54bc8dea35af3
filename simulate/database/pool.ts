import type { PostgresCursor, PostgresQueryResult } from 'kysely';
import type { Around, Asked, KeepingClient, KeepingPool } from '#server/db/kept-statements.ts';
import type { Clock } from '../clock.ts';
import { bind, DESCRIBE, EXECUTE, parse, read, simpleQuery, type Field, type Rows } from './messages.ts';

/** The one way to a database: brings it messages and returns what it answers until it has been ready so many times. */
export type Carrier = (sent: Buffer, ready: number) => Buffer | Promise<Buffer>;

/** A statement the database keeps: its name there, and the columns it answers with. */
type Kept = { name: string; fields: Field[] | null };

type OnePool = KeepingPool & {
  /** The rows of one statement. */
  rows(text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Whether effects or webhooks may have changed since it was last asked. */
  hasWorkChanged(): boolean;
};

/**
 * A pool of one connection that keeps every statement, and begins a transaction together with its first statement:
 * a multiple faster than the drivers of the product. The clock is told to the database with each transaction.
 */
export function onePool(carry: Carrier, clock: Clock): OnePool {
  const kept = new Map<string, Kept>();
  let made = 0;
  let hasChanged = true;
  let toldAt = Number.NaN;
  let isInside = false;
  // What opens a transaction, until its first statement takes it along.
  let opening: Buffer[] = [];

  const told = (): string => `simulated.now = '${clock.iso()}'`;
  const exchange = async (sent: readonly Buffer[], known: Field[] | null) => {
    const before = opening;
    opening = [];
    const answer = carry(Buffer.concat([...before, ...sent]), before.length + 1);
    return read(answer instanceof Promise ? await answer : answer, known);
  };
  const simple = async (text: string): Promise<Rows> => (await exchange([simpleQuery(text)], null)).rows;

  const prepared = async (text: string, values: readonly unknown[]): Promise<Rows> => {
    const known = kept.get(text);
    if (!isInside && toldAt !== clock.now) {
      toldAt = clock.now;
      opening.push(simpleQuery(`set ${told()}`));
    }
    if (known) return (await exchange([bind(known.name, values), EXECUTE], known.fields)).rows;
    made += 1;
    const name = `kept-${made}`;
    const { rows, fields } = await exchange([parse(name, text), bind(name, values), DESCRIBE, EXECUTE], null);
    kept.set(text, { name, fields });
    return rows;
  };

  const answer = async (text: string, values: readonly unknown[]): Promise<Rows> => {
    if (/^begin\b/i.test(text)) {
      isInside = true;
      opening = [simpleQuery(`${text}; set local ${told()}`)];
      return { command: 'BEGIN', rowCount: 0, rows: [] };
    }
    if (/^(commit|rollback)\b/i.test(text)) isInside = false;
    const rows = values.length === 0 ? await simple(text) : await prepared(text, values);
    if (WORK.test(text) && !(/^select\b/i.test(text) || rows.rowCount === 0)) hasChanged = true;
    return rows;
  };

  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') return text;
    return answer(text, values).then(({ command, rowCount, rows }) => ({
      command: COMMANDS.find((one) => one === command) ?? 'SELECT',
      rowCount,
      rows: rows as R[],
    }));
  }

  const client: KeepingClient = {
    query,
    queryTogether: <R>(asked: readonly Asked[], { before, after }: Around) => {
      const inTurn = async (): Promise<PostgresQueryResult<R>[]> => {
        const found: PostgresQueryResult<R>[] = [];
        if (before.length > 0) await answer(before.join('; '), []);
        for (const { text, parameters } of asked) found.push(await query<R>(text, parameters));
        for (const text of after) await answer(text, []);
        return found;
      };
      const all = inTurn();
      return asked.map(async (_one, index) => {
        const found = (await all)[index];
        if (!found) throw new Error('a statement came to nothing');
        return found;
      });
    },
    release: () => undefined,
  };
  return {
    options: {},
    connect: () => Promise.resolve(client),
    end: () => Promise.resolve(),
    rows: async (text, values) => (await prepared(text, values)).rows,
    hasWorkChanged() {
      const was = hasChanged;
      hasChanged = false;
      return was;
    },
  };
}

const WORK = /\b(effect|webhook_inbox)\b/;
const COMMANDS = ['UPDATE', 'DELETE', 'INSERT', 'SELECT', 'MERGE', 'COMMIT', 'ROLLBACK'] as const;
