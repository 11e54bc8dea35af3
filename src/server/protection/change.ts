import { Refusal } from '#core/refusal.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import { heldBy } from '#core/protection/held.ts';
import type { ShippingDecision } from '#core/protection/shipping-decision.ts';
import { aboutShippingClaim } from '#core/effects/subject.ts';
import type { Db } from '#server/db/connect.ts';
import { bookEntries } from '#server/db/journal.ts';
import { attachMediaTo } from '#server/db/media.ts';
import { OrderChanged } from '#server/db/new-claim.ts';
import {
  insertShippingClaim,
  keepHeld,
  saveShippingClaim,
  shippingClaimForChange,
} from '#server/db/shipping-claims.ts';
import { enqueue } from '#server/effects/outbox.ts';
import { billShippingClaim } from '#server/protection/bill.ts';
import { orderToProtect, type OrderToProtect } from '#server/protection/order-to-protect.ts';
import type { SentRequest } from '#server/sent-request.ts';

/**
 * The only way a claim of shipping protection is made. Throws OrderChanged where another claim of the order came first,
 * and the database's unique violation where the request made one before.
 */
export async function addShippingClaim(
  db: Db,
  storeId: number,
  at: OrderToProtect,
  { claim, effects, entries }: ShippingDecision,
  { request, requestId }: { request: SentRequest; requestId: string },
): Promise<void> {
  await insertShippingClaim(db, storeId, claim, request);
  const [isFirst] = await Promise.all([
    keepHeld(db, storeId, at.orderId, at.claimsVersion, [...at.shippingClaims, claim]),
    attachMediaTo(
      db,
      storeId,
      aboutShippingClaim(claim),
      claim.media.map(({ id }) => id),
    ),
    bookEntries(db, storeId, { subject: aboutShippingClaim(claim), effectId: null }, entries),
    enqueue(db, storeId, requestId, effects),
    billShippingClaim(db, storeId, claim),
  ]);
  if (!isFirst) throw new OrderChanged();
}

export type ShippingChange = {
  storeId: number;
  id: number;
  requestId: string;
  /**
   * A person decides on the version they saw (null: on any) and makes a new one. The background leaves it as it is, so
   * that it stops nobody's decision.
   */
  by: { kind: 'person'; version: number | null } | { kind: 'background' };
};

/**
 * The only way a claim of shipping protection is changed: held, decided with its order, and saved with what follows. Null
 * where there is none. Refuses SHIPPING_CLAIM_CHANGED.
 */
export async function changeShippingClaim(
  db: Db,
  { storeId, id, requestId, by }: ShippingChange,
  decide: (claim: ShippingClaim, at: OrderToProtect) => ShippingDecision,
): Promise<ShippingClaim | null> {
  const row = await shippingClaimForChange(db, storeId, id);
  if (!row) return null;
  if (by.kind === 'person' && by.version !== null && by.version !== row.version) throw changed();
  if (row.document.erasedOn !== undefined)
    throw new Refusal('conflict', 'CUSTOMER_ERASED', "This customer's data was erased, so the claim can't be changed.");
  const at = await orderToProtect(db, storeId, row.order_id);
  if (!at) throw new Error(`shipping claim ${id} has no order`);
  const { claim, effects, entries } = decide(row.document, at);
  if (claim === row.document && effects.length === 0) return claim;
  const all = at.shippingClaims.map((one) => (one.id === id ? claim : one));
  const isSameHeld = JSON.stringify(heldBy(claim)) === JSON.stringify(heldBy(row.document));
  const [isSaved, isHeld] = await Promise.all([
    saveShippingClaim(db, row, claim, by.kind === 'person' ? row.version + 1 : row.version),
    isSameHeld || keepHeld(db, storeId, at.orderId, at.claimsVersion, all),
    bookEntries(db, storeId, { subject: aboutShippingClaim(claim), effectId: null }, entries),
    enqueue(db, storeId, requestId, effects),
    billShippingClaim(db, storeId, claim),
  ]);
  if (!isSaved || !isHeld) throw changed();
  return claim;
}

const changed = (): Refusal =>
  new Refusal(
    'conflict',
    'SHIPPING_CLAIM_CHANGED',
    'This claim, or another one of its order, was changed since you opened it. Please look at it again.',
  );
