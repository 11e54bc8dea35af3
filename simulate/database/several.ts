import type { PostgresCursor, PostgresQueryResult } from 'kysely';
import type { Around, Asked, KeepingClient } from '#server/db/kept-statements.ts';
import { isUndoneByContention } from '#server/db/contention.ts';
import type { Clock } from '../clock.ts';
import { never, type Life, type Scheduler } from '../scheduler.ts';
import { actingNow } from './acting.ts';
import { Locks, outcomeOf } from './locks.ts';
import { bind, DESCRIBE, endOfReady, EXECUTE, parse, read, simpleQuery, type Rows } from './messages.ts';
import { resultOf, touchesWork, type Carrier, type Kept, type Pool } from './pool.ts';

/** One connection: keeps its statements, and tells the database the time with each transaction. */
class Line {
  readonly carry: Carrier;
  readonly clock: Clock;
  pid = 0;
  isFree = true;
  hasChangedWork = false;
  /** What it still has to be told when its owner is gone: that nothing of its transaction counts. */
  isInside = false;
  #toldAt = Number.NaN;
  readonly #kept = new Map<string, Kept>();
  /** Counts on when one is not kept: the database may know its name. */
  #made = 0;

  constructor(carry: Carrier, clock: Clock) {
    this.carry = carry;
    this.clock = clock;
  }

  /** One after the other: several transactions may be undone at once, all over the connection that looks at locks. */
  #exchange(ready: number, ...sent: readonly Buffer[]): Promise<Buffer> {
    const answer = this.#earlier.then(() => this.carry(Buffer.concat(sent), ready));
    this.#earlier = answer.catch(() => undefined);
    return answer;
  }
  #earlier: Promise<unknown> = Promise.resolve();

  /** Sends a statement between what begins its transaction and what ends it; the answer is read by `rowsIn`. */
  send(
    text: string,
    values: readonly unknown[],
    { before, after }: Around,
  ): { sent: Promise<Buffer>; kept: Kept | null } {
    const now = `simulated.now = '${this.clock.iso()}'`;
    const isTold = this.isInside || this.#toldAt === this.clock.now;
    const begin = before.length > 0 ? [...before, `set local ${now}`] : isTold ? [] : [`set ${now}`];
    if (before.length > 0 || /^begin\b/i.test(text)) this.isInside = true;
    else if (!isTold) this.#toldAt = this.clock.now;
    const opening = begin.length > 0 ? [simpleQuery(begin.join('; '))] : [];
    const closing = after.map(simpleQuery);
    const exchange = async (...sent: readonly Buffer[]): Promise<Buffer> => {
      const own = opening.length + 1;
      const answer = await this.#exchange(own + closing.length, ...opening, ...sent, ...closing);
      return closing.length === 0 ? answer : answer.subarray(0, endOfReady(answer, own));
    };
    if (values.length === 0) return { sent: exchange(simpleQuery(text)), kept: null };
    const known = this.#kept.get(text);
    if (known) return { sent: exchange(bind(known.name, values), EXECUTE), kept: known };
    this.#made += 1;
    const kept: Kept = { name: `kept-${this.#made}`, fields: null };
    const made = [parse(kept.name, text), bind(kept.name, values), DESCRIBE, EXECUTE];
    return { sent: exchange(...made), kept };
  }

  /** Only what was read is kept: who asked first may be gone before the columns are known. */
  rowsIn(text: string, answer: Buffer, kept: Kept | null): Rows {
    const { rows, fields } = read(answer, kept?.fields ?? null);
    if (kept && !this.#kept.has(text)) this.#kept.set(text, { name: kept.name, fields });
    return rows;
  }

  async ask(text: string, values: readonly unknown[] = []): Promise<Rows> {
    const { sent, kept } = this.send(text, values, ALONE);
    return this.rowsIn(text, await sent, kept);
  }
}

const ALONE: Around = { before: [], after: [] };
const READ_ONLY = /^begin\b.* read only$/i;

/**
 * A pool of several connections whose transactions overlap. Every statement of a life is a turn of its scheduler; a
 * statement that waits for a lock lets others go on. Who only looks, in the name of nobody, has a connection apart.
 */
