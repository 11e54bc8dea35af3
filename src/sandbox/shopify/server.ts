import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import type { BulkRunner } from './bulk.ts';
import { bulkRunner } from './bulk.ts';
import { Bucket } from './cost.ts';
import type { GraphqlCall } from './execute.ts';
import { answer, keyOf, loadSchema, namesOf } from './execute.ts';
import type { Fault } from './faults.ts';
import { Faults, readFault } from './faults.ts';
import { holdKey } from './idempotency.ts';
import type { Params } from './oauth.ts';
import { answered, issue, Oauth, validToken } from './oauth.ts';
import { pages } from './pages.ts';
import { Shops } from './persistence.ts';
import { invoicePages } from './invoice-page.ts';
import { releaseExpired } from './mutations/stock.ts';
import type { Later } from './root.ts';
import { views } from './root.ts';
import type { DemoStore, SeedOptions } from './seed/demo.ts';
import { seedShop } from './seed/demo.ts';
import type { ShopState } from './state.ts';
import { openStorefront } from './storefront/storefront.ts';
import type { Context } from './views/connection.ts';
import { Webhooks } from './webhooks.ts';

export type ShopifySandboxOptions = {
  port: number;
  host?: string;
  apiKey: string;
  apiSecret: string;
  /** Where the state is kept between starts; in memory only when absent. */
  stateFile?: string;
  /** Added to every API answer. */
  latencyMs?: number;
  /**
   * How much a shop may ask for: Shopify gives a Plus shop ten times the points; unmetered stands for many shops.
   * Default standard.
   */
  plan?: 'standard' | 'plus' | 'unmetered';
  /** First wait before a webhook is tried again; doubled each time. Default 2 seconds. */
  webhookRetryMs?: number;
  /** How webhooks are sent; by default as the platform does. */
  fetch?: typeof fetch;
};

/** `left`: the points in the shop's bucket. */
export type SeenCall = { requestId: string; isThrottled: boolean; left: number };

export type ShopifySandbox = {
  /** Base address; what the platform serves at `https://{shop}` is at `${url}/{shop}`. */
  url: string;
  close(): Promise<void>;
  store(shopDomain: string): ShopState;
  /** Fills an empty shop with the demo store; one that has orders keeps them. */
  seedDemo(shopDomain: string, options?: SeedOptions): DemoStore;
  webhooks: Webhooks;
  faults: Faults;
  /** How many calls of the Admin API were answered so far. */
  calls(): number;
  /** Lets someone see each call of the Admin API once it is answered. */
  watch(look: (seen: SeenCall) => void): void;
};

const DOMAIN = /^[a-z0-9][a-z0-9-]*(\.[a-z0-9-]+)*$/i;
const RATES = {
  standard: { points: 2000, perSecond: 100 },
  plus: { points: 20_000, perSecond: 1000 },
  unmetered: { points: 100_000_000, perSecond: 1_000_000 },
};

/** Starts a small Shopify over HTTP, see ShopifySandbox.url for where its shops are. */
export async function startShopifySandbox(options: ShopifySandboxOptions): Promise<ShopifySandbox> {
  const sandbox = new Sandbox(options);
  const app = fastify({ bodyLimit: 10 * 1024 * 1024, forceCloseConnections: true });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  control(app, sandbox);
  adminApi(app, sandbox);
  pages(
    app,
    (domain) => sandbox.shop(domain),
    () => sandbox.shops.all(),
    () => sandbox.url,
  );
  openStorefront(
    app,
    { find: (domain) => sandbox.shop(domain), faults: sandbox.faults, changed: () => sandbox.shops.changed() },
    (domain, work) => sandbox.outsideApi(domain, work),
  );
  invoicePages(app, (domain, work) => sandbox.outsideApi(domain, work));
  const host = options.host ?? '127.0.0.1';
  await app.listen({ port: options.port, host });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  sandbox.url = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;
  return {
    url: sandbox.url,
    webhooks: sandbox.webhooks,
    faults: sandbox.faults,
    calls: () => sandbox.calls,
    watch: (look) => void sandbox.watchers.push(look),
    store: (shopDomain) => sandbox.shops.get(shopDomain),
    seedDemo(shopDomain, seedOptions) {
      const shop = sandbox.shops.get(shopDomain);
      const isEmpty = shop.orders.length === 0;
      const made = seedShop(shop, seedOptions);
      if (isEmpty) sandbox.shops.changed();
      return made;
    },
    async close() {
      await sandbox.webhooks.close();
      await app.close();
      sandbox.shops.close();
    },
  };
}

