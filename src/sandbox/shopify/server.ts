import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import type { BulkRunner } from './bulk.ts';
import { bulkRunner } from './bulk.ts';
import { Bucket } from './cost.ts';
import type { GraphqlCall } from './execute.ts';
import { answer, loadSchema, namesOf } from './execute.ts';
import type { Fault } from './faults.ts';
import { Faults, readFault } from './faults.ts';
import type { Params } from './oauth.ts';
import { answered, issue, Oauth, validToken } from './oauth.ts';
import { pages } from './pages.ts';
import { Shops } from './persistence.ts';
import type { Later } from './root.ts';
import { views } from './root.ts';
import type { DemoStore, SeedOptions } from './seed/demo.ts';
import { seedShop } from './seed/demo.ts';
import type { ShopState } from './state.ts';
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
  /** First wait before a webhook is tried again; doubled each time. Default 2 seconds. */
  webhookRetryMs?: number;
};

export type ShopifySandbox = {
  /** Base address; what the platform serves at `https://{shop}` is at `${url}/{shop}`. */
  url: string;
  close(): Promise<void>;
  store(shopDomain: string): ShopState;
  /** Fills an empty shop with the demo store; one that has orders keeps them. */
  seedDemo(shopDomain: string, options?: SeedOptions): DemoStore;
  webhooks: Webhooks;
  faults: Faults;
};

const DOMAIN = /^[a-z0-9][a-z0-9-]*(\.[a-z0-9-]+)*$/i;
const BUCKET_POINTS = 2000;
const POINTS_PER_SECOND = 100;

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
    () => sandbox.url,
  );
  const host = options.host ?? '127.0.0.1';
  await app.listen({ port: options.port, host });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  sandbox.url = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;
  return {
    url: sandbox.url,
    webhooks: sandbox.webhooks,
    faults: sandbox.faults,
    store: (shopDomain) => sandbox.shops.get(shopDomain),
    seedDemo(shopDomain, seedOptions) {
      const made = seedShop(sandbox.shops.get(shopDomain), seedOptions);
      sandbox.shops.changed();
      return made;
    },
    async close() {
      await sandbox.webhooks.close();
      await app.close();
      sandbox.shops.save();
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
  private readonly buckets = new Map<string, Bucket>();

  constructor(options: ShopifySandboxOptions) {
    this.options = options;
    this.shops = new Shops(options.stateFile ?? null);
    this.oauth = new Oauth(options);
    this.webhooks = new Webhooks({
      secret: options.apiSecret,
      faults: this.faults,
      retryBaseMs: options.webhookRetryMs ?? 2000,
      changed: () => this.shops.changed(),
    });
    this.bulk = bulkRunner(
      this.schema,
      (shop) => this.context(shop, true),
      (context) => this.settle(context),
    );
  }

  shop(domain: string): ShopState | null {
    return DOMAIN.test(domain) && domain.includes('.') ? this.shops.get(domain) : null;
  }

  context(shop: ShopState, offlineToken: boolean): Context {
    return { shop, baseUrl: this.url, bulk: false, events: [], offlineToken, idempotencyKey: null, views };
  }

  /** Once a call is over: its events go out and the state is kept. */
  settle(context: Context): void {
    this.webhooks.announce(context.shop, context.events);
    this.shops.changed();
  }

  bucket(domain: string): Bucket {
    let bucket = this.buckets.get(domain);
    if (bucket === undefined) this.buckets.set(domain, (bucket = new Bucket(BUCKET_POINTS, POINTS_PER_SECOND)));
    return bucket;
  }

  async run(shop: ShopState, offlineToken: boolean, call: GraphqlCall, throttled: boolean): Promise<object> {
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
    const body = await answer(this.schema, context, this.bucket(shop.domain), later, call, throttled);
    this.settle(context);
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

function adminApi(app: FastifyInstance, sandbox: Sandbox): void {
  app.post<InShop & { Params: { version: string } }>(
    '/:shop/admin/api/:version/graphql.json',
    async (request, reply) => {
      const shop = sandbox.shop(request.params.shop);
      if (shop === null || request.params.version !== '2026-07') return reply.code(404).send({ errors: 'Not Found' });
      const token = validToken(shop, text(request.headers['x-shopify-access-token']));
      if (token === null)
        return reply
          .code(401)
          .send({ errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' });
      const call = readCall(request.body);
      if (call === null) return reply.code(400).send({ errors: { query: 'Required parameter missing or invalid' } });
      if (sandbox.options.latencyMs !== undefined && sandbox.options.latencyMs > 0)
        await pause(sandbox.options.latencyMs);
      const fault = sandbox.faults.strike(shop.domain, namesOf(call));
      if (fault?.mode === 'drop') return hangUp(request, reply);
      if (fault?.mode === 'fail') return reply.code(500).send({ errors: 'Internal Server Error' });
      if (fault?.mode === 'delay') await pause(fault.ms);
      const throttled = fault?.mode === 'throttle';
      // 'repeat' is a network that delivers the request twice: the work is done twice and answered once.
      if (fault?.mode === 'repeat') await sandbox.run(shop, token.kind === 'offline', call, throttled);
      const body = await sandbox.run(shop, token.kind === 'offline', call, throttled);
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
