import pg from 'pg';

// The messages of the database's protocol that the simulator sends and reads; parameters and values are text.

export type Field = { name: string; parse: (text: string) => unknown };
export type Rows = { command: string; rowCount: number; rows: Record<string, unknown>[] };

const text = (value: string): Buffer => Buffer.from(`${value}\0`);

function message(kind: string, ...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 4);
  const head = Buffer.allocUnsafe(5);
  head.write(kind, 'latin1');
  head.writeInt32BE(length, 1);
  return Buffer.concat([head, ...parts], length + 1);
}

export const simpleQuery = (sql: string): Buffer => message('Q', text(sql));
export const password = (word: string): Buffer => message('p', text(word));
const NO_TYPES = Buffer.alloc(2);
export const parse = (name: string, sql: string): Buffer => message('P', text(name), text(sql), NO_TYPES);
export const DESCRIBE = message('D', Buffer.from('P\0'));
/** Carries out what was bound, and asks for the answers. */
export const EXECUTE = Buffer.concat([message('E', Buffer.alloc(5)), message('S')]);

/** The first message of a connection. */
export function startup(user: string, database: string): Buffer {
  const body = Buffer.from(`user\0${user}\0database\0${database}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8);
  head.writeInt16BE(PROTOCOL, 4);
  return Buffer.concat([head, body]);
}
const PROTOCOL = 3;

export function bind(statement: string, values: readonly unknown[]): Buffer {
  const texts = values.map(textOf);
  const sizes = texts.map((one) => (one === null ? -1 : Buffer.byteLength(one)));
  const size = sizes.reduce((sum, one) => sum + 4 + Math.max(0, one), 5 + 1 + statement.length + 1 + 2 + 2 + 2);
  const made = Buffer.allocUnsafe(size);
  made.write('B', 'latin1');
  made.writeInt32BE(size - 1, 1);
  made[5] = 0;
  let at = 6 + made.write(`${statement}\0`, 6, 'latin1');
  at = made.writeInt16BE(0, at);
  at = made.writeInt16BE(values.length, at);
  for (const [index, one] of texts.entries()) {
    at = made.writeInt32BE(sizes[index] ?? -1, at);
    if (one !== null) at += made.write(one, at);
  }
  made.writeInt16BE(0, at);
  return made;
}

/** A parameter as the database reads it from text. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map((one) => JSON.stringify(textOf(one))).join(',')}}`;
  return JSON.stringify(value);
}

// Kinds of messages, by the letter each begins with.
const [ROW, COLUMNS, COMPLETE, FAILURE, AUTHENTICATION] = Buffer.from('DTCER');
export const READY = Buffer.from('Z')[0];
const CLEARTEXT = 3;

/** Where the message that begins there ends; null when it has not come whole. */
export function endOf(answer: Buffer, at: number): number | null {
  const end = at + 5 <= answer.length ? at + 1 + answer.readInt32BE(at + 1) : Infinity;
  return end <= answer.length ? end : null;
}

/** Where the database has said so many times that it is ready. */
export function endOfReady(answer: Buffer, times: number): number {
  let left = times;
  let at = 0;
  while (at < answer.length && left > 0) {
    if (answer[at] === READY) left -= 1;
    at += 1 + answer.readInt32BE(at + 1);
  }
  return at;
}

/** Whether it asks for the password. */
export const asksForPassword = (answer: Buffer): boolean =>
  answer[0] === AUTHENTICATION && answer.readInt32BE(5) === CLEARTEXT;

/** The rows of the last statement answered. Throws the database's own error. */
export function read(answer: Buffer, known: Field[] | null): { rows: Rows; fields: Field[] | null } {
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
  for (const { name, parse: parsed } of fields) {
    const length = answer.readInt32BE(at);
    at += 4;
    row[name] = length < 0 ? null : parsed(answer.toString('utf8', at, at + length));
    at += Math.max(0, length);
  }
  return row;
}

function failureAt(answer: Buffer, body: number): Error {
  const parts = new Map<string, string>();
  for (let at = body; answer[at] !== 0; at = answer.indexOf(0, at) + 1)
    parts.set(String.fromCharCode(answer[at] ?? 0), textAt(answer, at + 1));
  return Object.assign(new Error(parts.get('M')), { code: parts.get('C'), constraint: parts.get('n') });
}
