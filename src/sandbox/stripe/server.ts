import { timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { answerCall, errorOnWire } from './api.ts';
import { control } from './control.ts';
import { ApiError, invalid, unauthorized } from './errors.ts';
import { createFaults, type Fault } from './faults.ts';
import { parseForm, text, type Fields } from './form.ts';
import { keepAnswer, keptAnswer } from './idempotency.ts';
import { paymentsPage } from './page.ts';
import { lapseHolds } from './payments.ts';
import { newId, openState, type State } from './state.ts';
import { createWebhooks, signed } from './webhooks.ts';
import { eventOnWire } from './wire.ts';
import { createWorld, type World } from './world.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const LAPSE_EVERY_MS = 30_000;
const SCRIPT = readFileSync(new URL('stripe-js.browser.js', import.meta.url), 'utf8');

export type StripeSandbox = {
  /** Where it listens, without a path; the API is below `/v1`. */
  url: string;
  /** Where the twin of Stripe.js is. */
  scriptUrl: string;
  setWebhookUrl(url: string): void;
  close(): Promise<void>;
};

type Answer = { status: number; json: unknown; headers?: Record<string, string> };

/**
 * Stripe's API as far as holding, taking and giving back money by card needs it, and its script for the
 * browser. Port 0 takes any free one. Without `stateFile` everything is forgotten on close.
 */
export async function startStripeSandbox(options: {
  port: number;
  host?: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  webhookUrl?: string;
  stateFile?: string;
}): Promise<StripeSandbox> {
  const { state, save } = openState(options.stateFile);
  const faults = createFaults();
  let webhookUrl = options.webhookUrl;
  const webhooks = createWebhooks({
    secret: options.webhookSecret,
    url: () => webhookUrl,
    faults,
    state,
    save,
  });
  const world = createWorld(state, faults, (event) => webhooks.announce(event));
  const running = new Set<string>();

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = new URL(request.url ?? '/', 'http://sandbox');
    const method = request.method ?? 'GET';
    const body = await readBody(request);
    const eventsBefore = state.events.length;
    lapseHolds(world);
    if (target.pathname.startsWith('/_control/')) {
      const { redirect, ...answer } = control(world, method, target.pathname, body, request.headers['content-type']);
      save();
      return redirect ? void response.writeHead(303, { location: '/' }).end() : send(response, answer);
    }
    if (method === 'GET' && target.pathname === '/') return sendText(response, 'text/html', paymentsPage(state));
    if (method === 'GET' && isScript(target.pathname)) return sendText(response, 'text/javascript', SCRIPT);
    if (method === 'OPTIONS') return void response.writeHead(204, PREFLIGHT).end();
    const fault = faults.take(`${method} ${target.pathname}`);
    if (fault?.mode === 'drop') return void request.socket.destroy();
    const answer = await answerOnce({ world, options, running, request, target, body, fault });
    if (method !== 'GET' || state.events.length > eventsBefore) save();
    if (fault?.mode === 'dropAnswer') request.socket.destroy();
    else send(response, answer);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      send(response, refusalOf(world, error, newId('req'), false));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host ?? '127.0.0.1', resolve);
  });
  // Between calls too: a hold may expire while no one asks.
  const lapsing = setInterval(() => {
    const before = state.events.length;
    lapseHolds(world);
    if (state.events.length > before) save();
  }, LAPSE_EVERY_MS);
  lapsing.unref();
  webhooks.resume();
  const { port } = server.address() as AddressInfo;
  const url = `http://${options.host ?? '127.0.0.1'}:${port}`;
  return {
    url,
    scriptUrl: `${url}/v3/`,
    setWebhookUrl(next) {
      webhookUrl = next;
    },
    async close() {
      clearInterval(lapsing);
      await webhooks.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type StripeInProcess = {
  state: State;
  /** Answers a call of the API; header names in lower case. */
  call(target: URL, request: { method: string; headers: Record<string, string>; body: string }): Promise<Answer>;
};

/** The same payments without a socket, for callers within the process; `fetch` carries their webhooks, each once. */
export function stripeInProcess(options: {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  webhookUrl: string;
  fetch: typeof fetch;
}): StripeInProcess {
  const { state } = openState(undefined);
  const world = createWorld(state, createFaults(), (event) => {
    void options.fetch(options.webhookUrl, signed(JSON.stringify(eventOnWire(event)), options.webhookSecret));
  });
  const running = new Set<string>();
  return {
    state,
    call(target, { method, headers, body }) {
      lapseHolds(world);
      return answerOnce({ world, options, running, request: { method, headers }, target, body, fault: null });
    },
  };
}

type Asked = {
  world: World;
  options: { secretKey: string; publishableKey: string };
  /** Idempotency keys of calls under way. */
  running: Set<string>;
  request: Pick<IncomingMessage, 'method' | 'headers'>;
  target: URL;
  body: string;
  fault: Fault | null;
};

/** Runs the request, or repeats the earlier answer to the same key. */
async function answerOnce(asked: Asked): Promise<Answer> {
  const { world, request, target, body, running } = asked;
  const requestId = newId('req');
  const headers = { 'request-id': requestId };
  let isPublic = false;
  try {
    const fields = parseForm(request.method === 'POST' ? body : target.search.slice(1));
    isPublic = isFromBrowser(request, fields, asked.options);
    const key = request.method === 'POST' ? headerOf(request, 'idempotency-key') : null;
    if (key === null) return { ...(await answer(asked, fields, isPublic, requestId, null)), headers };
    if (running.has(key)) throw keyInUse(key);
    const kept = keptAnswer(world.state, key, target.pathname, body);
    if (kept) {
      const replayed = { 'idempotent-replayed': 'true', 'original-request': kept.requestId };
      return { status: kept.status, json: kept.body, headers: { ...headers, ...replayed } };
    }
    running.add(key);
    try {
      const { isValidation, ...given } = await answer(asked, fields, isPublic, requestId, key);
      if (!isValidation) keepAnswer(world.state, key, { path: target.pathname, body, requestId, ...given });
      return { ...given, headers };
    } finally {
      running.delete(key);
    }
  } catch (error) {
    return { ...refusalOf(world, error, requestId, isPublic), headers };
  }
}

async function answer(asked: Asked, fields: Fields, isPublic: boolean, requestId: string, key: string | null) {
  const { world, request, target, fault } = asked;
  if (fault?.mode === 'delay') await delay(fault.ms);
  try {
    if (fault?.mode === 'fail') throw new Error('switched to fail');
    const cause = { requestId, idempotencyKey: key };
    const json = answerCall(world, request.method ?? 'GET', { path: target.pathname, fields, isPublic, cause });
    if (fault?.mode === 'failAfter') throw new Error('switched to fail');
    return { status: 200, json, isValidation: false };
  } catch (error) {
    const isValidation = error instanceof ApiError && error.isValidation;
    return { ...refusalOf(world, error, requestId, isPublic), isValidation };
  }
}

function refusalOf(
  world: World,
  error: unknown,
  requestId: string,
  isPublic: boolean,
): { status: number; json: unknown } {
  const known =
    error instanceof ApiError
      ? error
      : new ApiError(500, {
          type: 'api_error',
          message: 'An unknown error occurred. Our systems have been notified; please try again.',
        });
  return { status: known.status, json: errorOnWire(world, known, requestId, isPublic) };
}

const keyInUse = (key: string): ApiError =>
  new ApiError(
    409,
    {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotency Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    },
    { isValidation: true },
  );

function isFromBrowser(request: Asked['request'], fields: Fields, keys: Asked['options']): boolean {
  const given = keyOf(headerOf(request, 'authorization')) ?? text(fields, 'key');
  if (given === null) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (isSame(given, keys.secretKey)) return false;
  if (isSame(given, keys.publishableKey)) return true;
  throw unauthorized(`Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`);
}

function keyOf(header: string | null): string | null {
  const [scheme, value = ''] = header?.split(' ') ?? [];
  if (scheme === 'Bearer') return value;
  if (scheme === 'Basic') return Buffer.from(value, 'base64').toString('utf8').replace(/:$/, '');
  return null;
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function headerOf(request: Asked['request'], name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Stripe serves its script under a name for each release, and under /v3/ as ever. */
const isScript = (path: string): boolean => /^\/(v3\/?|[a-z]+\/stripe\.js)$/.test(path);

const CROSS_ORIGIN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
const PREFLIGHT = {
  ...CROSS_ORIGIN,
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
  'access-control-max-age': '300',
};

function send(response: ServerResponse, answer: Answer): void {
  response
    .writeHead(answer.status, { 'content-type': 'application/json', ...CROSS_ORIGIN, ...answer.headers })
    .end(JSON.stringify(answer.json));
}

function sendText(response: ServerResponse, contentType: string, content: string): void {
  response
    .writeHead(200, {
      'content-type': `${contentType}; charset=utf-8`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
      ...CROSS_ORIGIN,
    })
    .end(content);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw invalid('The request is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
