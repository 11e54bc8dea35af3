import type { Access, RouteSpec } from '#contract/route.ts';
import { Refusal } from '#core/refusal.ts';
import { wishesOf } from '#core/texts/languages.ts';
import type { AppDeps } from '#server/http/app-deps.ts';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { actingAs } from '#server/db/acting.ts';
import { actorOf } from '#server/http/actor.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { checkSameSite, grantAccess, type AccessDeps } from '#server/http/access.ts';
import type { RequestContext } from '#server/http/context.ts';
import { endPortalSession, readHelpdeskSession, setHelpdeskSession, setPortalSession } from '#server/http/cookies.ts';
import { letPagesBeFramed } from '#server/http/embedding.ts';
import { errorAnswer } from '#server/http/errors.ts';
import { serveHealth } from '#server/http/health.ts';
import { serveLocalFiles } from '#server/http/local-files.ts';
import { serveLogin } from '#server/http/login.ts';
import { serveOpenApi } from '#server/http/openapi.ts';
import { parseAnswer, parseInput, parseParams } from '#server/http/parse-input.ts';
import { secureHeaders } from '#server/http/secure-headers.ts';
import type { Handler, RawHandler, RouteHandler } from '#server/http/serve.ts';
import { portalHosts, serveHostQuestion, servePortalHosts } from '#server/http/portal-hosts.ts';
import { sessionLookups } from '#server/http/session-lookups.ts';
import { serveWeb } from '#server/http/web-files.ts';

const JSON_LIMIT_BYTES = 1_048_576;
// A photo of 20 MB over a slow phone; a body of JSON has to be there much sooner.
const UPLOAD_WITHIN_MS = 300_000;
const JSON_WITHIN_MS = 30_000;
const MOST_CONNECTIONS = 5_000;
const REQUEST_ID = /^[\w-]{8,64}$/;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Partners and probes, which send no header of ours and are checked in another way. */
    isForeign?: boolean;
  }
}

/** The HTTP server with every handler, not yet listening. */
export async function buildApp(deps: AppDeps, handlers: readonly Handler[]): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    trustProxy: trustOf(deps.config.TRUSTED_PROXIES),
    bodyLimit: JSON_LIMIT_BYTES,
    requestTimeout: UPLOAD_WITHIN_MS,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    routerOptions: { maxParamLength: 1000 },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply, deps),
    forceCloseConnections: 'idle',
  });
  app.removeContentTypeParser('text/plain');
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  app.server.maxConnections = MOST_CONNECTIONS;
  endSlowBodies(app, deps.jsonWithinMs ?? JSON_WITHIN_MS);
  if (deps.config.TRUSTED_PROXIES === false) warnOfUntrustedProxy(app, deps.log);
  secureHeaders(app, deps.config);
  observe(app, deps);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, deps));

  const access = accessDeps(deps);
  const hosts = portalHosts(deps.database, deps.config.PUBLIC_URL);
  servePortalHosts(app, hosts);
  serveHostQuestion(app, hosts, deps.config.PUBLIC_URL);
  letPagesBeFramed(app, deps.database, access.cookies);
  for (const handler of handlers) {
    if (handler.kind === 'route') addRoute(app, handler, access, deps);
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const handler of handlers) if (handler.kind === 'raw') addRaw(scope, handler, access, deps);
  });
  serveHealth(app, deps);
  serveLogin(app, deps, access);
  serveOpenApi(app);
  if (deps.fileServer) await serveLocalFiles(app, deps.fileServer, deps.config.UPLOAD_MAX_BYTES);
  await serveWeb(app, { storefront: deps.storefront });
  return app;
}

const accessDeps = (deps: AppDeps): AccessDeps => ({
  database: deps.database,
  sessions: sessionLookups(deps.database, deps.config.PROVIDER_ADMINS),
  cookies: { secret: deps.secret, isSecure: deps.config.PUBLIC_URL.startsWith('https:') },
  publicOrigin: new URL(deps.config.PUBLIC_URL).origin,
});

const fastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