export type ShopifyInProcess = {
  /** Answers a call of the Admin API, whose address is `https://{shop}/admin/api/...`. */
  call(url: URL, accessToken: string | undefined, body: unknown): Promise<{ status: number; body: object }>;
  store(shopDomain: string): ShopState;
  /** Does what shoppers and staff do at the shop itself; its webhooks go out. */
  outside(shopDomain: string, work: (context: Context) => void): void;
  /** Forgets a shop and all it holds. */
  forget(shopDomain: string): void;
};

/** The same shops without a socket, for callers within the process; `fetch` carries their webhooks. */
export function shopifyInProcess(
  options: Omit<ShopifySandboxOptions, 'port' | 'host' | 'latencyMs'> & { fetch: typeof fetch },
): ShopifyInProcess {
  const sandbox = new Sandbox({ ...options, port: 0 });
  sandbox.url = 'https://shopify.example';
  return {
    async call(url, accessToken, body) {
      const version = /^\/admin\/api\/([^/]+)\/graphql\.json$/.exec(url.pathname)?.[1] ?? '';
      const read = readAdminCall(sandbox, url.hostname, version, accessToken, body);
      if ('status' in read) return read;
      return { status: 200, body: await sandbox.run(read.shop, read.isOffline, read.call, null) };
    },
    store: (shopDomain) => sandbox.shops.get(shopDomain),
    outside: (shopDomain, work) => void sandbox.outsideApi(shopDomain, work),
    forget(shopDomain) {
      sandbox.shops.remove(shopDomain);
      sandbox.buckets.delete(shopDomain);
    },
  };
}

class Sandbox {
  readonly options: ShopifySandboxOptions;
  readonly schema = loadSchema();
  readonly shops: Shops;
  readonly faults = new Faults();
  readonly webhooks: Webhooks;
  readonly oauth: Oauth;
  readonly bulk: BulkRunner;
  url = '';
  calls = 0;
  readonly buckets = new Map<string, Bucket>();
  readonly watchers: ((seen: SeenCall) => void)[] = [];

  constructor(options: ShopifySandboxOptions) {
    this.options = options;
    this.shops = new Shops(options.stateFile ?? null);
    this.oauth = new Oauth(options);
    this.webhooks = new Webhooks({
      secret: options.apiSecret,
      faults: this.faults,
      retryBaseMs: options.webhookRetryMs ?? 2000,
      fetch: options.fetch ?? fetch,
      changed: () => this.shops.changed(),
    });
    this.bulk = bulkRunner(
      this.schema,
      (shop) => this.context(shop, true),
      (context) => this.settle(context),
    );
    for (const shop of this.shops.all()) {
      this.webhooks.resume(shop);
      this.bulk.resume(shop);
    }
  }

  shop(domain: string): ShopState | null {
    return DOMAIN.test(domain) && domain.includes('.') ? this.shops.get(domain) : null;
  }

  context(shop: ShopState, offlineToken: boolean): Context {
    return { shop, baseUrl: this.url, bulk: false, events: [], offlineToken, idempotencyKey: null, views };
  }

  /** What a shopper does at the shop rather than an app over its API. */
  outsideApi<T>(domain: string, work: (context: Context) => T): T | null {
    const shop = this.shop(domain);
    if (shop === null) return null;
    const context = this.context(shop, true);
    releaseExpired(context);
    const done = work(context);
    this.settle(context);
    return done;
  }

  /** Once a call is over: its events go out and the state is kept. */
  settle(context: Context): void {
    this.webhooks.announce(context.shop, context.events);
    this.shops.changed();
  }

  bucket(domain: string): Bucket {
    let bucket = this.buckets.get(domain);
    if (bucket === undefined) {
      const { points, perSecond } = RATES[this.options.plan ?? 'standard'];
      this.buckets.set(domain, (bucket = new Bucket(points, perSecond)));
    }
    return bucket;
  }

