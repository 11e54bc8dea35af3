import type { Claim } from '#core/claims/claim.ts';
import { unitsWithNewIds, type NewIds } from '#core/orders/file-order.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';

/** The claim pointing at the record that took the place of its order's. */
export const claimWithNewIds = (claim: Claim, orderId: number, ids: NewIds): Claim => ({
  ...claim,
  orderId,
  orderIdFromPlatform: orderIdIn(ids, claim.orderIdFromPlatform),
  lines: claim.lines.map((line) => unitsWithNewIds(line, ids)),
});

/** The same of a claim of shipping protection, whose items can be sent again once their products are known. */
export const shippingClaimWithNewIds = (claim: ShippingClaim, orderId: number, ids: NewIds): ShippingClaim => ({
  ...claim,
  orderId,
  orderIdFromPlatform: orderIdIn(ids, claim.orderIdFromPlatform),
  lines: claim.lines.map((line) => ({
    ...unitsWithNewIds(line, ids),
    productIdFromPlatform:
      ids.products.get(line.lineIdFromPlatform)?.productIdFromPlatform ?? line.productIdFromPlatform,
    variantIdFromPlatform:
      ids.products.get(line.lineIdFromPlatform)?.variantIdFromPlatform ?? line.variantIdFromPlatform,
  })),
  resolution: claim.resolution && {
    ...claim.resolution,
    cover: claim.resolution.cover.map((units) => ({
      ...units,
      lineIdFromPlatform: ids.lines.get(units.lineIdFromPlatform) ?? units.lineIdFromPlatform,
    })),
  },
});

/** What is still to be done, whatever kind of work: the same JSON with the new ids. */
export function workWithNewIds(work: unknown, ids: NewIds): unknown {
  if (typeof work === 'string') return orderIdIn(ids, ids.lines.get(work) ?? ids.fulfillmentLines.get(work) ?? work);
  if (Array.isArray(work)) return work.map((part) => workWithNewIds(part, ids));
  if (typeof work !== 'object' || work === null) return work;
  return Object.fromEntries(Object.entries(work).map(([name, part]) => [name, workWithNewIds(part, ids)]));
}

const orderIdIn = ({ order }: NewIds, id: string): string => (id === order.from ? order.to : id);
