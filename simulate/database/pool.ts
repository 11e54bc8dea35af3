import type { PostgresCursor, PostgresQueryResult } from 'kysely';
import type { Around, Asked, KeepingClient, KeepingPool } from '#server/db/kept-statements.ts';
import type { Clock } from '../clock.ts';
import type { Locks } from './locks.ts';
import { bind, DESCRIBE, EXECUTE, parse, read, simpleQuery, type Field, type Rows } from './messages.ts';
import { CHECKED_AT_END, FAR_REACHING, Reads, TABLES } from './reads.ts';

/** The one way to a database: brings it messages and returns what it answers until it has been ready so many times. */
export type Carrier = (sent: Buffer, ready: number) => Buffer | Promise<Buffer>;

/** A statement the database keeps: its name there, and the columns it answers with. */
export type Kept = { name: string; fields: Field[] | null };

export type Pool = KeepingPool & {
  /** The rows of one statement. */
  rows(text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** From now on what is asked again is answered from memory until it may have changed. The schema must be whole. */
  remember(): Promise<void>;
  /** Undoes the transactions that are open, whose owners are never heard of again. */
  undoOpen(): Promise<void>;
  /** The statements that wait for each other; null where there is one connection. */
  locks: Locks | null;
  /** Whether effects or webhooks may have changed since it was last asked. */
  hasWorkChanged(): boolean;
  /** Statements refused since it was last asked: somebody else was using the only connection. */
  strays(): Error[];
};

type Inside = {
  owner: symbol;
  opening: string;
  who: string;
  hasBegun: boolean;
  written: Set<string>;
  isCheckedAtEnd: boolean;
};

/**
 * A pool of one connection that keeps every statement, begins a transaction together with its first statement, ends
 * one together with whatever comes next unless the end itself may be refused, and asks nothing twice: a multiple
 * faster than the drivers of the product. Each transaction sets the database's clock.
 */
export function onePool(carry: Carrier, clock: Clock): Pool {
  const kept = new Map<string, Kept>();
  let reads: Reads | null = null;
  let made = 0;
  let hasChanged = true;
  let toldAt = Number.NaN;
  let inside: Inside | null = null;
  let isAnswering = false;
  let strays: Error[] = [];
  // Nobody waits for their answers: the next message takes them along.
  let pending: Buffer[] = [];

  const carryAlong = (...sent: readonly Buffer[]): Buffer | Promise<Buffer> => {
    const before = pending;
    pending = [];
    return carry(Buffer.concat([...before, ...sent]), before.length + 1);
  };
  const told = (): string => `simulated.now = '${clock.iso()}'`;
  const exchange = (...sent: readonly Buffer[]): Buffer | Promise<Buffer> => {
    if (inside === null && toldAt !== clock.now) {
      toldAt = clock.now;
      pending.push(simpleQuery(`set ${told()}`));
    }
    if (inside?.hasBegun === false) {
      inside.hasBegun = true;
      pending.push(simpleQuery(`${inside.opening}; set local ${told()}`));
    }
    return carryAlong(...sent);
  };
  const simple = async (text: string): Promise<Rows> => read(await exchange(simpleQuery(text)), null).rows;

  const prepared = async (text: string, values: readonly unknown[], keep?: (answer: Buffer) => void): Promise<Rows> => {
    const known = kept.get(text);
    if (known) {
      const found = await exchange(bind(known.name, values), EXECUTE);
      const { rows } = read(found, known.fields);
      keep?.(found);
      return rows;
    }
    made += 1;
    const name = `kept-${made}`;
    const { rows, fields } = read(await exchange(parse(name, text), bind(name, values), DESCRIBE, EXECUTE), null);
    kept.set(text, { name, fields });
    return rows;
  };

  const rowsOf = async (text: string, values: readonly unknown[]): Promise<Rows> => {
    const about = reads?.about(text);
    if (about?.isWrite) {
      reads?.changed(about.tables);
      for (const table of about.tables) inside?.written.add(table);
      if (inside && about.isCheckedAtEnd) inside.isCheckedAtEnd = true;
    }
    if (!reads || !about?.isLasting) return values.length === 0 ? simple(text) : prepared(text, values);
    const known = kept.get(text);
    const key = JSON.stringify([known?.name, inside?.who, about.isOfInstant ? clock.now : null, values]);
    const answer = reads.recall(about, key);
    if (known && answer) return read(answer, known.fields).rows;
    return prepared(text, values, (found) => reads?.keep(about, key, found));
  };

  const end = async (text: string): Promise<Rows> => {
    const ended = inside;
    inside = null;
    const isCommit = text.toLowerCase() === 'commit';
    if (reads && ended && !ended.isCheckedAtEnd) {
      if (ended.hasBegun) pending.push(simpleQuery(text));
      if (!isCommit) reads.changed(ended.written);
      return { command: text.toUpperCase(), rowCount: 0, rows: [] };
    }
    let isHeld = false;
    try {
      const { rows } = read(await carryAlong(simpleQuery(text)), null);
      isHeld = rows.command === 'COMMIT';
      return rows;
    } finally {
      if (!isHeld) reads?.changed(ended?.written ?? []);
    }
  };

  /**
   * Only one piece of code moves at a time, unless something waits that the scheduler does not know of, such as a timer.
   * Its statement would land in somebody else's transaction, or take somebody else's answer.
   */
  const alone = async <T>(owner: symbol, text: string, work: () => Promise<T>): Promise<T> => {
    if (isAnswering || (inside !== null && inside.owner !== owner)) {
      const stray = new Error(`a statement came while somebody else used the only connection: ${text.slice(0, 120)}`);
      strays.push(stray);
      throw stray;
    }
    isAnswering = true;
    try {
      return await work();
    } finally {
      isAnswering = false;
    }
  };

  const answer = (owner: symbol, text: string, values: readonly unknown[]): Promise<Rows> =>
    alone(owner, text, () => answered(owner, text, values));

  const answered = async (owner: symbol, text: string, values: readonly unknown[]): Promise<Rows> => {
    if (/^begin\b/i.test(text)) {
      const [, ...who] = text.split(';');
      inside = { owner, opening: text, who: who.join(';'), hasBegun: false, written: new Set(), isCheckedAtEnd: false };
      return { command: 'BEGIN', rowCount: 0, rows: [] };
    }
    if (/^(commit|rollback)$/i.test(text)) return end(text);
    const rows = await rowsOf(text, values);
    if (touchesWork(text, rows)) hasChanged = true;
    return rows;
  };

  const namesIn = async (text: string): Promise<string[]> => (await simple(text)).rows.map(({ name }) => String(name));
  const clientOf = (owner: symbol): KeepingClient => {
    function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
    function query<R>(
      text: string | PostgresCursor<R>,
      values: readonly unknown[] = [],
    ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
      if (typeof text !== 'string') return text;
      return answer(owner, text, values).then((rows) => resultOf<R>(rows));
    }

    return {
      query,
      queryTogether: <R>(asked: readonly Asked[], { before, after }: Around) => {
        const inTurn = async (): Promise<PostgresQueryResult<R>[]> => {
          const found: PostgresQueryResult<R>[] = [];
          if (before.length > 0) await answer(owner, before.join('; '), []);
          for (const { text, parameters } of asked) found.push(await query<R>(text, parameters));
          for (const text of after) await answer(owner, text, []);
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
  };
  return {
    options: {},
    connect: () => Promise.resolve(clientOf(Symbol('client'))),
    end: () => Promise.resolve(),
    rows: async (text, values) => (await alone(Symbol('observer'), text, () => rowsOf(text, values))).rows,
    undoOpen: () => Promise.resolve(),
    async remember() {
      const [tables, farReaching, checkedAtEnd] = [
        await namesIn(TABLES),
        await namesIn(FAR_REACHING),
        await namesIn(CHECKED_AT_END),
      ];
      reads = new Reads(tables, farReaching, checkedAtEnd);
    },
    locks: null,
    hasWorkChanged() {
      const was = hasChanged;
      hasChanged = false;
      return was;
    },
    strays() {
      const were = strays;
      strays = [];
      return were;
    },
  };
}

/** Whether a statement changed effects or webhooks. */
export const touchesWork = (text: string, { rowCount }: Rows): boolean =>
  WORK.test(text) && rowCount > 0 && !/^select\b/i.test(text);

export const resultOf = <R>({ command, rowCount, rows }: Rows): PostgresQueryResult<R> => ({
  command: COMMANDS.find((one) => one === command) ?? 'SELECT',
  rowCount,
  rows: rows as R[],
});

const WORK = /\b(effect|webhook_inbox)\b/;
const COMMANDS = ['UPDATE', 'DELETE', 'INSERT', 'SELECT', 'MERGE', 'COMMIT', 'ROLLBACK'] as const;
