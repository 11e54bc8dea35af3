import type { RouteAnswer, RouteInput, RouteSpec } from '#contract/route.ts';
import { PartnerError, type CardPayments, type Labels, type Payments } from '#partners/ports.ts';
import { createEasyPostLabels } from '#partners/easypost/adapter.ts';
import { createShopifyStorefront } from '#partners/shopify/adapter.ts';
import { createCheckoutPayments } from '#partners/shopify/checkout-payments.ts';
import { createStripePayments } from '#partners/stripe/adapter.ts';
import { createShopifyInstall } from '#partners/shopify/install.ts';
import type { ServerDeps } from '#server/deps.ts';
import { effectKinds } from '#server/effects/kinds/kinds.ts';
import { beat } from '#server/effects/worker.ts';
import { allHandlers } from '#server/handlers.ts';
import { parseAnswer, parseInput } from '#server/http/parse-input.ts';
import type { Handler } from '#server/http/serve.ts';
import { lookAfterQuotes } from '#server/email/remind-of-quotes.ts';
import { lookAfterPayments } from '#server/payments/look-after.ts';
import { reconcile } from '#server/sync/reconcile.ts';
import { processInbox } from '#server/webhooks/process-inbox.ts';
import { ConnectionLost, databaseOf } from './database/watched.ts';
import type { Covers } from './covers.ts';
import type { Defect } from './defects.ts';
import { documentsOf, filesOf, mailOf, networkOf, type Sent, type Twins } from './partners.ts';
import type { Due, Plant } from './plant.ts';
import { Life, type Scheduler } from './scheduler.ts';
import {
  ACCESS_TOKEN,
  APP_SECRET,
  LABEL_KEY,
  LABEL_SECRET,
  LABEL_URL,
  PAYMENT_KEYS,
  PAYMENT_URL,
  SECRET,
} from './settings.ts';

/** What the processes of a schedule run on. */
export type Ground = {
  plant: Plant;
  scheduler: Scheduler;
  twins: Twins;
  defect: Defect | null;
  shopDomain: string;
  /** What shoppers bought with the cover. */
  covers: Covers;
  /** The instants at which work for workers is due next. */
  nextDue: () => Due;
};

/** The dependencies of the product as one process has them: real adapters and database, on the schedule's network. */
function depsOf(ground: Ground, life: Life): ServerDeps {
  const { plant, scheduler, twins, defect } = ground;
  const network = networkOf(scheduler, life, twins);
  const carry = defect?.network?.(network) ?? network;
  const database = databaseOf(scheduler, life, plant.database, plant.locks !== null);
  const pause = async (ms: number): Promise<void> => {
    await scheduler.step(life, 'pause');
    scheduler.waitFor(Math.ceil(ms));
  };
  const labels = labelsOn(carry);
  const shop = shopOn(ground, { fetch: carry, attempts: 2, pause });
  const storefront = createShopifyStorefront(shop);
  const used = defect?.storefront?.(storefront) ?? storefront;
  const cards = paymentsOn(carry);
  const deps: ServerDeps = {
    config: plant.config,
    secret: SECRET,
    database,
    log: plant.log,
    metrics: plant.metrics,
    identity: { start: nobodySignsIn, finish: nobodySignsIn },
    files: filesOf(scheduler, life, twins),
    documents: documentsOf(scheduler, life),
    mail: mailOf(scheduler, life, twins),
    dns: { texts: () => Promise.resolve([]) },
    mailboxToRead: null,
    pause,
    labels: [labels],
    labelsOf: () => Promise.resolve(labels),
    install: createShopifyInstall({ apiKey: 'app', apiSecret: APP_SECRET, fetch: carry }),
    storefrontOf: () => Promise.resolve(used),
    get payments() {
      return cards();
    },
    paymentsOf: paymentsOf(cards, shop),
  };
  if (!defect?.database) return deps;
  // Its calls are made within a transaction, where nobody else can be let go: they pass the network unharmed.
  return { ...deps, database: defect.database(database, { ...deps, ...unharmedDeps(ground) }) };
}

/** The partners and the database on a day without faults, for those who only look. */
export function unharmedDeps(ground: Pick<Ground, 'plant' | 'twins' | 'shopDomain'>) {
  const unharmed: typeof fetch = (input, init) =>
    ground.twins.answer(new URL(input instanceof Request ? input.url : input), init);
  const shop = shopOn(ground, { fetch: unharmed, attempts: 1 });
  const storefront = createShopifyStorefront(shop);
  return {
    database: ground.plant.database,
    storefrontOf: () => Promise.resolve(storefront),
    paymentsOf: paymentsOf(paymentsOn(unharmed), shop),
    labels: [labelsOn(unharmed)],
  };
}

