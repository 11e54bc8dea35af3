import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

// The type of connect.ts, which imports this file.
type Db = Transaction<Tables>;

/**
 * Tells the workers of this process that there is work, as soon as the transaction that made it is committed.
 * Those of other processes find it when they look next.
 */
const making = new WeakSet<Db>();
const listeners = new Set<() => void>();

/** Code that makes work due calls it in the transaction. */
export const makesWork = (db: Db): void => void making.add(db);

/** For the database, when the transaction is committed. */
export function committed(db: Db): void {
  if (making.has(db)) for (const listener of listeners) listener();
}

/** Calls the listener whenever there is work; returns how to stop that. */
export function onWork(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
