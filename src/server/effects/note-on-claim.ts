import type { Claim } from '#core/claims/claim.ts';
import type { TimelineEntry } from '#core/claims/timeline-shapes.ts';
import type { Decision } from '#core/claims/decision.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { claimForChange, saveClaim } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { claimIdOf, type EffectRow } from '#server/db/effects.ts';
import { enqueue } from '#server/effects/outbox.ts';

/**
 * Changes the claim of an effect after its answer came, waiting for the row lock. False if there was nothing to save.
 */
export async function changeClaimOfEffect(
  db: Db,
  effect: EffectRow,
  decide: (claim: Claim, now: string) => Decision,
): Promise<boolean> {
  const claimId = claimIdOf(effect);
  const loaded = claimId === null ? undefined : await claimForChange(db, effect.store_id, claimId);
  if (!loaded) return false;
  const { claim, effects } = decide(loaded.claim, new Date().toISOString());
  if (claim === loaded.claim && effects.length === 0) return false;
  const [isSaved] = await Promise.all([
    saveClaim(db, effect.store_id, loaded, claim, effects.length > 0, 'background'),
    enqueue(db, effect.store_id, effect.request_id, effects),
  ]);
  if (!isSaved) throw new Error(`claim ${claimId} changed while it was held`);
  return true;
}

/** Tells in the claim's timeline what an effect did, or who did it in its place. */
export const noteOnClaim = (
  db: Db,
  effect: EffectRow,
  entry: Pick<TimelineEntry, 'type' | 'subject' | 'message' | 'by'>,
): Promise<boolean> =>
  changeClaimOfEffect(db, effect, (claim, now) => ({ claim: withEntry(claim, entry, now), effects: [] }));
