import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PortalSession } from '#server/http/context.ts';
import { HELPDESK_HOURS, SESSION_HOURS } from '#server/http/login-session.ts';
import { readToken, signToken } from '#server/signed-token.ts';

const PORTAL_HOURS = 2;
const PORTAL_PURPOSE = 'portal-session';
// A purpose of its own: what does not know of gifts must not take it for a buyer's.
const GIFT_PURPOSE = 'gift-session';
const PortalPayload = z.object({
  storeId: z.number().int(),
  slug: z.string(),
  orderId: z.number().int(),
  orderIdFromPlatform: z.string(),
  provenBy: z.enum(['email', 'postalCode', 'link']).optional(),
  openedOn: z.string().optional(),
});
const GiftPayload = PortalPayload.extend({ gift: z.object({ externalIds: z.array(z.string()) }) });

export type CookieSettings = { secret: string; isSecure: boolean };

// The prefix makes browsers refuse the cookie from anything but this very host over https.
const loginCookie = (settings: CookieSettings): string =>
  settings.isSecure ? '__Host-makegood_session' : 'makegood_session';

// Its path keeps the stores apart, which the prefix for a host forbids.
const portalCookie = (settings: CookieSettings): string =>
  settings.isSecure ? '__Secure-makegood_portal' : 'makegood_portal';

// Of its own, since it is sent from within other pages: what a person signed in to is never.
const helpdeskCookie = (settings: CookieSettings): string =>
  settings.isSecure ? '__Host-makegood_helpdesk' : 'makegood_helpdesk';

/** The token of the session of this browser: of the person who signed in, else of a helpdesk. */
export const readLoginToken = (request: FastifyRequest, settings: CookieSettings): string | undefined =>
  request.cookies[loginCookie(settings)] ?? readHelpdeskSession(request, settings);

export const readHelpdeskSession = (request: FastifyRequest, settings: CookieSettings): string | undefined =>
  request.cookies[helpdeskCookie(settings)];

/** The same for a helpdesk's session: sent from within its page alone, and from no other site's. */
export function setHelpdeskSession(reply: FastifyReply, settings: CookieSettings, token: string | null): void {
  const { isSecure } = settings;
  // Without https browsers keep nothing across sites, and it works in a window of its own.
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: isSecure ? 'none' : 'lax',
    secure: isSecure,
    partitioned: isSecure,
  } as const;
  if (token === null) reply.clearCookie(helpdeskCookie(settings), options);
  else reply.setCookie(helpdeskCookie(settings), token, { ...options, maxAge: HELPDESK_HOURS * 3600 });
}

/** Gives the browser its session token, or takes it away. */
export function setLoginToken(reply: FastifyReply, settings: CookieSettings, token: string | null): void {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: settings.isSecure } as const;
  if (token === null) reply.clearCookie(loginCookie(settings), options);
  else reply.setCookie(loginCookie(settings), token, { ...options, maxAge: SESSION_HOURS * 3600 });
}

/** Opens the portal for one order for two hours. The path keeps the sessions of different stores apart. */
export function setPortalSession(
  reply: FastifyReply,
  settings: CookieSettings,
  session: PortalSession,
  now: Date,
  isEmbedded: boolean,
): void {
  const expiresOn = new Date(now.getTime() + PORTAL_HOURS * 3_600_000);
  const purpose = session.gift ? GIFT_PURPOSE : PORTAL_PURPOSE;
  const opened = { ...session, openedOn: now.toISOString() };
  reply.setCookie(portalCookie(settings), signToken(settings.secret, purpose, opened, expiresOn), {
    ...portalOptions(settings, session.slug, isEmbedded),
    maxAge: PORTAL_HOURS * 3600,
  });
}

/** Closes the order this browser has open in a store's portal. */
export const endPortalSession = (
  reply: FastifyReply,
  settings: CookieSettings,
  slug: string,
  isEmbedded: boolean,
): unknown => reply.clearCookie(portalCookie(settings), portalOptions(settings, slug, isEmbedded));

/** Inside a page of the shop, browsers send only a cookie that is bound to that page's site. */
const portalOptions = ({ isSecure }: CookieSettings, slug: string, isEmbedded: boolean): CookieSerializeOptions => ({
  path: `/api/customer/${encodeURIComponent(slug)}`,
  httpOnly: true,
  secure: isSecure,
  ...(isEmbedded && isSecure ? { sameSite: 'none', partitioned: true } : { sameSite: 'lax' }),
});

/** The order this browser has open in a store's portal, or null. */
export function readPortalSession(
  request: FastifyRequest,
  settings: CookieSettings,
  slug: string,
  now: Date,
): PortalSession | null {
  const token = request.cookies[portalCookie(settings)];
  if (token === undefined) return null;
  const session: PortalSession | null =
    readToken(settings.secret, PORTAL_PURPOSE, token, PortalPayload, now) ??
    readToken(settings.secret, GIFT_PURPOSE, token, GiftPayload, now);
  return session?.slug === slug ? session : null;
}
