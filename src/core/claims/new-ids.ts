import type { Claim } from '#core/claims/claim.ts';
import type { NewIds } from '#core/orders/file-order.ts';

/** The claim pointing at the record that took the place of its order's. */
export const claimWithNewIds = (claim: Claim, orderId: number, ids: NewIds): Claim => ({
  ...claim,
  orderId,
  orderIdFromPlatform: orderIdIn(ids, claim.orderIdFromPlatform),
  lines: claim.lines.map((line) => ({
    ...line,
    lineIdFromPlatform: ids.lines.get(line.lineIdFromPlatform) ?? line.lineIdFromPlatform,
    // A line the platform does not know as sent is better without a parcel than with one it never heard of.
    fulfillmentLineIdFromPlatform:
      line.fulfillmentLineIdFromPlatform === null
        ? null
        : (ids.fulfillmentLines.get(line.fulfillmentLineIdFromPlatform) ?? null),
  })),
});

/** What is still to be done for the claim, whatever kind of work: the same JSON with the new ids. */
export function workWithNewIds(work: unknown, ids: NewIds): unknown {
  if (typeof work === 'string') return orderIdIn(ids, ids.lines.get(work) ?? ids.fulfillmentLines.get(work) ?? work);
  if (Array.isArray(work)) return work.map((part) => workWithNewIds(part, ids));
  if (typeof work !== 'object' || work === null) return work;
  return Object.fromEntries(Object.entries(work).map(([name, part]) => [name, workWithNewIds(part, ids)]));
}

const orderIdIn = ({ order }: NewIds, id: string): string => (id === order.from ? order.to : id);
