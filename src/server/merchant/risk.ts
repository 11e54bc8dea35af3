import * as contract from '#contract/merchant/risk.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { isSamePhoto, mirrored, photoHashOf } from '#core/claims/photo-hash.ts';
import { isVisibleClaim, riskOf, type RiskEvidence } from '#core/claims/risk.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { ClaimMedia } from '#core/claims/media-shapes.ts';
import { mediaKind } from '#core/claims/media-types.ts';
import { normalizeEmail } from '#core/orders/lookup.ts';
import type { Order } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import { metAgain, originOf } from '#server/db/claim-origin.ts';
import { emailHash } from '#server/risk/origin.ts';
import { claimById, claimNames } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { likenessesOfClaim, photosLike } from '#server/db/media.ts';
import { orderById } from '#server/db/orders.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';

/** How likely a claim is not honest (C3.27). */
export const riskHandler = ({ database, secret }: Pick<ServerDeps, 'database' | 'secret'>): Handler =>
  handle(contract.claimRisk, ({ params }, { storeId }) =>
    database.readStore(storeId, (db) => showRisk(db, secret, storeId, params.claimId)),
  );

async function showRisk(
  db: Db,
  secret: string,
  storeId: number,
  claimId: number,
): Promise<RouteAnswer<typeof contract.claimRisk>> {
  const loaded = await claimById(db, storeId, claimId);
  const order = loaded && (await orderById(db, storeId, loaded.claim.orderId));
  if (!loaded || !order) throw claimNotFound();
  const origin = await originOf(db, storeId, claimId);
  const met = origin && (await metAgain(db, origin));
  const photos = await comparePhotos(db, storeId, claimId);
  const { level, aggregateScore, facts } = riskOf({
    claimsInStore: met?.claimsInStore ?? null,
    claimsElsewhere: met ? { claims: met.claimsElsewhere, stores: met.storesElsewhere } : null,
    proof: origin?.proven_by ?? null,
    isOrderEmail: isOrderEmail(
      loaded.claim,
      order.document,
      (email) => emailHash(secret, email) === origin?.email_hash,
    ),
    isGiftReturn: isGiftReturn(loaded.claim),
    mediaCount: loaded.claim.lines.flatMap((line) => line.media).filter(showsGoods).length,
    isVisible: isVisibleClaim(loaded.claim),
    photosCompared: photos.compared,
    photosIn: photos.claimIds.length,
    peopleOnDevice: met && origin.device_fingerprint !== null ? met.peopleOnDevice : null,
    peopleAtAddress: met && origin.ip_address !== null ? met.peopleAtAddress : null,
    platform: order.document.platformRisk ?? null,
  } satisfies RiskEvidence);
  const others = await claimNames(db, storeId, photos.claimIds);
  return {
    level,
    aggregateScore,
    facts: facts.map((fact) => ({ ...fact, claims: fact.factor === 'mediaReuse' ? others : [] })),
  };
}

/** A receipt proves something else. */
const showsGoods = ({ contentType }: ClaimMedia): boolean => mediaKind(contentType) !== 'pdf';

/** Whether the claim was sent with an email of the order, or has one now: what staff correct is no sign of anything. */
const isOrderEmail = (claim: Claim, order: Order, isSentWith: (email: string) => boolean): boolean =>
  [order.email, order.customer?.email ?? ''].some(
    (known) => known !== '' && (normalizeEmail(known) === normalizeEmail(claim.customerEmail) || isSentWith(known)),
  );

/** Which other claims have a photo of this one. Refuses RISK_NOT_READY while one was not looked at yet. */
async function comparePhotos(
  db: Db,
  storeId: number,
  claimId: number,
): Promise<{ compared: number; claimIds: number[] }> {
  const photos = (await likenessesOfClaim(db, storeId, claimId)).filter((one) => one.content_type.startsWith('image/'));
  if (photos.some((photo) => photo.hashed_on === null))
    throw new Refusal('conflict', 'RISK_NOT_READY', 'The photos of this claim are still being compared.');
  const readable = photos.flatMap((photo) => photo.photo_hashes ?? []).filter((hashes) => hashes.byteLength > 0);
  const claimIds = new Set<number>();
  for (const hash of readable.map(photoHashOf)) {
    const words = [...new Set([...hash.words, ...mirrored(hash).words])];
    for (const other of await photosLike(db, words, claimId))
      if (!claimIds.has(other.claimId) && isSamePhoto(hash, photoHashOf(other.hashes))) claimIds.add(other.claimId);
  }
  return { compared: readable.length, claimIds: [...claimIds].toSorted((one, next) => one - next) };
}
