import { randomBytes } from 'node:crypto';
import { EXTERNAL_ID_BYTES, externalIdOf } from '#core/claims/external-id.ts';
import { buyerEmail } from '#core/orders/order.ts';
import { fileShippingClaim, type FileShippingClaim } from '#core/protection/file-claim.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import type { ShippingDecision } from '#core/protection/shipping-decision.ts';
import { Refusal } from '#core/refusal.ts';
import { claimMedia } from '#server/customer/claim-media.ts';
import type { Db } from '#server/db/connect.ts';
import { nextShippingClaimId, shippingClaimByRequest } from '#server/db/shipping-claims.ts';
import { addShippingClaim } from '#server/protection/change.ts';
import { orderToProtect, type OrderToProtect } from '#server/protection/order-to-protect.ts';
import { madeBySame, type SentRequest } from '#server/sent-request.ts';

/** What is asked for; the rest is known of the order. */
export type Filed = Omit<FileShippingClaim, keyof OrderToProtect | 'ids' | 'now' | 'email' | 'media'> & {
  /** Uploads of the order. */
  mediaIds: readonly string[];
  /** Of the buyer where it is left out. */
  email: string | null;
};

/**
 * Makes a claim of shipping protection, or finds the one that the request made before. Refuses ORDER_NOT_FOUND,
 * REQUEST_KEY_USED, ALREADY_SUBMITTED, UPLOAD_UNKNOWN and what filing refuses. `then`: what is decided of it at once.
 */
export async function fileOn(
  db: Db,
  storeId: number,
  orderId: number,
  { email, mediaIds, ...filed }: Filed,
  { request, requestId }: { request: SentRequest; requestId: string },
  then: (made: ShippingDecision, at: OrderToProtect) => ShippingDecision = (made) => made,
): Promise<ShippingClaim> {
  const before = await shippingClaimByRequest(db, storeId, request.key);
  if (before) {
    const { order_id: itsOrderId, external_id: externalId, request_digest: digest } = before;
    madeBySame(request, orderId, { orderId: itsOrderId, externalId, digest });
    return before.document;
  }
  const at = await orderToProtect(db, storeId, orderId);
  if (!at || at.order.erasedOn !== undefined)
    throw new Refusal('notFound', 'ORDER_NOT_FOUND', 'No order in this store matches these details.');
  const made = fileShippingClaim({
    ...at,
    ...filed,
    media: await claimMedia(db, { storeId, orderId }, mediaIds),
    email: email ?? buyerEmail(at.order),
    ids: {
      claimId: await nextShippingClaimId(db),
      externalId: externalIdOf('Shipping', randomBytes(EXTERNAL_ID_BYTES)),
      orderId,
    },
    now: new Date().toISOString(),
  });
  const decision = then(made, at);
  await addShippingClaim(db, storeId, at, decision, { request, requestId });
  return decision.claim;
}
