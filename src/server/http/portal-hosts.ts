import type { FastifyInstance } from 'fastify';
import { isIP } from 'node:net';
import type { Database } from '#server/db/connect.ts';
import { storeOfHost } from '#server/db/portal-hosts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The portal that is served at the host asked for; null at this server's own, and at hosts nobody proved. */
    portalOfHost: { slug: string } | null;
  }
}

/** A host just proven or removed is known as such after this time, in every process. */
const KEPT_MS = 5_000;
const MOST_KEPT = 1_000;

export type PortalHosts = (host: string) => Promise<{ slug: string } | null>;

/** Finds the portal of a host; hosts are asked for with every request, so answers are kept for a moment. */
export function portalHosts(database: Database, publicUrl: string): PortalHosts {
  const own = new URL(publicUrl).hostname;
  const kept = new Map<string, { at: number; found: { slug: string } | null }>();
  return async (host) => {
    if (host === own || host === 'localhost' || isIP(host) !== 0 || host.length > 253) return null;
    const known = kept.get(host);
    if (known && Date.now() - known.at < KEPT_MS) return known.found;
    const [store] = await database.rowsAsOwner((db) => storeOfHost(db, host));
    kept.delete(host);
    kept.set(host, { at: Date.now(), found: store ?? null });
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
    return store ?? null;
  };
}

const CALL = /^\/(?:api|login|helpdesk|healthz|readyz|metrics)(?:\/|$)/;
const OF_STORE = /^\/api\/customer\/(?:settings\/)?([^/]+)/;

/** At the host of a store's portal there is nothing but that portal. */
export function servePortalHosts(app: FastifyInstance, find: PortalHosts): void {
  app.decorateRequest('portalOfHost', null);
  app.addHook('onRequest', async (request, reply) => {
    request.portalOfHost = await find(request.hostname.toLowerCase());
    if (!request.portalOfHost) return undefined;
    const [path = '/'] = request.url.split('?', 1);
    if (!CALL.test(path) || slugOf(path) === request.portalOfHost.slug) return undefined;
    return reply.code(404).send({ code: 'NOT_FOUND', message: 'Nothing answers here' });
  });
}

/** For a reverse proxy that asks before it gets a certificate: yes for hosts that are served, no for all others. */
export function serveHostQuestion(app: FastifyInstance, find: PortalHosts, publicUrl: string): void {
  app.get<{ Querystring: { domain?: unknown } }>(
    '/api/portal-host/ask',
    { config: { isForeign: true } },
    async (request, reply) => {
      const { domain } = request.query;
      const host = typeof domain === 'string' ? domain.toLowerCase() : '';
      const isServed = host === new URL(publicUrl).hostname || (await find(host)) !== null;
      return reply
        .code(isServed ? 200 : 404)
        .header('cache-control', 'no-store')
        .send();
    },
  );
}

function slugOf(path: string): string | null {
  try {
    return decodeURIComponent(OF_STORE.exec(path)?.[1] ?? '');
  } catch {
    return null;
  }
}
