import { z } from 'zod';
import type { CallContext, CallPriority } from '#partners/ports.ts';
import { AccessEndedError, assertStillOurs, PartnerError } from '#partners/ports.ts';
import type { Operation } from './operations.ts';
import { defaultShopUrl } from './shop-url.ts';
import { createThrottle, type Throttle } from './throttle.ts';

export const PARTNER = 'shopify';
export const API_VERSION = '2026-07';

export type ShopifyConnection = {
  shopDomain: string;
  /** Called before every request: the token is exchanged for a new one every hour. */
  accessToken: () => Promise<string>;
  /** Where a shop answers; by default https://{shopDomain}. */
  shopUrl?: ((shopDomain: string) => string) | undefined;
  fetch?: typeof fetch | undefined;
  timeoutMs?: number | undefined;
  /** Tries in all, the first one included. */
  attempts?: number | undefined;
  /** First pause between tries; doubled each time. */
  backoffMs?: number | undefined;
  /** How a pause is waited out; by default by the clock. */
  pause?: ((ms: number) => Promise<void>) | undefined;
  /** What other clients of the same shop use too; by default one of its own. */
  throttle?: Throttle | undefined;
};

export type ShopifyClient = {
  readonly shopDomain: string;
  /** Where the shop answers. */
  readonly shopUrl: string;
  /** Sends a document and parses its `data`. Throws a PartnerError for everything else. */
  run<T>(
    operation: Operation,
    variables: Readonly<Record<string, unknown>>,
    answer: z.ZodType<T>,
    context: CallContext,
  ): Promise<T>;
  /** Body of a result file, as a stream of text. */
  download(url: string, context: CallContext): Promise<ReadableStream<string>>;
};

export const refused = (message: string): PartnerError => new PartnerError(PARTNER, 'refused', message);
export const retryLater = (message: string, afterMs?: number): PartnerError =>
  new PartnerError(PARTNER, 'retry', message, afterMs);

/** The longest wait inside a call; beyond it, the caller learns when to retry. */
const LONGEST_WAIT_MS = 15_000;

/** What a try came to when it gave no answer. `untouched`: the platform surely did not act on it. */
type Failure = { error: PartnerError; untouched: boolean; waitMs: number | undefined };

const GraphqlErrors = z.union([
  z.string().transform((message) => [{ message, code: '' }]),
  z.array(
    z
      .object({ message: z.string().default(''), extensions: z.object({ code: z.string().optional() }).optional() })
      .transform(({ message, extensions }) => ({ message, code: extensions?.code ?? '' })),
  ),
]);

const Cost = z.object({
  requestedQueryCost: z.number(),
  actualQueryCost: z.number().nullish(),
  throttleStatus: z.object({ maximumAvailable: z.number(), currentlyAvailable: z.number(), restoreRate: z.number() }),
});

const Envelope = z.object({
  data: z.unknown().optional(),
  errors: GraphqlErrors.optional(),
  extensions: z.object({ cost: Cost.optional() }).optional(),
});

/** What clients of one shop share: the remaining query cost of the shop, and whose turn it is. */
export const shopThrottle = (wait?: (ms: number) => Promise<void>): Throttle =>
  createThrottle(LONGEST_WAIT_MS, undefined, wait);

