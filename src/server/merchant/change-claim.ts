import type { ClaimShown } from '#contract/claim-shapes.ts';
import type { CommandKind, Decided } from '#core/claims/commands/commands.ts';
import { changeClaim, type Asked } from '#server/claims/change.ts';
import type { Db } from '#server/db/connect.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { StoreContext } from '#server/http/context.ts';
import { loadClaimPage, showClaim, type ShowDeps } from '#server/merchant/show-claim.ts';
import { staffName } from '#server/merchant/staff-name.ts';

export type ChangeDeps = Pick<ServerDeps, 'database'> & ShowDeps;

type ClaimOfStaff = {
  claimId: number;
  /** What the page showed; null for changes that fit any version. */
  version: number | null;
  /** Decides nothing, and so stops nobody's decision. */
  isNote?: true;
  first?: (db: Db) => Promise<void>;
  /** The command is about units or money for certain. */
  readsOrder?: true;
};

/** One change of a claim by staff, and the claim's page afterwards. Refuses CLAIM_NOT_FOUND and CLAIM_CHANGED. */
export async function changeByStaff<K extends CommandKind>(
  deps: ChangeDeps,
  context: StoreContext,
  { claimId, version, isNote, ...how }: ClaimOfStaff,
  asked: Asked<K>,
): Promise<{ claim: ClaimShown; decided: Decided<K> | null }> {
  const { storeId, requestId } = context;
  const name = staffName(context.user);
  const by = isNote ? ({ kind: 'note', name } as const) : ({ kind: 'person', name, version } as const);
  const { page, decided } = await deps.database.inStore(storeId, async (db) => {
    const changed = await changeClaim(db, { storeId, claimId, requestId, by, ...how }, asked);
    return { page: await loadClaimPage(db, storeId, claimId), decided: changed?.decided ?? null };
  });
  return { claim: await showClaim(page, deps), decided };
}

/** As changeByStaff, where only the claim's page is asked for. */
export async function pageAfter<K extends CommandKind>(
  deps: ChangeDeps,
  context: StoreContext,
  of: ClaimOfStaff,
  asked: Asked<K>,
): Promise<ClaimShown> {
  return (await changeByStaff(deps, context, of, asked)).claim;
}