  async run(
    shop: ShopState,
    offlineToken: boolean,
    call: GraphqlCall,
    trouble: 'throttle' | 'internalError' | null,
  ): Promise<object> {
    const context = this.context(shop, offlineToken);
    const later: Later = {
      job: (work) =>
        void setTimeout(() => {
          const afterwards = this.context(shop, offlineToken);
          work(afterwards);
          this.settle(afterwards);
        }, 50).unref(),
      runBulk: this.bulk.run,
      cancelBulk: this.bulk.cancel,
    };
    releaseExpired(context);
    const body = await answer(this.schema, context, this.bucket(shop.domain), later, call, trouble);
    // Reading changes nothing, and writing down a whole shop takes long.
    if (/\bmutation\b/.test(call.query) || context.events.length > 0) this.settle(context);
    return body;
  }
}

type InShop = { Params: { shop: string } };

const field = (body: unknown, key: string): unknown =>
  typeof body === 'object' && body !== null ? Object.entries(body).find(([name]) => name === key)?.[1] : undefined;
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function strings(value: unknown): Params {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      typeof each === 'string' || typeof each === 'number' ? [[key, String(each)]] : [],
    ),
  );
}

function readCall(body: unknown): GraphqlCall | null {
  const query = text(field(body, 'query'));
  const variables = field(body, 'variables');
  if (query === undefined) return null;
  return {
    query,
    variables: typeof variables === 'object' && variables !== null ? { ...variables } : {},
    operationName: text(field(body, 'operationName')) ?? null,
  };
}

type AdminCall = { shop: ShopState; isOffline: boolean; call: GraphqlCall };

/** The operation and shop of an Admin API call, or the response that rejects it. */
function readAdminCall(
  sandbox: Sandbox,
  domain: string,
  version: string,
  accessToken: string | undefined,
  body: unknown,
): AdminCall | { status: number; body: object } {
  const shop = sandbox.shop(domain);
  if (shop === null || version !== '2026-07') return { status: 404, body: { errors: 'Not Found' } };
  const token = validToken(shop, accessToken);
  if (token === null)
    return {
      status: 401,
      body: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
    };
  const call = readCall(body);
  if (call === null) return { status: 400, body: { errors: { query: 'Required parameter missing or invalid' } } };
  return { shop, isOffline: token.kind === 'offline', call };
}

function adminApi(app: FastifyInstance, sandbox: Sandbox): void {
  app.post<InShop & { Params: { version: string } }>(
    '/:shop/admin/api/:version/graphql.json',
    async (request, reply) => {
      const token = text(request.headers['x-shopify-access-token']);
      const read = readAdminCall(sandbox, request.params.shop, request.params.version, token, request.body);
      if ('status' in read) return reply.code(read.status).send(read.body);
      const { shop, isOffline, call } = read;
      sandbox.calls += 1;
      if (sandbox.options.latencyMs !== undefined && sandbox.options.latencyMs > 0)
        await pause(sandbox.options.latencyMs);
      const fault = sandbox.faults.strike(shop.domain, namesOf(sandbox.schema, call));
      if (fault?.mode === 'drop') return hangUp(request, reply);
      if (fault?.mode === 'fail') return reply.code(500).send({ errors: 'Internal Server Error' });
      if (fault?.mode === 'frozen') return reply.code(402).send({ errors: 'Unavailable Shop' });
      if (fault?.mode === 'delay') await holdKey(shop, keyOf(sandbox.schema, call), pause(fault.ms));
      const trouble = fault?.mode === 'throttle' || fault?.mode === 'internalError' ? fault.mode : null;
      // 'repeat' is a network that delivers the request twice: the work is done twice and answered once.
      if (fault?.mode === 'repeat') await sandbox.run(shop, isOffline, call, trouble);
      const body = await sandbox.run(shop, isOffline, call, trouble);
      const seen = {
        requestId: text(request.headers['x-request-id']) ?? '',
        isThrottled: 'errors' in body && JSON.stringify(body.errors).includes('THROTTLED'),
        left: sandbox.bucket(shop.domain).available(),
      };
      for (const look of sandbox.watchers) look(seen);
      if (fault?.mode === 'dropAnswer') return hangUp(request, reply);
      return reply.header('x-request-id', request.id).send(body);
    },
  );

  app.get<InShop & { Querystring: Record<string, string> }>('/:shop/admin/oauth/authorize', (request, reply) => {
    const shop = sandbox.shop(request.params.shop);
    const target = shop === null ? null : sandbox.oauth.authorize(shop, strings(request.query));
    return target === null ? reply.code(400).send({ error: 'invalid_request' }) : reply.redirect(target, 302);
  });

  app.post<InShop>('/:shop/admin/oauth/access_token', (request, reply) => {
    const shop = sandbox.shop(request.params.shop);
    if (shop === null) return reply.code(404).send({ errors: 'Not Found' });
    const made = sandbox.oauth.token(shop, strings(request.body));
    sandbox.shops.changed();
    return reply.code(made.status).send(made.body);
  });

  app.get<InShop & { Params: { id: string } }>('/:shop/bulk/:id.jsonl', async (request, reply) => {
    const shop = sandbox.shop(request.params.shop);
    const lines = shop === null ? null : await sandbox.bulk.lines(shop, Number(request.params.id));
    return lines === null ? reply.code(404).send('Not Found') : reply.type('application/jsonl').send(lines);
  });
}

