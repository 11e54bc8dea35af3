import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { linesWithFreeUnits } from '#core/claims/claim-units.ts';
import { Refusal } from '#core/refusal.ts';
import type { Db } from '#server/db/connect.ts';
import { orderWithClaims, type OrderWithClaims } from '#server/db/order-with-claims.ts';
import { bumpClaimsVersion } from '#server/db/orders.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';

/**
 * The order of a claim, with every claim on it, to decide about its units or its money: two claims decided at
 * once could each take the last of them, so the second is refused CLAIM_CHANGED.
 */
export async function holdOrder(db: Db, storeId: number, claim: Claim): Promise<OrderWithClaims> {
  const found = await orderWithClaims(db, storeId, claim.orderId);
  if (!found) throw claimNotFound();
  if (await bumpClaimsVersion(db, storeId, found.orderId, found.claimsVersion)) return found;
  throw new Refusal(
    'conflict',
    'CLAIM_CHANGED',
    'Another claim on this order changed at the same time. Please review this claim again.',
  );
}

/** Which of these lines of a claim, holding no units now, may have theirs back. */
export async function freeLines(
  db: Db,
  storeId: number,
  claim: Claim,
  lines: readonly ClaimLine[],
): Promise<Set<number>> {
  const { order, claims } = await holdOrder(db, storeId, claim);
  return linesWithFreeUnits(
    order,
    claims.map((loaded) => loaded.claim),
    lines,
  );
}