function addRoute(app: FastifyInstance, handler: RouteHandler, access: AccessDeps, deps: AppDeps): void {
  const { route } = handler;
  const admitted = new WeakMap<FastifyRequest, RequestContext>();
  app.route({
    method: route.method,
    url: fastifyPath(route.path),
    // Before the body is read: who may not call learns nothing about the input, and sends none.
    onRequest: async (request, reply) => {
      checkSameSite(request, access.publicOrigin);
      const base = baseContext(request, reply, access, deps);
      admitted.set(
        request,
        await admit(route, request, (asked, params) => grantAccess(asked, params, base, request, reply, access)),
      );
    },
    handler: async (request, reply) => {
      const context = admitted.get(request);
      if (!context) throw new Error('a call was handled without access');
      const input = parseInput(route, request);
      const actor = actorOf(route, context, input);
      const answer = parseAnswer(
        route,
        await (actor ? actingAs(actor, () => handler.run(input, context)) : handler.run(input, context)),
      );
      reply.header('cache-control', 'no-store');
      if (request.portalOfHost === null) return reply.send(answer);
      // Files come from the host that the page came from: elsewhere they would be of a foreign origin.
      const text = JSON.stringify(answer).replaceAll(`"${deps.config.PUBLIC_URL}/files/`, '"/files/');
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });
}

type Grant = (access: Access, params: Readonly<Record<string, unknown>>) => Promise<RequestContext>;

/** The context the route promises. An address that makes no sense is refused as such only to those who are signed in. */
async function admit(route: RouteSpec, { params }: FastifyRequest, grant: Grant): Promise<RequestContext> {
  const parsed = parseParams(route, params);
  if (!(parsed instanceof Refusal)) return grant(route.access, parsed);
  const isForStaff = route.access !== 'public' && route.access !== 'portal';
  await grant(isForStaff ? 'session' : route.access, { ...definedTextsOf(params) });
  throw parsed;
}

function addRaw(app: FastifyInstance, handler: RawHandler, access: AccessDeps, deps: AppDeps): void {
  app.route({
    method: handler.method,
    url: fastifyPath(handler.path),
    bodyLimit: handler.maxBytes,
    config: { isForeign: true },
    handler: async (request, reply) => {
      const answer = await handler.run(
        {
          rawBody: Buffer.isBuffer(request.body) ? request.body : new Uint8Array(),
          headers: textsOf(request.headers),
          query: definedTextsOf(request.query),
          params: definedTextsOf(request.params),
        },
        baseContext(request, reply, access, deps),
      );
      return reply
        .code(answer.status)
        .headers(answer.headers ?? {})
        .send(answer.body ?? '');
    },
  });
}

// Of a name given twice the first counts: a signature is over one value.
const firstOf = (value: unknown): string | undefined =>
  Array.isArray(value) ? firstOf(value[0]) : typeof value === 'string' ? value : undefined;

const textsOf = (values: object): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, firstOf(value)]));

const definedTextsOf = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(textsOf(values ?? {})).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

function baseContext(request: FastifyRequest, reply: FastifyReply, access: AccessDeps, deps: AppDeps): RequestContext {
  const isEmbedded = request.headers['x-makegood-embedded'] !== undefined;
  return {
    requestId: request.id,
    log: deps.log.child({ requestId: request.id }),
    address: clientNetwork(request.ip),
    wishes: wishesOf(request.headers['accept-language'] ?? ''),
    setPortalSession: (session) => setPortalSession(reply, access.cookies, session, new Date(), isEmbedded),
    endPortalSession: (slug) => endPortalSession(reply, access.cookies, slug, isEmbedded),
    formerHelpdeskToken: readHelpdeskSession(request, access.cookies),
    setHelpdeskToken: (token) => setHelpdeskSession(reply, access.cookies, token),
  };
}

/** A number of proxies trusts as many addresses, counted from this server outwards. */
const trustOf = (trusted: number | string[] | false): string[] | false | ((address: string, hop: number) => boolean) =>
  typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted;

/** Ends connections whose JSON body does not arrive in time: a byte now and then would hold them for minutes. */
function endSlowBodies(app: FastifyInstance, withinMs: number): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook('onRequest', async (request) => {
    if (request.raw.url?.startsWith('/files/')) return;
    timers.set(request, setTimeout(() => request.raw.destroy(), withinMs).unref());
  });
  // The body is read by now.
  app.addHook('preValidation', async (request) => clearTimeout(timers.get(request)));
  app.addHook('onResponse', async (request) => {
    const isHere = (): void => clearTimeout(timers.get(request));
    // A call refused before its body was read is answered while that is still on its way.
    if (request.raw.complete) isHere();
    else request.raw.once('close', isHere);
  });
}

/** Behind a proxy that is not named every visitor has its address, so that one of them uses up the limits of all. */
function warnOfUntrustedProxy(app: FastifyInstance, log: AppDeps['log']): void {
  let isWarned = false;
  app.addHook('onRequest', async (request) => {
    if (isWarned || request.headers['x-forwarded-for'] === undefined) return;
    isWarned = true;
    log.warn(
      { proxy: request.socket.remoteAddress },
      'X-Forwarded-For arrives, but no proxy is trusted: all visitors count as one address. Set TRUSTED_PROXIES if a reverse proxy stands in front.',
    );
  });
}

/** One log line and one measurement for each request; the route's pattern, never the address asked for, which may carry tokens. */
function observe(app: FastifyInstance, deps: AppDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    deps.metrics.observeRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    deps.log.info(
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}

function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<AppDeps, 'log'>,
): FastifyReply {
  const { status, body } = errorAnswer(error);
  const about = { requestId: request.id, code: body.code };
  // The caller hung up while sending. It isn't our error, and no one reads the answer.
  if (request.raw.destroyed && !request.raw.complete) {
    deps.log.debug({ requestId: request.id }, 'cut off');
    return reply.code(400).send();
  }
  if (status >= 500) deps.log.error({ ...about, err: error }, 'failed');
  else deps.log.debug(about, 'refused');
  return reply.code(status).header('cache-control', 'no-store').send(body);
}
