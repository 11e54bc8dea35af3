import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '#contract/route.ts';
import { isBefore } from '#core/dates.ts';
import { isFromRegistration } from '#core/orders/order-origin.ts';
import { Refusal } from '#core/refusal.ts';
import { can } from '#core/roles.ts';
import type { Database } from '#server/db/connect.ts';
import { ownedSince } from '#server/db/registrations.ts';
import type { PortalContext, RequestContext, SessionContext, StoreContext } from '#server/http/context.ts';
import {
  readLoginToken,
  readPortalSession,
  setHelpdeskSession,
  setLoginToken,
  type CookieSettings,
} from '#server/http/cookies.ts';
import { ACCESS_ERRORS } from '#server/http/errors.ts';
import { endSession } from '#server/http/login-session.ts';
import type { SessionLookups } from '#server/http/session-lookups.ts';

export type AccessDeps = {
  database: Database;
  sessions: SessionLookups;
  cookies: CookieSettings;
  publicOrigin: string;
};

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses calls a foreign page could have made in the name of our user: such a page cannot set our header. */
export function checkSameSite(request: FastifyRequest, publicOrigin: string): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { origin, host } = request.headers;
  const isOurs =
    origin === undefined ||
    origin === publicOrigin ||
    (URL.canParse(origin) && [host, request.host].includes(new URL(origin).host));
  if (request.headers['x-makegood'] === undefined || !isOurs) {
    throw new Refusal(
      'forbidden',
      'CSRF',
      'For your security, we blocked this request. Please reload the page and try again.',
    );
  }
}

/** Checks who calls against what the route asks for, and returns the context its handler was promised. */
export async function grantAccess(
  access: Access,
  params: Readonly<Record<string, unknown>>,
  base: RequestContext,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AccessDeps,
): Promise<RequestContext> {
  if (access === 'public') return base;
  if (access === 'portal') return portalContext(params, base, request, deps);
  return signedInContext(access, params, base, request, reply, deps);
}

async function portalContext(
  params: Readonly<Record<string, unknown>>,
  base: RequestContext,
  request: FastifyRequest,
  { cookies, database }: AccessDeps,
): Promise<PortalContext> {
  const portal = readPortalSession(request, cookies, String(params['slug']), new Date());
  if (!portal) throw sessionExpired();
  const asked = params['idFromPlatform'];
  if (asked !== undefined && asked !== portal.orderIdFromPlatform) {
    throw new Refusal('notFound', 'ORDER_NOT_FOUND', "This isn't the order you looked up. Please look it up again.");
  }
  if (!isFromRegistration(portal.orderIdFromPlatform)) return { ...base, portal };
  const since = await database.readStore(portal.storeId, (db) => ownedSince(db, portal));
  // The person who opened it before is no longer its owner.
  if (since !== undefined && (portal.openedOn === undefined || isBefore(portal.openedOn, since)))
    throw sessionExpired();
  return { ...base, portal: { ...portal, ownedSince: since } };
}

const sessionExpired = (): Refusal =>
  new Refusal('unauthenticated', 'PORTAL_SESSION_EXPIRED', 'Your session has ended. Please look up your order again.');

const NEEDED = {
  staff: 'claims',
  money: 'money',
  exports: 'exports',
  admin: 'settings',
  superAdmin: 'providerControls',
} as const;

async function signedInContext(
  access: 'session' | 'provider' | keyof typeof NEEDED,
  params: Readonly<Record<string, unknown>>,
  base: RequestContext,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AccessDeps,
): Promise<SessionContext | StoreContext> {
  const token = readLoginToken(request, deps.cookies);
  const storeId = typeof params['storeId'] === 'number' ? params['storeId'] : null;
  const found = token === undefined ? null : await deps.sessions(token, storeId);
  if (token === undefined || !found) throw new Refusal('unauthenticated', 'UNAUTHENTICATED', 'Please sign in.');
  const context: SessionContext = {
    ...base,
    ...found.session,
    endSession: async () => {
      // Clears both cookies, so that neither session stays signed in.
      for (const open of [token, base.formerHelpdeskToken ?? token]) await endSession(deps.database, open);
      setLoginToken(reply, deps.cookies, null);
      setHelpdeskSession(reply, deps.cookies, null);
    },
  };
  if (access === 'session') return context;
  if (access === 'provider') {
    // Whatever a test store lets people do in it: this is of all stores.
    if (!context.user.isProviderAdmin)
      throw new Refusal('forbidden', 'ROLE_NEEDED', 'Only provider admins may do this.');
    return context;
  }
  const roleCode = found.store?.roleCode ?? null;
  // A store that does not exist and one that is closed to the caller look the same.
  if (storeId === null || !found.store || !roleCode)
    throw new Refusal('forbidden', 'NO_STORE_ACCESS', ACCESS_ERRORS.NO_STORE_ACCESS);
  const { isTest } = found.store;
  if (!can(roleCode, NEEDED[access], { isTest, mayHelpdeskFinalize: context.user.helpdesk?.mayFinalize ?? false })) {
    throw new Refusal('forbidden', 'ROLE_NEEDED', "Your role doesn't allow this. Ask a store admin.");
  }
  return { ...context, storeId, roleCode };
}