export async function severalPool(
  carriers: readonly Carrier[],
  clock: Clock,
  once: readonly string[],
  preparing: readonly string[],
): Promise<Pool> {
  const lines = carriers.map((carry) => new Line(carry, clock));
  const [monitor, observer, ...working] = lines;
  if (!monitor || !observer || working.length < 2) throw new Error('transactions overlap on two connections at least');
  for (const statement of once) await monitor.ask(statement);
  for (const line of lines) {
    for (const statement of preparing) await line.ask(statement);
    const [row] = (await line.ask('select pg_backend_pid() as pid')).rows;
    line.pid = Number(row?.['pid']);
  }
  const locks = new Locks(async (pids) => {
    const { rows } = await monitor.ask('select pid, pg_blocking_pids(pid) as blocking from unnest($1::int[]) as pid', [
      pids,
    ]);
    return new Map(rows.map(({ pid, blocking }) => [Number(pid), blocking as number[]]));
  });
  let hasChanged = true;
  /** Of those who have a connection: gives it back without what they did not commit. */
  const leaving = new Set<() => Promise<void>>();
  const queue: { isFor: readonly Line[]; take: (line: Line) => void }[] = [];

  const take = (from: readonly Line[]): Promise<Line> => {
    const free = from.find(({ isFree }) => isFree);
    if (!free) return new Promise((resolve) => void queue.push({ isFor: from, take: resolve }));
    free.isFree = false;
    return Promise.resolve(free);
  };
  const giveBack = (line: Line): void => {
    const next = queue.findIndex(({ isFor }) => isFor.includes(line));
    const [first] = next < 0 ? [] : queue.splice(next, 1);
    if (first) first.take(line);
    else line.isFree = true;
  };

  /** Its process is gone: the database undoes what it did not commit. */
  const abandon = async (line: Line, underWay: Promise<unknown> | null): Promise<void> => {
    if (underWay) {
      await monitor.ask('select pg_cancel_backend($1::int)', [line.pid]);
      await underWay.catch(() => undefined);
    }
    if (line.isInside) await line.ask('rollback');
    locks.released();
    line.isInside = false;
    line.hasChangedWork = false;
    giveBack(line);
  };

  const clientOf = (line: Line, owner: { scheduler: Scheduler; life: Life } | undefined): KeepingClient => {
    let isOver = false;
    let isUndone = false;
    let underWay: Promise<Buffer> | null = null;
    const inside = <T>(work: () => Promise<T>): Promise<T> => owner?.scheduler.inside(work) ?? work();
    const leave = async (): Promise<void> => {
      leaving.delete(leave);
      isOver = true;
      await abandon(line, underWay);
    };
    if (owner) leaving.add(leave);
    void owner?.life.ended.then(() => (isOver ? undefined : owner.scheduler.inside(leave)));

    const carriedOut = async (text: string, values: readonly unknown[], around: Around): Promise<Rows> => {
      const { sent, kept } = line.send(text, values, around);
      if (!owner) return line.rowsIn(text, await sent, kept);
      underWay = sent;
      // No other transaction is open that could hold a lock.
      const isAlone = lines.every((one) => one === line || !one.isInside);
      let found = await inside(() => (isAlone ? outcomeOf(sent) : locks.answerOf(line.pid, sent)));
      if (typeof found === 'function') {
        owner.scheduler.note(`${owner.life.name}: waits for a lock`);
        found = await found();
        underWay = null;
        await owner.scheduler.turn(owner.life, 'has its lock');
      }
      underWay = null;
      if (isOver) return never();
      if ('error' in found) throw found.error;
      return line.rowsIn(text, found.answer, kept);
    };
    const ask = async (text: string, values: readonly unknown[], around = ALONE): Promise<Rows> => {
      if (isOver) return never();
      const isEnd = around.after.length > 0 || /^(commit|rollback)$/i.test(text);
      try {
        const rows = await carriedOut(text, values, around);
        if (touchesWork(text, rows)) line.hasChangedWork = true;
        return rows;
      } catch (error) {
        locks.released();
        if (owner && isUndoneByContention(error)) waitForNextTry();
        throw error;
      } finally {
        if (isEnd) line.isInside = false;
        if (!line.isInside) locks.released();
        if (!line.isInside && line.hasChangedWork) {
          hasChanged = true;
          line.hasChangedWork = false;
        }
      }
    };
    /** The product tries it again after a moment of real time, during which nobody else is chosen. */
    const waitForNextTry = (): void => {
      const own = actingNow();
      if (!own) return;
      isUndone = true;
      own.scheduler.note(`${own.life.name}: is undone by the database`);
      void own.scheduler.inside(() => new Promise<void>((resolve) => (own.tried = resolve)));
    };

    function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
    function query<R>(text: string | PostgresCursor<R>, values: readonly unknown[] = []) {
      if (typeof text !== 'string') return text;
      // Until the next try of what the database undid nobody gets a turn, and it is to be rolled back first.
      const turn =
        owner && !isUndone
          ? owner.scheduler.turn(owner.life, text.toLowerCase() === 'commit' ? 'commits' : 'asks')
          : null;
      return Promise.resolve(turn)
        .then(() => ask(text, values))
        .then((rows) => resultOf<R>(rows));
    }
    return {
      query,
      queryTogether: <R>(asked: readonly Asked[], { before, after }: Around) => {
        let opening = before;
        let earlier: Promise<unknown> = Promise.resolve();
        return asked.map(({ text, parameters }, index) => {
          const own = earlier.then(async () => {
            if (owner && !(index === 0 && before.length > 0)) await owner.scheduler.turn(owner.life, 'asks');
            const opened = opening;
            opening = [];
            const isLast = index === asked.length - 1;
            // Nobody waits for what only reads: its end goes along.
            const isShort = isLast && opened.some((one) => READ_ONLY.test(one));
            const rows = await ask(text, parameters, { before: opened, after: isShort ? after : [] });
            if (isLast && !isShort) for (const last of after) await ask(last, []);
            return resultOf<R>(rows);
          });
          earlier = own;
          return own;
        });
      },
      release: () => {
        if (isOver) return;
        isOver = true;
        leaving.delete(leave);
        giveBack(line);
      },
    };
  };

  return {
    options: {},
    async connect() {
      const own = actingNow();
      own?.tried();
      if (!own) return clientOf(await take([observer]), undefined);
      const line = await take(working);
      if (own.life.isOver) {
        giveBack(line);
        return never();
      }
      return clientOf(line, own);
    },
    end: () => Promise.resolve(),
    async rows(text, values) {
      const line = await take([observer]);
      try {
        return (await line.ask(text, values)).rows;
      } finally {
        giveBack(line);
      }
    },
    remember: () => Promise.resolve(),
    async undoOpen() {
      queue.length = 0;
      for (const leave of leaving) await leave();
    },
    locks,
    hasWorkChanged() {
      const was = hasChanged;
      hasChanged = false;
      return was;
    },
    strays: () => [],
  };
}
