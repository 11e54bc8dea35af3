import type { Command, CommandKind } from '#core/claims/commands/commands.ts';
import type { TimelineEntry } from '#core/claims/timeline-shapes.ts';
import { BACKGROUND, changeClaim } from '#server/claims/change.ts';
import type { Db } from '#server/db/connect.ts';
import { claimIdOf, type EffectRow } from '#server/db/effects.ts';

/** Changes the claim of an effect after its answer came, waiting for anyone who holds the claim. False when there was nothing to save. */
export async function changeClaimOfEffect<K extends CommandKind>(
  db: Db,
  effect: EffectRow,
  command: Command<K>,
): Promise<boolean> {
  const claimId = claimIdOf(effect);
  if (claimId === null) return false;
  const { store_id: storeId, request_id: requestId } = effect;
  const changed = await changeClaim(db, { storeId, claimId, requestId, by: BACKGROUND }, command);
  return changed?.isChanged === true;
}

/** Tells in the claim's timeline what an effect did, or who did it in its place. */
export const noteOnClaim = (
  db: Db,
  effect: EffectRow,
  entry: Pick<TimelineEntry, 'type' | 'subject' | 'message' | 'by'>,
): Promise<boolean> => changeClaimOfEffect(db, effect, { kind: 'effectNoted', input: entry });
