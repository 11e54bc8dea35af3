import { z } from 'zod';
import { readToken, signToken } from '#server/signed-token.ts';

const PURPOSE = 'portal-link';
const LINK_DAYS = 60;

/** What a link in an e-mail opens: one claim of one order of one store. */
const Link = z.object({
  storeId: z.number().int(),
  orderId: z.number().int(),
  orderIdFromPlatform: z.string(),
  externalId: z.string(),
});
export type ClaimLink = z.infer<typeof Link>;

/** Address of a claim's page in the portal, without access. */
export const claimPageUrl = (publicUrl: string, slug: string, externalId: string): string =>
  `${publicUrl}/p/${encodeURIComponent(slug)}/claim/overview/${encodeURIComponent(externalId)}`;

/** The same page, opened by whoever holds the link, for sixty days. */
export function claimLinkUrl(publicUrl: string, slug: string, link: ClaimLink, secret: string, now: Date): string {
  const expiresOn = new Date(now.getTime() + LINK_DAYS * 86_400_000);
  return `${claimPageUrl(publicUrl, slug, link.externalId)}?token=${signToken(secret, PURPOSE, link, expiresOn)}`;
}

export const readClaimLink = (secret: string, token: string, now: Date): ClaimLink | null =>
  readToken(secret, PURPOSE, token, Link, now);
