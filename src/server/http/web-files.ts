import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where `vite build` puts the web apps. */
export const WEB_FOLDER = fileURLToPath(new URL('../../../dist/web', import.meta.url));

const SERVER_PATHS = /^\/(api|files|login|healthz|readyz|metrics)(\/|$)/;
const FILE = /^\/(?:[\w-]+\/)*[\w.-]+\.\w+$/;

/** The built web apps: their files by name, and for every other page the app it belongs to. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: WEB_FOLDER,
    serve: false,
    cacheControl: false,
    preCompressed: true,
    ...(existsSync(WEB_FOLDER) ? {} : { suppressErrors: true }),
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const isPageRequest = (request.method === 'GET' || request.method === 'HEAD') && !SERVER_PATHS.test(path);
    if (isPageRequest && FILE.test(path) && !path.includes('..') && existsSync(join(WEB_FOLDER, path))) {
      // Names under /assets carry a hash of their content.
      const caching = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300';
      return reply.header('cache-control', caching).sendFile(path.slice(1));
    }
    const page = path.startsWith('/p/') ? 'portal/index.html' : 'admin/index.html';
    if (isPageRequest && (request.headers.accept ?? '').includes('text/html') && existsSync(join(WEB_FOLDER, page))) {
      return reply.header('cache-control', 'no-cache').sendFile(page);
    }
    return reply.code(404).send({ code: 'NOT_FOUND', message: `Nothing answers ${request.method} here` });
  });
}
