import type { RouteAnswer, RouteInput, RouteSpec } from '#contract/route.ts';
import { createEasyPostLabels } from '#partners/easypost/adapter.ts';
import type { Files, Storefront } from '#partners/ports.ts';
import { PartnerError } from '#partners/ports.ts';
import { documents } from '#partners/registry.ts';
import { createShopifyStorefront } from '#partners/shopify/adapter.ts';
import { createCheckoutPayments } from '#partners/shopify/checkout-payments.ts';
import { createShopifyInstall } from '#partners/shopify/install.ts';
import { createStripePayments } from '#partners/stripe/adapter.ts';
import { labelPdf } from '#sandbox/easypost/documents.ts';
import { Chance } from '#sandbox/shopify/seed/random.ts';
import { shopifyInProcess } from '#sandbox/shopify/server.ts';
import { reconcileDaily } from '#server/books/daily.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { ServerDeps } from '#server/deps.ts';
import { effectKinds } from '#server/effects/kinds/kinds.ts';
import { beat } from '#server/effects/worker.ts';
import { allHandlers } from '#server/handlers.ts';
import { parseAnswer, parseInput } from '#server/http/parse-input.ts';
import type { PortalSession, SignedInUser } from '#server/http/context.ts';
import type { Handler } from '#server/http/serve.ts';
import { makeLog } from '#server/log.ts';
import { makeMetrics } from '#server/metrics.ts';
import { lookAfterPayments } from '#server/payments/look-after.ts';
import { hashPhotos } from '#server/risk/hash-photos.ts';
import { processInbox } from '#server/webhooks/process-inbox.ts';
import { live, type Clock } from '../clock.ts';
import { makeTwins, sentOf, type Sent, type Twins } from '../partners.ts';
import { openDatabase } from '../plant.ts';
import {
  ACCESS_TOKEN,
  APP_SECRET,
  LABEL_KEY,
  LABEL_SECRET,
  LABEL_URL,
  PAYMENT_KEYS,
  PAYMENT_URL,
  PUBLIC_URL,
  SECRET,
} from '../settings.ts';
import { DEMO_SHOP } from '#start/sandboxes.ts';

export type Person = Pick<SignedInUser, 'email' | 'firstName' | 'lastName'>;

/** The product and its pretend partners in one process, living on a clock that only the story moves. */
export type World = {
  clock: Clock;
  chance: Chance;
  deps: ServerDeps;
  twins: Twins;
  staff<R extends RouteSpec>(who: Person, route: R, input: RouteInput<R>): Promise<RouteAnswer<R>>;
  shopper<R extends RouteSpec>(portal: PortalSession, route: R, input: RouteInput<R>): Promise<RouteAnswer<R>>;
  /** Everything that is due now: webhooks on their way, effects, photos to look at. */
  settle(): Promise<void>;
  /** What regular jobs do about payments, once a day. */
  daily(): Promise<void>;
  /** Compares the books with the partners, as every day. */
  reconcile(): Promise<void>;
  close(): Promise<void>;
};

const SEED = 20_260_701;
// Deeds of one moment follow each other by some seconds, as people and partners do.
const BETWEEN_MS = 1_700;