type OnNetwork = Pick<Parameters<typeof createShopifyStorefront>[0], 'fetch' | 'attempts' | 'pause'>;
const shopOn = ({ shopDomain }: Pick<Ground, 'shopDomain'>, how: OnNetwork) => ({
  shopDomain,
  accessToken: () => Promise.resolve(ACCESS_TOKEN),
  giftCardSecret: SECRET,
  ...how,
});
const labelsOn = (carry: typeof fetch): Labels =>
  createEasyPostLabels({
    apiKey: LABEL_KEY,
    webhookSecret: LABEL_SECRET,
    baseUrl: `${LABEL_URL}/v2`,
    fetch: carry,
  });
// Made when somebody first pays: its client is the dearest of all, and most processes never do.
function paymentsOn(carry: typeof fetch): () => CardPayments {
  let made: CardPayments | null = null;
  return () =>
    (made ??= createStripePayments({
      ...PAYMENT_KEYS,
      apiUrl: PAYMENT_URL,
      scriptUrl: `${PAYMENT_URL}/v3/`,
      fetch: carry,
    }));
}
const paymentsOf =
  (cards: () => Payments, shop: ReturnType<typeof shopOn>): ServerDeps['paymentsOf'] =>
  (_storeId, provider) =>
    Promise.resolve(provider === 'stripe' ? cards() : createCheckoutPayments(shop));

const nobodySignsIn = (): Promise<never> => Promise.reject(new PartnerError('oidc', 'refused', 'nobody signs in here'));

/** The error a caller gets when the server stopped or lost its database before it answered. */
export class NoAnswer extends Error {}

/** By route, and those of webhooks by path. */
type Handlers = ReadonlyMap<RouteSpec | string, Handler>;
const handlersOn = (ground: Ground, life: Life): Handlers =>
  new Map(allHandlers(depsOf(ground, life)).map((one) => [one.kind === 'route' ? one.route : one.path, one]));

/** The web server, started again whenever it was stopped. */
export class Server {
  private life: Life;
  private handlers: Handlers;
  private readonly ground: Ground;
  private requests = 0;

  constructor(ground: Ground) {
    this.ground = ground;
    this.life = new Life('server', true);
    this.handlers = handlersOn(ground, this.life);
    this.watch();
  }

  private watch(): void {
    const { scheduler } = this.ground;
    void this.life.ended.then(async () => {
      const operator = new Life('operator', false);
      await scheduler.step(operator, 'starts the server again');
      this.life = new Life('server', true);
      this.handlers = handlersOn(this.ground, this.life);
      this.watch();
    });
  }

  /** Calls a route as the HTTP layer does, after access was granted. Refusals are thrown; NoAnswer means nobody knows. */
  async ask<R extends RouteSpec>(route: R, input: RouteInput<R>, context: object): Promise<RouteAnswer<R>> {
    const handler = this.handlers.get(route);
    if (handler?.kind !== 'route') throw new Error(`no handler of ${route.path}`);
    const raw = { params: {}, query: {}, body: {}, ...input };
    const answer = await this.untilItStops(handler.run(parseInput(route, raw), { ...this.base(), ...context }));
    return parseAnswer(route, answer) as RouteAnswer<R>;
  }

  /** Delivers a webhook; the status it was answered with. */
  async deliver({ path, headers, body }: Sent): Promise<number> {
    const handler = this.handlers.get(path);
    if (handler?.kind !== 'raw') throw new Error(`nobody takes webhooks at ${path}`);
    const request = { rawBody: Buffer.from(body), headers, query: {}, params: {} };
    return (await this.untilItStops(handler.run(request, this.base()))).status;
  }

  private base() {
    this.requests += 1;
    return {
      requestId: `request-${this.requests}`,
      log: this.ground.plant.log,
      address: '127.0.0.1',
      wishes: [],
      setPortalSession: () => undefined,
      endPortalSession: () => undefined,
      formerHelpdeskToken: undefined,
      setHelpdeskToken: () => undefined,
    };
  }

  get isUp(): boolean {
    return !this.life.isOver;
  }

  private untilItStops<T>(answer: Promise<T>): Promise<T> {
    if (this.life.isOver) throw new NoAnswer('the server is down');
    return Promise.race([
      answer,
      this.life.ended.then((): never => {
        throw new NoAnswer('the server stopped');
      }),
    ]);
  }
}

