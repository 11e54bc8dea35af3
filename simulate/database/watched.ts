import type { Database } from '#server/db/connect.ts';
import { actingAs } from './acting.ts';
import { never, type Life, type Scheduler } from '../scheduler.ts';

const FAULTS = ['rolled back by a lost connection', 'committed, but the connection was lost', 'stop inside'] as const;
type Verdict = 'go' | (typeof FAULTS)[number];

class ProcessEnded extends Error {}
/** What the driver throws when the connection breaks. */
export class ConnectionLost extends Error {}
const connectionLost = (): Error => new ConnectionLost('Connection terminated unexpectedly');

/**
 * The database as one process sees it. Every transaction is a step, at which the process may stop or lose its
 * connection: before it, inside it, or with its commit done and unheard. What did not commit is rolled back.
 */
export function databaseOf(scheduler: Scheduler, life: Life, real: Database, isOverlapping: boolean): Database {
  // On one connection nobody else moves before a transaction has ended.
  const carryOut = <T>(run: () => Promise<T>): Promise<T> =>
    isOverlapping ? actingAs(scheduler, life, run) : scheduler.inside(run);
  const transaction = async <T>(name: string, run: (decide: (made: T) => T) => Promise<T>): Promise<T> => {
    const verdict: Verdict = await scheduler.step(life, name, FAULTS);
    const decide = (made: T): T => {
      if (verdict === 'stop inside') throw new ProcessEnded();
      if (verdict === 'rolled back by a lost connection') throw connectionLost();
      return made;
    };
    try {
      const made = await carryOut(() => run(decide));
      if (verdict === 'committed, but the connection was lost') throw connectionLost();
      return made;
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
      scheduler.end(life);
      return never();
    }
  };
  return {
    ...real,
    inStore: (storeId, work) =>
      transaction('transaction', (decide) => real.inStore(storeId, async (db) => decide(await work(db)))),
    readStore: (storeId, work) =>
      transaction('reading', (decide) => real.readStore(storeId, async (db) => decide(await work(db)))),
    rowsInStore: (storeId, statement) =>
      transaction('reading', async (decide) => decide(await real.rowsInStore(storeId, statement))),
    changeInStore: (storeId, statement) =>
      transaction('transaction', (decide) =>
        real.inStore(storeId, async (db) => decide((await db.executeQuery(statement(db).compile(db))).rows)),
      ),
    asOwner: (work) =>
      transaction('transaction of the owner', (decide) => real.asOwner(async (db) => decide(await work(db)))),
    rowsAsOwner: (statement) =>
      transaction('statement of the owner', (decide) =>
        real.asOwner(async (db) => decide((await db.executeQuery(statement(db).compile(db))).rows)),
      ),
  };
}
