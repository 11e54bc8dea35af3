import { missingLines, orderBilled, shareRateOf, shippingClaimBilled } from '#core/protection/billing-lines.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import { addBillingLines, billingLinesOf, shareRates } from '#server/db/billing-lines.ts';
import type { Db } from '#server/db/connect.ts';
import type { OrderToProtect } from '#server/protection/order-to-protect.ts';

/** Records what a protected order comes to now, where that differs from what is recorded. The order has to be locked. */
export async function billOrder(db: Db, storeId: number, at: OrderToProtect): Promise<void> {
  const { order, orderId, coverLineIds } = at;
  const subject = { kind: 'order' as const, id: orderId };
  const [recorded, rates] = await Promise.all([billingLinesOf(db, storeId, subject), shareRates(db, storeId)]);
  const shareBasisPoints = shareRateOf(rates, order.createdOn);
  await addBillingLines(
    db,
    storeId,
    {
      subject,
      reference: order.orderNo,
      currencyCode: order.currencyCode,
      coverLineIds,
      shareBasisPoints,
    },
    missingLines(`order:${orderId}`, recorded, orderBilled(at, shareBasisPoints)),
  );
}

/** Records what a claim of shipping protection gave, where that differs from what is recorded. The claim has to be locked. */
export async function billShippingClaim(db: Db, storeId: number, claim: ShippingClaim): Promise<void> {
  const { id, externalId, currencyCode } = claim;
  const subject = { kind: 'shippingClaim' as const, id };
  const recorded = await billingLinesOf(db, storeId, subject);
  await addBillingLines(
    db,
    storeId,
    {
      subject,
      reference: externalId,
      currencyCode,
      coverLineIds: [],
      shareBasisPoints: null,
    },
    missingLines(`shippingClaim:${id}`, recorded, shippingClaimBilled(claim)),
  );
}
