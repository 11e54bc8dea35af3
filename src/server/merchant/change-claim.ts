import type { ClaimShown } from '#contract/claim-shapes.ts';
import { stillOwed } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { Decision } from '#core/claims/decision.ts';
import { changesSince, signed } from '#core/claims/timeline.ts';
import { Refusal } from '#core/refusal.ts';
import { claimForChange, holdClaim, saveClaim } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import type { ServerDeps } from '#server/deps.ts';
import { enqueue } from '#server/effects/outbox.ts';
import type { StoreContext } from '#server/http/context.ts';
import { releaseStalePayments } from '#server/payments/owed.ts';
import { staffName } from '#server/merchant/staff-name.ts';
import { claimNotFound, loadClaimPage, showClaim, type ShowDeps } from '#server/merchant/show-claim.ts';

export type ChangeDeps = Pick<ServerDeps, 'database'> & ShowDeps;

type Decide = (claim: Claim, now: string, db: Db) => Decision | Promise<Decision>;

/**
 * One change of a claim by staff: load, decide, save with effects, show. Releases payments that the shopper started and
 * no longer owes. `version` is the version the page showed, or null for changes that fit any version; background
 * changes stop no one. `first` runs with the claim locked, before it is read. Refuses CLAIM_NOT_FOUND and
 * CLAIM_CHANGED.
 */
export async function changeClaim(
  deps: ChangeDeps,
  context: StoreContext,
  claimId: number,
  version: number | null,
  decide: Decide,
  { by = 'person', first }: { by?: 'person' | 'background'; first?: (db: Db) => Promise<void> } = {},
): Promise<ClaimShown> {
  const { storeId, requestId } = context;
  const page = await deps.database.inStore(storeId, async (db) => {
    if (first) {
      await holdClaim(db, storeId, claimId);
      await first(db);
    }
    const loaded = await claimForChange(db, storeId, claimId);
    if (!loaded) throw claimNotFound();
    if (version !== null && version !== loaded.version) throw changedByOthers(loaded.claim, version);
    const { claim: decided, effects } = await decide(loaded.claim, new Date().toISOString(), db);
    // Repeating a change that was already made is not a change others need to see.
    if (decided === loaded.claim && effects.length === 0 && !first) return loadClaimPage(db, storeId, claimId);
    const claim = signed(loaded.claim, decided, { by: staffName(context.user) });
    const [isSaved] = await Promise.all([
      saveClaim(db, storeId, loaded, claim, effects.length > 0, by),
      enqueue(db, storeId, requestId, effects),
    ]);
    if (!isSaved) throw changedByOthers(loaded.claim, loaded.version);
    const owed = stillOwed(loaded.claim);
    if (owed > 0 && stillOwed(claim) !== owed) await releaseStalePayments(db, storeId, claim, requestId);
    return loadClaimPage(db, storeId, claimId);
  });
  return showClaim(page, deps);
}

/** Says who changed what since the version that was shown, as far as the claim's own timeline knows. */
function changedByOthers(claim: Claim, version: number): Refusal {
  const what = changesSince(claim, version);
  return new Refusal(
    'conflict',
    'CLAIM_CHANGED',
    `This claim was changed since you opened it${what === '' ? '' : `: ${what}`}.`,
  );
}
