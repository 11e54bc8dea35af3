import type { Claim } from '#core/claims/claim.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import type { ClaimMedia } from '#core/claims/media-shapes.ts';
import { mediaKind } from '#core/claims/media-types.ts';
import { isSamePhoto, mirrored, photoHashOf } from '#core/claims/photo-hash.ts';
import type { ClaimReason } from '#core/claims/reasons.ts';
import { isVisibleClaim, riskOf, type Risk, type RiskEvidence } from '#core/claims/risk.ts';
import { normalizeEmail } from '#core/orders/lookup.ts';
import type { Order } from '#core/orders/order.ts';
import { metAgain, type OriginRow } from '#server/db/claim-origin.ts';
import type { Db } from '#server/db/connect.ts';
import { photosLike, type LikenessRow } from '#server/db/media.ts';

export type ToAssess = {
  /** It may be about to be made. */
  claim: Claim;
  order: Order;
  /** Every reason the store has or had. */
  reasons: readonly ClaimReason[];
  /** Undefined where nobody noted how it was sent in. */
  origin: OriginRow | undefined;
  /** Photos and videos it was made or answered with. */
  photos: readonly LikenessRow[];
  /** Whether it was sent in with an email. */
  isSentWith(email: string): boolean;
};

/** The risk of a claim, and the other claims that show its photos; null while a photo was not looked at yet. */
export async function assessRisk(
  db: Db,
  { claim, order, reasons, origin, photos: shown, isSentWith }: ToAssess,
): Promise<{ risk: Risk; claimIds: number[] } | null> {
  const photos = await comparePhotos(db, claim.id, shown);
  if (photos === null) return null;
  const met = origin && (await metAgain(db, origin, normalizeEmail(claim.customerEmail)));
  const risk = riskOf({
    claimsInStore: met?.claimsInStore ?? null,
    claimsElsewhere: met ? { claims: met.claimsElsewhere, stores: met.storesElsewhere } : null,
    proof: origin?.proven_by ?? null,
    isOrderEmail: isOrderEmail(claim, order, isSentWith),
    isGiftReturn: isGiftReturn(claim),
    mediaCount: claim.lines.flatMap((line) => line.media).filter(showsGoods).length,
    isVisible: isVisibleClaim(claim, reasons),
    photosCompared: photos.compared,
    photosIn: photos.claimIds.length,
    peopleOnDevice: met && origin.device_fingerprint !== null ? met.peopleOnDevice : null,
    peopleAtAddress: met && origin.ip_address !== null ? met.peopleAtAddress : null,
    platform: order.platformRisk ?? null,
  } satisfies RiskEvidence);
  return { risk, claimIds: photos.claimIds };
}

/** A receipt proves something else. */
const showsGoods = ({ contentType }: ClaimMedia): boolean => mediaKind(contentType) !== 'pdf';

/** Whether the claim was sent with an email of the order, or has one now: what staff correct is no sign of anything. */
const isOrderEmail = (claim: Claim, order: Order, isSentWith: (email: string) => boolean): boolean =>
  [order.email, order.customer?.email ?? ''].some(
    (known) => known !== '' && (normalizeEmail(known) === normalizeEmail(claim.customerEmail) || isSentWith(known)),
  );

/** Which other claims have a photo of this one; null while one was not looked at yet. */
async function comparePhotos(
  db: Db,
  claimId: number,
  shown: readonly LikenessRow[],
): Promise<{ compared: number; claimIds: number[] } | null> {
  const photos = shown.filter((one) => one.content_type.startsWith('image/'));
  if (photos.some((photo) => photo.hashed_on === null)) return null;
  const readable = photos.flatMap((photo) => photo.photo_hashes ?? []).filter((hashes) => hashes.byteLength > 0);
  const claimIds = new Set<number>();
  for (const hash of readable.map(photoHashOf)) {
    const words = [...new Set([...hash.words, ...mirrored(hash).words])];
    for (const other of await photosLike(db, words, claimId))
      if (!claimIds.has(other.claimId) && isSamePhoto(hash, photoHashOf(other.hashes))) claimIds.add(other.claimId);
  }
  return { compared: readable.length, claimIds: [...claimIds].toSorted((one, next) => one - next) };
}