export async function openWorld(clock: Clock): Promise<World> {
  const chance = new Chance(SEED);
  const inside = new Chance(SEED + 1);
  const restore = live(clock, () => inside.next());
  const opened = await openDatabase(clock, null);
  const database = inTurn(opened.database);
  const webhooks: Sent[] = [];
  const shopify = shopifyInProcess({
    apiKey: 'app',
    apiSecret: APP_SECRET,
    plan: 'unmetered',
    fetch: (input, init) => {
      webhooks.push(sentOf(input, init));
      return Promise.resolve(new Response());
    },
  });
  const twins = makeTwins(shopify, (sent) => webhooks.push(sent));
  const deps = depsOn(database, twins);
  const handlers = new Map(
    allHandlers(deps).map((one): [RouteSpec | string, Handler] => [one.kind === 'route' ? one.route : one.path, one]),
  );
  let requests = 0;
  const base = () => {
    requests += 1;
    return {
      requestId: `demo-${requests}`,
      log: deps.log,
      address: '127.0.0.1',
      wishes: [],
      setPortalSession: () => undefined,
      endPortalSession: () => undefined,
      formerHelpdeskToken: undefined,
      setHelpdeskToken: () => undefined,
    };
  };
  const ask = async <R extends RouteSpec>(route: R, input: RouteInput<R>, context: object): Promise<RouteAnswer<R>> => {
    const handler = handlers.get(route);
    if (handler?.kind !== 'route') throw new Error(`no handler of ${route.path}`);
    clock.forward(BETWEEN_MS);
    const raw = { params: {}, query: {}, body: {}, ...input };
    const answer = await handler.run(parseInput(route, raw), { ...base(), ...context });
    return parseAnswer(route, answer) as RouteAnswer<R>;
  };
  const deliver = async ({ path, headers, body }: Sent): Promise<void> => {
    const handler = handlers.get(path);
    if (handler?.kind !== 'raw') throw new Error(`nobody takes webhooks at ${path}`);
    const { status } = await handler.run({ rawBody: Buffer.from(body), headers, query: {}, params: {} }, base());
    if (status !== 200) throw new Error(`a webhook at ${path} was answered with ${status}`);
  };
  const settle = async (): Promise<void> => {
    const stopping = new AbortController().signal;
    for (;;) {
      clock.forward(BETWEEN_MS);
      const sent = webhooks.splice(0);
      for (const one of sent) await deliver(one);
      const running = new Set<Promise<void>>();
      const { log, metrics } = deps;
      const hadWork = await beat({ database, log, metrics, deps, kinds: effectKinds }, running, stopping);
      await Promise.all(running);
      const news = await processInbox(deps);
      const photos = await hashPhotos(deps);
      if (sent.length === 0 && !hadWork && news === 0 && photos === 0 && webhooks.length === 0) return;
    }
  };
  return {
    clock,
    chance,
    deps,
    twins,
    staff: (who, route, input) =>
      ask(route, input, {
        user: { userId: 1, idFromPlatform: who.email, isProviderAdmin: false, helpdesk: null, ...who },
        csrfToken: '',
        endSession: () => Promise.resolve(),
        storeId: 1,
        roleCode: 'Admin',
      }),
    shopper: (portal, route, input) => ask(route, input, { portal }),
    settle,
    async daily() {
      const signal = new AbortController().signal;
      for (const job of lookAfterPayments(deps)) await job.run(signal);
      await decideLabelRefunds(twins, clock);
      await settle();
    },
    reconcile: () => reconcileDaily(deps).run(new AbortController().signal),
    async close() {
      await opened.database.close();
      restore();
    },
  };
}

const LABEL_REFUND_MS = 9 * 24 * 3_600_000;

/** The carrier pays unused labels back after some days. */
async function decideLabelRefunds({ labels, answer }: Twins, clock: Clock): Promise<void> {
  const due = labels.refunds.filter(
    ({ status, created_at }) => status === 'submitted' && Date.parse(created_at) < clock.now - LABEL_REFUND_MS,
  );
  for (const { tracking_code } of due)
    await answer(new URL(`${LABEL_URL}/_control/refund`), {
      method: 'POST',
      body: JSON.stringify({ tracking_code, status: 'refunded' }),
    });
}

/** One transaction after the other: the way to this database knows one at a time. */
function inTurn(real: Database): Database {
  let last: Promise<unknown> = Promise.resolve();
  const next = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    ...real,
    inStore: (storeId, work) => next(() => real.inStore(storeId, work)),
    readStore: (storeId, work) => next(() => real.readStore(storeId, work)),
    rowsInStore: (storeId, statement) => next(() => real.rowsInStore(storeId, statement)),
    changeInStore: (storeId, statement) => next(() => real.changeInStore(storeId, statement)),
    asOwner: (work) => next(() => real.asOwner(work)),
    rowsAsOwner: (statement) => next(() => real.rowsAsOwner(statement)),
  };
}

