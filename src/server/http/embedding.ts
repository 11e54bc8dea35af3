import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeBySlug } from '#server/db/stores.ts';
import { readHelpdeskToken } from '#server/helpdesk-token.ts';
import { readHelpdeskSession, type CookieSettings } from '#server/http/cookies.ts';
import { hashOf } from '#server/http/login-session.ts';

/** Pages a helpdesk opens with its token, before there is a session: its entrance, and the customer card (C2.10). */
const ENTRANCES = /^\/(?:helpdesk|\d+\/integrations\/customers)$/;
const NOBODY = "frame-ancestors 'none'";

/**
 * Lets the pages of a helpdesk's session, and those that open it, be framed by the origins of its connection, and the
 * portal by the settings that preview it and by pages of its shop; after secureHeaders.
 */
export function letPagesBeFramed(app: FastifyInstance, database: Database, cookies: CookieSettings): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !(request.headers.accept ?? '').includes('text/html')) return;
    const isPortal = request.portalOfHost !== null || request.url.startsWith('/p/');
    const origins = isPortal ? await shopOriginsOf(request, database) : await originsOf(request, database, cookies);
    const framers = [...(isPortal ? ["'self'"] : []), ...origins];
    if (framers.length === 0) return;
    const policy = String(reply.getHeader('content-security-policy'));
    reply.header('content-security-policy', policy.replace(NOBODY, `frame-ancestors ${framers.join(' ')}`));
    if (origins.length === 0) return;
    // It can't contain an origin, and browsers that don't know the policy would obey it.
    reply.removeHeader('x-frame-options');
  });
}

async function shopOriginsOf(request: FastifyRequest, database: Database): Promise<string[]> {
  const slug = request.portalOfHost?.slug ?? slugOf(request.url);
  const [store] = slug === '' ? [] : await database.rowsAsOwner((db) => storeBySlug(db, slug));
  return store ? settingsOf(store).embedding.embeddedIn : [];
}

function slugOf(url: string): string {
  try {
    return decodeURIComponent(/^\/p\/([^/?#]{1,100})/.exec(url)?.[1] ?? '');
  } catch {
    return '';
  }
}

async function originsOf(request: FastifyRequest, database: Database, cookies: CookieSettings): Promise<string[]> {
  const url = new URL(request.url, 'http://here.invalid');
  const shown = ENTRANCES.test(url.pathname) ? readHelpdeskToken(cookies.secret, tokenOf(url), new Date()) : null;
  const session = readHelpdeskSession(request, cookies);
  if (!shown && session === undefined) return [];
  const [connection] = await database.rowsAsOwner((db) => {
    const connections = db
      .selectFrom('helpdesk_connection as helpdesk')
      .innerJoin('helpdesk_token as token', (join) =>
        join.onRef('token.store_id', '=', 'helpdesk.store_id').onRef('token.config_id', '=', 'helpdesk.config_id'),
      )
      .select('helpdesk.embedded_in');
    return shown
      ? connections
          .where('helpdesk.store_id', '=', shown.storeId)
          .where('helpdesk.config_id', '=', shown.configId)
          .where('token.token_id', '=', shown.tokenId)
      : connections
          .innerJoin('session', (join) =>
            join
              .onRef('session.helpdesk_store_id', '=', 'helpdesk.store_id')
              .onRef('session.helpdesk_config_id', '=', 'helpdesk.config_id')
              .onRef('session.helpdesk_token_id', '=', 'token.token_id'),
          )
          .where('session.session_hash', '=', hashOf(session ?? ''))
          .where('session.expires_on', '>', new Date());
  });
  return connection?.embedded_in ?? [];
}

const tokenOf = (url: URL): string => url.searchParams.get('token') ?? '';
