import { setTimeout as pause } from 'node:timers/promises';

// Deadlock detected, and could not serialize access: the database undid the transaction and asks to run it again.
const UNDONE_BY_CONTENTION = new Set(['40P01', '40001']);
const MOST_TRIES = 5;
const FIRST_PAUSE_MS = 25;

/**
 * Runs a transaction again when the database undid it because it got in the way of another one. That is safe because
 * the work of a transaction calls no partner and changes nothing outside the database. Each time it waits a random part
 * of a longer pause, so that the two do not meet again. The last error is thrown after five tries.
 */
export async function tryingAgain<T>(transact: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transact();
    } catch (error) {
      if (tries === MOST_TRIES || !isUndoneByContention(error)) throw error;
    }
    await pause(Math.random() * FIRST_PAUSE_MS * 2 ** tries);
  }
}

/** The database undid a transaction that got in the way of another one. */
export const isUndoneByContention = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && UNDONE_BY_CONTENTION.has(error.code);

const UNIQUE_VIOLATION = '23505';

/** Something else has the name or key already. The transaction has to end. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