/** A client for one shop. It keeps the shop's remaining query cost, so share it between calls. */
export function createShopifyClient(connection: ShopifyConnection): ShopifyClient {
  const send = connection.fetch ?? fetch;
  const base = (connection.shopUrl ?? defaultShopUrl)(connection.shopDomain);
  const endpoint = `${base}/admin/api/${API_VERSION}/graphql.json`;
  const attempts = connection.attempts ?? 4;
  const backoffMs = connection.backoffMs ?? 300;
  const wait = connection.pause ?? pause;
  const throttle = connection.throttle ?? shopThrottle(wait);

  async function post(operation: Operation, body: string, context: CallContext): Promise<Response | Failure> {
    try {
      const accessToken = await connection.accessToken();
      assertStillOurs(PARTNER, context);
      return await send(endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'x-shopify-access-token': accessToken,
          'x-request-id': context.requestId,
        },
        body,
        // A redirect would carry the token to wherever it points.
        redirect: 'error',
        signal: AbortSignal.timeout(connection.timeoutMs ?? 20_000),
      });
    } catch (cause) {
      if (cause instanceof PartnerError) throw cause;
      return { error: lost(operation, cause), untouched: neverSent(cause), waitMs: undefined };
    }
  }

  async function attempt(
    operation: Operation,
    body: string,
    context: CallContext,
    priority: CallPriority,
  ): Promise<{ data: unknown } | Failure> {
    const response = await post(operation, body, context);
    if ('error' in response) return response;
    if (response.status !== 200) return failureOfStatus(operation, response);
    const envelope = await readEnvelope(response);
    if (!envelope)
      return { error: lost(operation, 'the answer could not be read'), untouched: false, waitMs: undefined };
    const cost = envelope.extensions?.cost;
    if (cost) throttle.learn(operation.name, cost);
    if (!envelope.errors || envelope.errors.length === 0) return { data: envelope.data };
    if (envelope.errors.some((error) => error.code === 'THROTTLED')) {
      const waitMs = throttle.waitFor(operation.name, priority) || 1000;
      return { error: retryLater('Shopify is throttling this shop', waitMs), untouched: true, waitMs };
    }
    const words = envelope.errors.map((error) => error.message || error.code).join('; ');
    if (envelope.errors.some((error) => error.code === 'INTERNAL_SERVER_ERROR' || error.code === 'TIMEOUT')) {
      return { error: lost(operation, words), untouched: false, waitMs: undefined };
    }
    throw refused(`${operation.name}: ${words}`);
  }

  async function answered(operation: Operation, body: string, context: CallContext): Promise<unknown> {
    const { priority = 'background' } = context;
    const until = performance.now() + LONGEST_WAIT_MS;
    let pausedMs = 0;
    for (let tried = 1; ;) {
      const done = await throttle.reserve(operation.name, priority);
      const outcome = await attempt(operation, body, context, priority).finally(done);
      if ('data' in outcome) return outcome.data;
      const { error, untouched, waitMs } = outcome;
      if (waitMs === undefined) {
        // A money-moving mutation whose answer was lost may have been carried out: only a look-up can tell.
        if (!(untouched || operation.repeatable) || tried >= attempts) throw error;
        await wait(jitter(backoffMs * 2 ** (tried - 1)));
        tried += 1;
      } else {
        // Among many parallel calls one is always throttled, so the time limit counts and not the number of retries.
        const pauseMs = Math.max(waitMs, jitter(backoffMs));
        pausedMs += pauseMs;
        if (pausedMs > LONGEST_WAIT_MS || performance.now() + pauseMs > until) throw error;
        await wait(pauseMs);
      }
    }
  }

  return {
    shopDomain: connection.shopDomain,
    shopUrl: base,
    async run(operation, variables, answer, context) {
      const data = await answered(operation, JSON.stringify({ query: operation.document, variables }), context);
      const parsed = answer.safeParse(data);
      if (!parsed.success) throw refused(`${operation.name}: unexpected answer: ${z.prettifyError(parsed.error)}`);
      return parsed.data;
    },
    async download(url, context) {
      try {
        const response = await send(url, { headers: { 'x-request-id': context.requestId } });
        if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
        return response.body.pipeThrough(new TextDecoderStream());
      } catch (cause) {
        throw retryLater(`Shopify's result file could not be read: ${wordsOf(cause)}`);
      }
    },
  };
}

async function readEnvelope(response: Response): Promise<z.infer<typeof Envelope> | null> {
  try {
    return Envelope.parse(await response.json());
  } catch {
    return null;
  }
}

async function failureOfStatus(operation: Operation, response: Response): Promise<Failure> {
  const { status } = response;
  const words = (await response.text().catch(() => '')).slice(0, 300);
  if (status === 429) {
    const waitMs = 1000 * Number(response.headers.get('retry-after') ?? '2') || 2000;
    return { error: retryLater('Shopify is throttling this shop', waitMs), untouched: true, waitMs };
  }
  if (status >= 500)
    return { error: lost(operation, `status ${status} ${words}`), untouched: false, waitMs: undefined };
  if (status === 401 || status === 404)
    throw new AccessEndedError(
      PARTNER,
      'Shopify no longer accepts our access to this shop; it has to be connected again',
    );
  throw refused(`${operation.name}: Shopify answered ${status} ${words}`);
}

function lost(operation: Operation, cause: unknown): PartnerError {
  return retryLater(`${operation.name}: no answer from Shopify (${wordsOf(cause)})`, operation.settleMs);
}

// Failures of connecting, as Node's fetch names them: not a byte of the request has left.
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

function neverSent(cause: unknown): boolean {
  const inner = cause instanceof Error ? cause.cause : undefined;
  return inner instanceof Error && 'code' in inner && NEVER_SENT.has(String(inner.code));
}

function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}

const jitter = (ms: number): number => ms / 2 + (Math.random() * ms) / 2;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