function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

/** The switches of the sandbox, which no real shop has. */
function control(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/_control/token', (request, reply) => {
    const shop = sandbox.shop(text(field(request.body, 'shop')) ?? '');
    if (shop === null) return reply.code(400).send({ error: 'shop must be a domain' });
    const made = issue(shop, 'offline', field(request.body, 'expiring') === true);
    sandbox.shops.changed();
    return reply.send(answered(made).body);
  });

  app.post('/_control/search-lag', (request, reply) => {
    const shop = sandbox.shop(text(field(request.body, 'shop')) ?? '');
    const ms = field(request.body, 'ms');
    if (shop === null || typeof ms !== 'number' || ms < 0)
      return reply.code(400).send({ error: 'shop must be a domain and ms a number from 0' });
    shop.searchLagMs = ms;
    sandbox.shops.changed();
    return reply.code(204).send();
  });

  app.post('/_control/hold-refunds', (request, reply) => {
    const shop = sandbox.shop(text(field(request.body, 'shop')) ?? '');
    const isOn = field(request.body, 'isOn');
    if (shop === null || typeof isOn !== 'boolean')
      return reply.code(400).send({ error: 'shop must be a domain and isOn true or false' });
    shop.holdsRefunds = isOn;
    sandbox.shops.changed();
    return reply.code(204).send();
  });

  app.post('/_control/theme', (request, reply) => {
    const shop = sandbox.shop(text(field(request.body, 'shop')) ?? '');
    const snippet = text(field(request.body, 'snippet'));
    if (shop === null || snippet === undefined)
      return reply.code(400).send({ error: 'shop must be a domain and snippet a text' });
    shop.themeSnippet = snippet;
    shop.cartBlock = text(field(request.body, 'cartBlock')) ?? '';
    sandbox.shops.changed();
    return reply.code(204).send();
  });

  app.post('/_control/expire-tokens', (request, reply) => {
    const shop = sandbox.shop(text(field(request.body, 'shop')) ?? '');
    if (shop === null) return reply.code(400).send({ error: 'shop must be a domain' });
    for (const token of shop.tokens) token.expiresOn = new Date(0).toISOString();
    return reply.code(204).send();
  });

  app.get('/_control/faults', () => ({ faults: sandbox.faults.all() }));
  app.post('/_control/faults', (request, reply) => {
    const fault: Fault | string = readFault(request.body);
    if (typeof fault === 'string') return reply.code(400).send({ error: fault });
    sandbox.faults.add(fault);
    return reply.code(201).send({ fault });
  });
  app.delete('/_control/faults', (_request, reply) => {
    sandbox.faults.clear();
    return reply.code(204).send();
  });

  app.post('/_control/webhooks/flush', async () => ({ tried: await sandbox.webhooks.flush() }));
  app.get('/_control/webhooks', () => ({ delivered: sandbox.webhooks.delivered }));

  app.post('/_control/uninstall', (request, reply) => {
    const shop = sandbox.shop(text(field(request.body, 'shop')) ?? '');
    if (shop === null) return reply.code(400).send({ error: 'shop must be a domain' });
    sandbox.webhooks.announce(shop, [{ topic: 'app/uninstalled', kind: 'app', id: 1 }]);
    shop.tokens = [];
    shop.webhookSubscriptions = [];
    sandbox.shops.changed();
    return reply.code(204).send();
  });
}
