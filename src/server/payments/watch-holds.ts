import { isWatched, keysOfHolds, taskOfHold } from '#core/claims/commands/holds.ts';
import { aboutClaim } from '#core/effects/subject.ts';
import { BACKGROUND, changeClaim } from '#server/claims/change.ts';
import type { Db } from '#server/db/connect.ts';
import { effectStates } from '#server/db/effects.ts';
import { raisedTasks, raiseTask } from '#server/db/tasks.ts';

/**
 * Does what the holds of a claim need now, in the transaction of whatever happened to them. Takes none because goods are
 * late, unless carriers were asked just now.
 */
export async function watchHolds(
  db: Db,
  storeId: number,
  claimId: number,
  now: Date,
  requestId: string,
  areCarriersAsked = false,
): Promise<void> {
  const at = { storeId, claimId, requestId, by: BACKGROUND, now: now.toISOString() };
  const changed = await changeClaim(db, at, async (claim) => {
    if (!isWatched(claim)) return null;
    const states = await effectStates(db, storeId, keysOfHolds(claim));
    const tasksRaised = await raisedTasks(db, storeId, claim.payments.map(taskOfHold));
    return { kind: 'holdsLookedAfter', input: { states, tasksRaised, areCarriersAsked } };
  });
  for (const { purposeKey, message } of changed?.decided.lost ?? [])
    await raiseTask(db, storeId, { subject: aboutClaim({ id: claimId }), purposeKey, kind: 'holdLost', message });
}
