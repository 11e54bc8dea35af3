import { aboutClaim } from '#core/effects/subject.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { Decision } from '#core/claims/decision.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { isBefore } from '#core/dates.ts';

export const reservationKey = (claim: Pick<Claim, 'id'>): string => `reserveStock:claim:${claim.id}`;

/** Units of each variant reserved for a claim now: only its shopper can get them. */
export function keptUnits({ reservation }: Pick<Claim, 'reservation'>): Map<string, number> {
  const kept = new Map<string, number>();
  if (reservation?.state !== 'held') return kept;
  for (const { variantIdFromPlatform, quantity } of reservation.lines)
    kept.set(variantIdFromPlatform, (kept.get(variantIdFromPlatform) ?? 0) + quantity);
  return kept;
}

/** The effect that releases a claim's reserved stock; none if nothing is reserved. */
export const stockEffects = (claim: Claim): EffectIntent[] =>
  claim.reservation === null || claim.reservation.state === 'released' || claim.reservation.state === 'short'
    ? []
    : [
        {
          kind: 'releaseStock',
          purposeKey: `releaseStock:claim:${claim.id}`,
          subject: aboutClaim(claim),
          payload: { claimExternalId: claim.externalId, reservedBy: reservationKey(claim) },
        },
      ];

/** The kept stock went into an order, or is free again. */
export const stockTaken = (claim: Claim): Claim =>
  claim.reservation === null || claim.reservation.state === 'released'
    ? claim
    : { ...claim, reservation: { ...claim.reservation, state: 'released' } };

/** Releases a claim's reserved stock: from now on nothing counts as reserved. */
export const freeStock = (claim: Claim): Decision => ({ claim: stockTaken(claim), effects: stockEffects(claim) });

/** The platform keeps the stock until `expiresOn`. */
export const reservationConfirmed = (claim: Claim, expiresOn: string, now: string): Claim =>
  claim.reservation?.state === 'asked'
    ? withEntry(
        { ...claim, reservation: { ...claim.reservation, state: 'held', expiresOn } },
        { type: 'shopify', subject: 'Stock reserved for the customer', message: '' },
        now,
      )
    : claim;

/** There was too little of it to keep. */
export const reservationShort = (claim: Claim, now: string): Claim =>
  claim.reservation?.state === 'asked'
    ? withEntry(
        { ...claim, reservation: { ...claim.reservation, state: 'short' } },
        {
          type: 'warning',
          subject: "Stock couldn't be reserved",
          message: 'Something the customer chose is out of stock.',
        },
        now,
      )
    : claim;

/** The platform has given the stock free by itself before anyone finalized: staff are warned, and stock counts again. */
export const reservationEnded = (claim: Claim, now: string): Claim =>
  claim.reservation?.state === 'held' && isBefore(claim.reservation.expiresOn, now)
    ? withEntry(
        { ...claim, reservation: { ...claim.reservation, state: 'released' } },
        {
          type: 'warning',
          subject: 'Stock no longer reserved',
          message: 'The reservation ended. The item may be sold out when the claim is finalized.',
        },
        now,
      )
    : claim;
