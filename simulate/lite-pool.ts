import { protocol, type PGlite } from '@electric-sql/pglite';
import type { PostgresCursor, PostgresPool, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import type { Clock } from './clock.ts';

type Field = { name: string; parse: (text: string) => unknown };
/** A statement the database keeps: its name there, and the columns it answers with. */
type Kept = { name: string; fields: Field[] | null };
type Rows = { command: string; rowCount: number; rows: Record<string, unknown>[] };

export type LitePool = PostgresPool & {
  /** The rows of one statement, at once. */
  rows(text: string, values: readonly unknown[]): Record<string, unknown>[];
  /** Whether anything but reading was done since it was last asked. */
  hasWritten(): boolean;
};

/**
 * The one connection to a database in memory: each statement is prepared once and then takes a single call, which is
 * a multiple faster than the way through a socket's protocol. The clock is told to the database with each transaction.
 */
export function litePool(lite: PGlite, clock: Clock): LitePool {
  const kept = new Map<string, Kept>();
  let written = true;

  const told = (): string => `simulated.now = '${clock.iso()}'`;
  const simple = (text: string): Rows => exchange(lite, [protocol.serialize.query(text)], null).rows;

  const prepared = (text: string, values: readonly unknown[]): Rows => {
    const known = kept.get(text);
    const name = known?.name ?? `kept-${kept.size}`;
    const opening = known ? [] : [protocol.serialize.parse({ name, text })];
    const describing = known ? [] : [protocol.serialize.describe({ type: 'P' })];
    const sent = [
      ...opening,
      protocol.serialize.bind({ statement: name, values: values.map(textOf) }),
      ...describing,
      protocol.serialize.execute({}),
      protocol.serialize.sync(),
    ];
    const { rows, fields } = exchange(lite, sent, known?.fields ?? null);
    if (!known) kept.set(text, { name, fields });
    return rows;
  };

  const answer = (text: string, values: readonly unknown[]): Rows => {
    if (!READS.test(text)) written = true;
    if (/^begin\b/i.test(text)) return simple(`${text}; set local ${told()}`);
    return values.length === 0 ? simple(text) : prepared(text, values);
  };

  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') return text;
    return new Promise((resolve) => {
      const { command, rowCount, rows } = answer(text, values);
      resolve({ command: COMMANDS.find((one) => one === command) ?? 'SELECT', rowCount, rows: rows as R[] });
    });
  }

  const client = { query, release: () => undefined };
  return {
    options: {},
    connect: () => Promise.resolve(client),
    end: () => Promise.resolve(),
    rows: (text, values) => prepared(text, values).rows,
    hasWritten() {
      const was = written;
      written = false;
      return was;
    },
  };
}

const READS = /^(select|begin|commit|rollback)\b/i;
const COMMANDS = ['UPDATE', 'DELETE', 'INSERT', 'SELECT', 'MERGE', 'COMMIT', 'ROLLBACK'] as const;

/** Sends messages at once and reads what comes back. Throws the database's own error. */
function exchange(
  lite: PGlite,
  sent: readonly Uint8Array[],
  known: Field[] | null,
): { rows: Rows; fields: Field[] | null } {
  const answer = Buffer.from(lite.execProtocolRawSync(sent.length === 1 && sent[0] ? sent[0] : Buffer.concat(sent)));
  let fields = known;
  let failure: Error | null = null;
  const rows: Rows = { command: '', rowCount: 0, rows: [] };
  for (let at = 0; at < answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    const body = at + 5;
    switch (answer[at]) {
      case ROW:
        rows.rows.push(rowAt(answer, body, fields ?? []));
        break;
      case COLUMNS:
        fields = columnsAt(answer, body);
        break;
      case COMPLETE: {
        const words = textAt(answer, body).split(' ');
        rows.command = words[0] ?? '';
        rows.rowCount = Number(words.at(-1)) || 0;
        break;
      }
      case FAILURE:
        failure ??= failureAt(answer, body);
    }
  }
  if (failure !== null) throw failure;
  return { rows, fields };
}

// Kinds of messages, by the letter each begins with.
const [ROW, COLUMNS, COMPLETE, FAILURE] = Buffer.from('DTCE');

const textAt = (answer: Buffer, at: number): string => answer.toString('utf8', at, answer.indexOf(0, at));

function columnsAt(answer: Buffer, body: number): Field[] {
  let at = body + 2;
  return Array.from({ length: answer.readInt16BE(body) }, () => {
    const name = textAt(answer, at);
    // Table, column, type, size, modifier, format.
    const types = answer.indexOf(0, at) + 1;
    at = types + 18;
    return { name, parse: pg.types.getTypeParser(answer.readInt32BE(types + 6)) };
  });
}

function rowAt(answer: Buffer, body: number, fields: readonly Field[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let at = body + 2;
  for (const { name, parse } of fields) {
    const length = answer.readInt32BE(at);
    at += 4;
    row[name] = length < 0 ? null : parse(answer.toString('utf8', at, at + length));
    at += Math.max(0, length);
  }
  return row;
}

function failureAt(answer: Buffer, body: number): Error {
  const parts = new Map<string, string>();
  for (let at = body; answer[at] !== 0; at = answer.indexOf(0, at) + 1)
    parts.set(String.fromCharCode(answer[at] ?? 0), textAt(answer, at + 1));
  return Object.assign(new Error(parts.get('M')), { code: parts.get('C') });
}

/** A parameter as the database reads it from text. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map((one) => JSON.stringify(textOf(one))).join(',')}}`;
  return JSON.stringify(value);
}
