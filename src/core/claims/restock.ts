import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { isSamePlace } from '#core/claims/order-shipment.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { aboutClaim } from '#core/effects/subject.ts';
import type { Order } from '#core/orders/order.ts';
import type { FinalizePolicy, Restock, StockPlace } from '#core/policy/policy.ts';

/** Whether the settings put back into stock what came back. What a warranty claim brings is defective. */
export const isRestockedBySettings = ({ claimType }: Claim, { isRestocked }: FinalizePolicy): boolean =>
  isRestocked === true && claimType === 'Return';

/** What finalizing puts back into stock: as rules say, or as the settings say where no rule was asked. */
export const restocksOf = (claim: Claim, policy: FinalizePolicy): readonly Restock[] =>
  policy.restock ??
  (isRestockedBySettings(claim, policy)
    ? claim.lines.map(({ id }) => ({ claimLineId: id, state: 'available', locationIdFromPlatform: null }))
    : []);

/** Puts the units of these lines back into stock, each line once whatever asks for it and however often. */
export function restockEffects(
  claim: Claim,
  order: Order,
  lines: readonly ClaimLine[],
  restocks: readonly Restock[],
  places: readonly StockPlace[],
): EffectIntent[] {
  if (!claim.returnRequired) return [];
  const arrival = arrivedAt(claim, places);
  return lines.flatMap((line): EffectIntent[] => {
    const wanted = restocks.find(({ claimLineId }) => claimLineId === line.id);
    const bought = order.lines.find(({ idFromPlatform }) => idFromPlatform === line.lineIdFromPlatform);
    const variantIdFromPlatform = bought?.variantIdFromPlatform ?? null;
    if (!wanted || variantIdFromPlatform === null || line.wasResolvedExternally) return [];
    return [
      {
        kind: 'restock',
        purposeKey: `restock:claim:${claim.id}:line:${line.id}`,
        subject: aboutClaim(claim),
        payload: {
          claimExternalId: claim.externalId,
          claimLineId: line.id,
          variantIdFromPlatform,
          quantity: line.quantity,
          state: wanted.state,
          locationIdFromPlatform: wanted.locationIdFromPlatform ?? arrival ?? sentFrom(order, line),
        },
      },
    ];
  });
}

/** The location that the package went to; null where it is none of the platform's. */
function arrivedAt({ shipments }: Claim, places: readonly StockPlace[]): string | null {
  const shipment = shipments.findLast(({ canceledOn }) => canceledOn === null);
  const place = shipment && places.find(({ address }) => isSamePlace(address, shipment.toAddress));
  return place?.locationIdFromPlatform ?? null;
}

const sentFrom = ({ fulfillments }: Order, { fulfillmentLineIdFromPlatform: id }: ClaimLine): string | null =>
  fulfillments.find(({ lines }) => lines.some(({ idFromPlatform }) => idFromPlatform === id))?.location
    ?.idFromPlatform ?? null;
