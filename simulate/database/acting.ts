import { AsyncLocalStorage } from 'node:async_hooks';
import type { Life, Scheduler } from '../scheduler.ts';

/** Whose transaction the running code belongs to; nobody's where somebody only looks at the database. */
type Acting = {
  scheduler: Scheduler;
  life: Life;
  /** Ends the wait for the next try of a transaction that the database undid. */
  tried: () => void;
};

const acting = new AsyncLocalStorage<Acting>();

export const actingNow = (): Acting | undefined => acting.getStore();

/** Runs a transaction, every try of it, as that of a life. */
export async function actingAs<T>(scheduler: Scheduler, life: Life, run: () => Promise<T>): Promise<T> {
  const own: Acting = { scheduler, life, tried: () => undefined };
  try {
    return await acting.run(own, run);
  } finally {
    own.tried();
  }
}
