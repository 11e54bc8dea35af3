import { z } from 'zod';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import { readToken, signToken } from '#server/signed-token.ts';

const PURPOSE = 'reorder-link';
const Link = z.object({ storeId: z.number().int(), shippingClaimId: z.number().int(), askedOn: z.string() });
export type ReorderLink = z.infer<typeof Link>;

/** The page on which the shopper confirms where a reorder goes (C2.25); null where none is asked for. */
export function reorderUrl(portal: string, storeId: number, claim: ShippingClaim, secret: string): string | null {
  const { id: shippingClaimId, reorder, orderIdFromPlatform } = claim;
  if (reorder === null) return null;
  const link: ReorderLink = { storeId, shippingClaimId, askedOn: reorder.askedOn };
  const token = signToken(secret, PURPOSE, link, new Date(reorder.endsOn));
  return `${portal}/reorder/${encodeURIComponent(orderIdFromPlatform)}/claim/${shippingClaimId}?token=${token}`;
}

/** What a link asks about; null if it is forged or expired. */
export const readReorderLink = (secret: string, token: string, now: Date): ReorderLink | null =>
  readToken(secret, PURPOSE, token, Link, now);