/** A process goes on after what the platform, the provider or the database did to it. Anything else is a mistake of ours. */
function getOver(error: unknown): void {
  if (!(error instanceof PartnerError || error instanceof ConnectionLost)) throw error;
}

const CONCURRENCY = 4;

/** Notes down what a try to refund a cover looked at before. */
const kindsOn = ({ covers, twins, shopDomain }: Ground): typeof effectKinds => ({
  ...effectKinds,
  coverRefund: {
    ...effectKinds.coverRefund,
    run: (effect, deps, context) => {
      const seen = new Map<string, number>();
      const storefrontOf: ServerDeps['storefrontOf'] = async (storeId) =>
        covers.watched(await deps.storefrontOf(storeId), twins.shopify.store(shopDomain), seen);
      return effectKinds.coverRefund.run(effect, { ...deps, storefrontOf }, context);
    },
  },
});

/** A worker, started again whenever it was stopped. Returns how many effects it has begun and not ended. */
export function startWorkerProcess(ground: Ground, name: string): { inHand: () => number } {
  const { scheduler, plant, nextDue } = ground;
  let running = new Set<Promise<void>>();
  const begin = (): void => {
    const life = new Life(name, true);
    const mine = new Set<Promise<void>>();
    running = mine;
    void life.ended.then(async () => {
      running = new Set();
      await scheduler.step(new Life('operator', false), `starts ${name} again`);
      begin();
    });
    scheduler.start(() => work(life, mine));
  };
  const work = async (life: Life, mine: Set<Promise<void>>): Promise<void> => {
    const deps = depsOf(ground, life);
    // Looking again and again when nothing is due would find nothing, and costs the most of all.
    const isDue = (instant: number | null): boolean => (instant ?? Infinity) <= scheduler.clock.now;
    const options = {
      database: deps.database,
      log: plant.log,
      metrics: plant.metrics,
      deps,
      kinds: kindsOn(ground),
      concurrency: CONCURRENCY,
    };
    const stopping = new AbortController().signal;
    const readNews = async (): Promise<void> => {
      for (;;) {
        await scheduler.step(life, 'looks for news', [], () => isDue(nextDue().inbox));
        await processInbox(deps).catch(getOver);
      }
    };
    scheduler.start(readNews);
    for (;;) {
      await scheduler.step(life, 'looks for work', [], () => mine.size < CONCURRENCY && isDue(nextDue().effects));
      await beat(options, mine, stopping).catch(getOver);
    }
  };
  begin();
  return { inHand: () => running.size };
}

// The product runs them more often; what they find is the same.
const JOBS_EVERY_MS = 30 * 60_000;

// The product waits longer; a day of the simulator is short.
const SYNC_EVERY_MS = 2 * 60_000;

/** Brings in what changed at the platform, also where no webhook told it. Started again whenever it was stopped. */
export function startSync(ground: Ground, storeId: number): void {
  const { scheduler } = ground;
  let ranAt = scheduler.clock.now - SYNC_EVERY_MS;
  const begin = (): void => {
    const life = new Life('sync', true);
    void life.ended.then(begin);
    scheduler.start(async () => {
      const deps = depsOf(ground, life);
      for (;;) {
        await scheduler.step(life, 'begins', [], () => scheduler.clock.now >= ranAt + SYNC_EVERY_MS);
        ranAt = scheduler.clock.now;
        await reconcile(deps, storeId, { requestId: `sync-${ranAt}` }).catch(getOver);
      }
    });
  };
  begin();
}

/** The regular jobs that look after payments, kept stock and the quotes of a store, started again whenever they were stopped. */
export function startRegularJobs(ground: Ground, storeId: number): void {
  const { scheduler } = ground;
  let ranAt = scheduler.clock.now;
  const begin = (): void => {
    const life = new Life('regular jobs', true);
    void life.ended.then(begin);
    scheduler.start(async () => {
      const deps = depsOf(ground, life);
      const jobs = lookAfterPayments(deps);
      const signal = new AbortController().signal;
      for (;;) {
        await scheduler.step(life, 'begin', [], () => scheduler.clock.now >= ranAt + JOBS_EVERY_MS);
        ranAt = scheduler.clock.now;
        for (const job of jobs) await job.run(signal).catch(getOver);
        await lookAfterQuotes(deps, storeId, new Date(), signal).catch(getOver);
      }
    });
  };
  begin();
}
