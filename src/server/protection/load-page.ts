import { Refusal } from '#core/refusal.ts';
import { mailsOfClaim } from '#server/db/claim-mail.ts';
import type { Db } from '#server/db/connect.ts';
import { shippingClaimById } from '#server/db/shipping-claims.ts';
import { storeById } from '#server/db/stores.ts';
import { orderToProtect } from '#server/protection/order-to-protect.ts';
import type { ShippingPage } from '#server/protection/show.ts';

/** What a page of a claim of shipping protection is made of. Refuses SHIPPING_CLAIM_NOT_FOUND. */
export async function loadShippingPage(db: Db, storeId: number, id: number): Promise<ShippingPage> {
  const [row, store, mails] = await Promise.all([
    shippingClaimById(db, storeId, id),
    storeById(db, storeId),
    mailsOfClaim(db, storeId, id),
  ]);
  const at = row && (await orderToProtect(db, storeId, row.order_id));
  if (!row || !store || !at) throw shippingClaimNotFound();
  return { row, at, store, mails };
}

export const shippingClaimNotFound = (): Refusal =>
  new Refusal('notFound', 'SHIPPING_CLAIM_NOT_FOUND', "This shipping claim doesn't exist.");
