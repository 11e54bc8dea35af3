import type { Claim } from '#core/claims/claim.ts';
import type { RiskLevel } from '#core/claims/risk.ts';
import { originOf } from '#server/db/claim-origin.ts';
import type { Db } from '#server/db/connect.ts';
import { likenessesOfClaim } from '#server/db/media.ts';
import { orderById } from '#server/db/orders.ts';
import { reasonsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import { assessRisk } from '#server/risk/assess.ts';
import { emailHash } from '#server/risk/origin.ts';

export type Assessed = NonNullable<Awaited<ReturnType<typeof assessRisk>>>;

/** The risk of a claim; null while a photo was not looked at yet, undefined where its order is gone. */
export async function riskOfClaim(
  db: Db,
  secret: string,
  storeId: number,
  claim: Claim,
): Promise<Assessed | null | undefined> {
  const order = await orderById(db, storeId, claim.orderId);
  if (!order) return undefined;
  const store = await storeById(db, storeId);
  if (!store) return undefined;
  const origin = await originOf(db, storeId, claim.id);
  return assessRisk(db, {
    claim,
    order: order.document,
    reasons: reasonsOf(store),
    origin,
    photos: await likenessesOfClaim(db, storeId, claim.id),
    isSentWith: (email) => emailHash(secret, email) === origin?.email_hash,
  });
}

/** Null while it is not known. */
export const riskLevelOf = async (db: Db, secret: string, storeId: number, claim: Claim): Promise<RiskLevel | null> =>
  (await riskOfClaim(db, secret, storeId, claim))?.risk.level ?? null;
