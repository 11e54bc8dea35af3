import type { Budget } from '#core/orders/lookup-guard.ts';
import { Refusal } from '#core/refusal.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { AttemptLimit } from '#server/stores/attempts.ts';

/** Budgets as they are counted: those of one store are not used up by visitors of another. */
export const inStore = (storeId: number, budgets: readonly Budget[]): AttemptLimit[] =>
  budgets.map(({ bucket, ...limit }) => ({ ...limit, bucket: `lookup ${storeId} ${bucket}` }));

/** For limits that last longer than a visitor waits. */
export const tooManyForNow = (): Refusal =>
  new Refusal('tooMany', 'TOO_MANY_ATTEMPTS', 'Too many attempts. Please try again later.').naming({ kind: 'later' });

// Longer than a look-up takes; a slow one takes a multiple of it.
const STEP_MS = 150;

/** Waits until the time that passed says nothing about what was found. */
export async function sameTime({ pause }: Pick<ServerDeps, 'pause'>, began: number): Promise<void> {
  const passed = performance.now() - began;
  await pause(Math.ceil(passed / STEP_MS) * STEP_MS - passed);
}