function depsOn(database: Database, twins: Twins): ServerDeps {
  const carry: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    return url.origin === LABEL_URL && url.pathname.startsWith('/files/')
      ? drawnLabel(twins, url)
      : twins.answer(url, init);
  };
  const shop = {
    shopDomain: DEMO_SHOP,
    accessToken: () => Promise.resolve(ACCESS_TOKEN),
    giftCardSecret: SECRET,
    fetch: carry,
    attempts: 1,
  };
  const storefront = exportingOneByOne(createShopifyStorefront(shop), twins);
  const labels = createEasyPostLabels({
    apiKey: LABEL_KEY,
    webhookSecret: LABEL_SECRET,
    baseUrl: `${LABEL_URL}/v2`,
    fetch: carry,
  });
  const cards = createStripePayments({
    ...PAYMENT_KEYS,
    apiUrl: PAYMENT_URL,
    scriptUrl: `${PAYMENT_URL}/v3/`,
    fetch: carry,
  });
  const checkout = createCheckoutPayments(shop);
  const nobody = (): Promise<never> => Promise.reject(new PartnerError('oidc', 'refused', 'nobody signs in here'));
  let mails = 0;
  return {
    config: readConfig({ PUBLIC_URL, SECRET, LOG_LEVEL: 'silent' }),
    secret: SECRET,
    database,
    log: makeLog(process.env['HISTORY_LOG'] === undefined ? 'silent' : 'warn'),
    metrics: makeMetrics(),
    identity: { start: nobody, finish: nobody },
    files: filesOf(twins),
    documents,
    pause: () => Promise.resolve(),
    dns: { texts: () => Promise.resolve([]) },
    mailboxToRead: null,
    mail: {
      send: () => {
        mails += 1;
        return Promise.resolve({ messageId: `<${mails}@demo.test>` });
      },
    },
    labels: [labels],
    labelsOf: () => Promise.resolve(labels),
    payments: cards,
    paymentsOf: (_storeId, provider) => Promise.resolve(provider === 'stripe' ? cards : checkout),
    install: createShopifyInstall({ apiKey: 'app', apiSecret: APP_SECRET, fetch: carry }),
    storefrontOf: () => Promise.resolve(storefront),
  };
}

/** The label as the pretend carrier draws it. */
async function drawnLabel({ labels }: Twins, url: URL): Promise<Response> {
  const id = decodeURIComponent(url.pathname.split('/')[2] ?? '');
  const shipment = labels.shipments.find((one) => one.id === id || one.postage_label?.id === id);
  if (!shipment) throw new Error(`no shipment has the label ${url.pathname}`);
  const drawn = await labelPdf(shipment);
  return new Response(new Uint8Array(drawn), { headers: { 'content-type': 'application/pdf' } });
}

/** An export of many needs files over HTTP; here each order and product is asked for by itself. */
function exportingOneByOne(storefront: Storefront, { shopify }: Twins): Storefront {
  const shop = () => shopify.store(DEMO_SHOP);
  return {
    ...storefront,
    async *exportProducts(context) {
      for (const { id } of shop().products) {
        const product = await storefront.fetchProduct(String(id), context);
        if (product) yield product;
      }
    },
    async *exportOrders(context) {
      for (const { id } of shop().orders) {
        const order = await storefront.fetchOrder(String(id), context);
        if (order) yield order;
      }
    },
  };
}

const filesOf = ({ files }: Twins): Files => ({
  getStream: () => Promise.reject(new Error('nothing is read little by little here')),
  signUpload: (key) => Promise.resolve({ url: key, method: 'PUT', headers: {} }),
  signDownload: (key) => Promise.resolve(`${PUBLIC_URL}/files/${encodeURIComponent(key)}`),
  put: (key, content, contentType) => {
    files.set(key, { content, contentType });
    return Promise.resolve();
  },
  putStream: () => Promise.reject(new Error('nothing is streamed here')),
  get: (key) => Promise.resolve(files.get(key) ?? null),
  removeBelow: () => Promise.reject(new Error('no store is erased here')),
  remove: (key) => {
    files.delete(key);
    return Promise.resolve();
  },
});
