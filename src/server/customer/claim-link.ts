import { createHash } from 'node:crypto';
import { DAY_MS } from '#core/dates.ts';
import { z } from 'zod';
import { readToken, signToken } from '#server/signed-token.ts';

const PURPOSE = 'portal-link';
// A purpose of its own: what does not know of gifts must not open the buyer's order with it.
const GIFT_PURPOSE = 'gift-link';
const LINK_DAYS = 60;
// Given in advance, perhaps printed; what can still be returned is the windows' to say.
const GIFT_RETURN_DAYS = 400;

const OrderOfLink = z.object({ storeId: z.number().int(), orderId: z.number().int(), orderIdFromPlatform: z.string() });
type OrderOfLink = z.infer<typeof OrderOfLink>;
/** What a link in an email opens: one claim of one order of one store, as long as it is the claim of that email. */
const Link = OrderOfLink.extend({ externalId: z.string(), sentTo: z.string() });
/** Of a gift: without a claim it begins a return of that order. */
const GiftLink = OrderOfLink.extend({ externalId: z.string().nullable(), sentTo: z.string().nullable() });
type ClaimLink = Omit<z.infer<typeof Link>, 'sentTo'> & { isGift: boolean; email: string };

/** Stands for an email in a link, which is passed on and logged by others. */
export const markOf = (externalId: string, email: string): string =>
  createHash('sha256').update(`${externalId} ${email.trim().toLowerCase()}`).digest('base64url').slice(0, 16);

/** Whether a link was sent to the email the claim has now: staff who correct an email end the links to the wrong one. */
export const isSentTo = (link: { externalId: string | null; sentTo: string | null }, email: string): boolean =>
  link.externalId !== null && link.sentTo === markOf(link.externalId, email);

/** Address of a claim's page in the portal, whose own is given, without access. */
export const claimPageUrl = (portal: string, externalId: string, isGift: boolean): string =>
  `${portal}/claim/overview/${encodeURIComponent(externalId)}${isGift ? '?isGiftReturn=true' : ''}`;

/** The same page with a token: anyone with the link can open it for sixty days, or until the claim has another email. */
export function claimLinkUrl(portal: string, { isGift, email, ...link }: ClaimLink, secret: string, now: Date): string {
  const content = { ...link, sentTo: markOf(link.externalId, email) };
  const token = signToken(secret, isGift ? GIFT_PURPOSE : PURPOSE, content, daysFrom(now, LINK_DAYS));
  return `${claimPageUrl(portal, link.externalId, isGift)}${isGift ? '&' : '?'}token=${token}`;
}

/** Where a gift recipient starts a return without having to look up the order (C2.24). */
export function giftReturnUrl(portal: string, order: OrderOfLink, secret: string, now: Date): string {
  const token = signToken(
    secret,
    GIFT_PURPOSE,
    { ...order, externalId: null, sentTo: null },
    daysFrom(now, GIFT_RETURN_DAYS),
  );
  const page = `${portal}/order/${encodeURIComponent(order.orderIdFromPlatform)}`;
  return `${page}?isGiftReturn=true&token=${token}`;
}

const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);

/** What a link opens, for any purpose; null if it is forged or expired. */
export function readLink(
  secret: string,
  token: string,
  now: Date,
): (z.infer<typeof GiftLink> & { isGift: boolean }) | null {
  const link = readToken(secret, PURPOSE, token, Link, now);
  if (link) return { ...link, isGift: false };
  const gift = readToken(secret, GIFT_PURPOSE, token, GiftLink, now);
  return gift && { ...gift, isGift: true };
}
