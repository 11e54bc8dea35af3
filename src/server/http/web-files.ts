import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wishesOf } from '#core/texts/languages.ts';
import type { Storefront } from '#server/customer/storefront.ts';
import { portalPage } from '#server/http/portal-page.ts';

/** Where `vite build` puts the web apps. */
export const WEB_FOLDER = fileURLToPath(new URL('../../../dist/web', import.meta.url));

const SERVER_PATHS = /^\/(api|files|pictures|login|healthz|readyz|metrics)(\/|$)/;
// Scripts and pictures are asked for with the same Accept as a page by curl: their names tell them apart.
const FILE = /^\/(?:[\w-]+\/)*[\w.-]+\.\w+$/;

/** Pages of shops load them. */
const LOADERS: readonly string[] = ['/embed.js', '/shop-now.js', '/widget.js'];

const PORTAL = /^\/p\/([^/]+)/;

// A page loads some fifty of them, and a browser obeys these headers on pages alone: 40 KB that nobody reads.
const PART = /^\/assets\/[\w.-]+\.(js|css)$/;
const PAGE_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

function withoutPageHeaders(reply: FastifyReply): void {
  for (const name of PAGE_HEADERS) reply.removeHeader(name);
}

/** In the language that suits these wishes best. */
export type StorefrontBySlug = (slug: string, wishes: readonly string[]) => Promise<Storefront | null>;

type Served = { folder?: string; storefront?: StorefrontBySlug | undefined };

/** The built web apps: their files by name, and for every other page the app it belongs to. */
export async function serveWeb(
  app: FastifyInstance,
  { folder = WEB_FOLDER, storefront = async () => null }: Served = {},
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    cacheControl: false,
    preCompressed: true,
    ...(existsSync(folder) ? {} : { suppressErrors: true }),
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const isPageRequest = (request.method === 'GET' || request.method === 'HEAD') && !SERVER_PATHS.test(path);
    if (isPageRequest && FILE.test(path) && !path.includes('..') && existsSync(join(folder, path))) {
      // Names under /assets carry a hash of their content.
      const caching = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300';
      if (PART.test(path)) withoutPageHeaders(reply);
      if (LOADERS.includes(path)) reply.header('cross-origin-resource-policy', 'cross-origin');
      return reply.header('cache-control', caching).sendFile(path.slice(1));
    }
    if (request.portalOfHost && isPageRequest && takesPages(request.headers.accept))
      return sendPortalOfHost(
        request.portalOfHost.slug,
        request.url,
        { folder, storefront, header: request.headers['accept-language'] },
        reply,
      );
    const page = path.startsWith('/p/') ? 'portal/index.html' : 'admin/index.html';
    const isWanted = FILE.test(path) ? namesPages(request.headers.accept) : takesPages(request.headers.accept);
    if (isPageRequest && isWanted && existsSync(join(folder, page))) {
      const slug = PORTAL.exec(path)?.[1];
      const wishes = wishedBy(request.url, request.headers['accept-language']);
      const store = slug === undefined ? null : await known(storefront, slug, wishes);
      if (store) {
        const html = await readFile(join(folder, page), 'utf8');
        return reply
          .headers({ 'cache-control': 'no-cache', vary: 'accept-language' })
          .type('text/html; charset=utf-8')
          .send(portalPage(html, store));
      }
      return reply.header('cache-control', 'no-cache').sendFile(page);
    }
    return reply.code(404).send({ code: 'NOT_FOUND', message: `Nothing answers ${request.method} here` });
  });
}

/** What the shopper would read: what the address asks for, then what the browser does. */
const wishedBy = (url: string, header = ''): string[] => [
  new URLSearchParams(url.split('?')[1]).get('lang') ?? '',
  ...wishesOf(header),
];

/** A page comes all the same where the database doesn't answer, and says so itself. */
async function known(
  storefront: StorefrontBySlug,
  slug: string,
  wishes: readonly string[],
): Promise<Storefront | null> {
  try {
    return await storefront(decodeURIComponent(slug), wishes);
  } catch {
    return null;
  }
}

/** The portal at a host of its own: its page says whose it is. Links to the usual address of the portal lead there too. */
async function sendPortalOfHost(
  slug: string,
  url: string,
  { folder, storefront, header }: { folder: string; storefront: StorefrontBySlug; header: string | undefined },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const usual = `/p/${encodeURIComponent(slug)}`;
  const [path = '/'] = url.split('?', 1);
  // A path of two slashes would be another host.
  if (path === usual || path.startsWith(`${usual}/`))
    return reply.redirect(`/${url.slice(usual.length).replace(/^\/+/, '')}`, 302);
  const html = await readFile(join(folder, 'portal/index.html'), 'utf8');
  const store = await known(storefront, encodeURIComponent(slug), wishedBy(url, header));
  const page = store ? portalPage(html, store) : html;
  const mark = `<meta name="makegood-portal" content="${encodeURIComponent(slug)}">`;
  return reply
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.replace('<head>', () => `<head>${mark}`));
}

/** Media types of an Accept header, without those that are not wanted at all. */
const wantedTypes = (accept: string): string[] =>
  accept
    .toLowerCase()
    .split(',')
    .filter((range) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(range))
    .map((range) => range.split(';', 1)[0]?.trim() ?? '');

const namesPages = (accept = ''): boolean => wantedTypes(accept).includes('text/html');

/** Link previews, probes and curl ask for anything, or for nothing in particular. */
const takesPages = (accept = '*/*'): boolean =>
  wantedTypes(accept).some((type) => ['text/html', 'text/*', '*/*'].includes(type));
