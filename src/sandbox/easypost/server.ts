import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createApi, type Answer } from './api.ts';
import { ApiError } from './errors.ts';
import { FAULT_MODES, createFaults, type Fault, type FaultMode } from './faults.ts';
import { isFields } from './shipments.ts';
import { openState } from './state.ts';
import { createWebhooks } from './webhooks.ts';

const MAX_BODY_BYTES = 1024 * 1024;

export type EasyPostSandbox = {
  /** Where it listens, without a path; the API is below `/v2`. */
  url: string;
  setWebhookUrl(url: string): void;
  close(): Promise<void>;
};

/**
 * EasyPost's v2 API as far as return labels need it, with parcels that move on request. Port 0
 * takes any free one. Without `stateFile` everything is forgotten on close.
 */
export async function startEasyPostSandbox(options: {
  port: number;
  host?: string;
  apiKey: string;
  webhookSecret: string;
  webhookUrl?: string;
  stateFile?: string;
}): Promise<EasyPostSandbox> {
  const { state, save } = openState(options.stateFile);
  const faults = createFaults();
  let webhookUrl = options.webhookUrl;
  let url = '';
  const webhooks = createWebhooks({ secret: options.webhookSecret, url: () => webhookUrl, faults, state, save });
  const api = createApi({ state, save, url: () => url, webhooks });

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = new URL(request.url ?? '/', 'http://sandbox');
    const body = await readBody(request);
    if (target.pathname === '/_control/faults') return send(response, controlFaults(faults, request.method, body));
    const fault = faults.take(`${request.method} ${target.pathname}`);
    if (fault?.mode === 'drop') return void request.socket.destroy();
    if (fault?.mode === 'fail') return send(response, failure());
    if (fault?.mode === 'delay') await delay(fault.ms);
    if (target.pathname.startsWith('/v2/') && !isAuthorized(request.headers.authorization, options.apiKey)) {
      return send(response, unauthorized());
    }
    const answer = await api(request.method ?? 'GET', target, body, fault?.mode === 'noRates');
    if (fault?.mode === 'dropAnswer') request.socket.destroy();
    else send(response, answer);
    answer.afterwards?.();
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (error instanceof ApiError) send(response, { status: error.status, json: error.body });
      else send(response, failure());
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host ?? '127.0.0.1', resolve);
  });
  const address = server.address() as AddressInfo;
  url = `http://${options.host ?? '127.0.0.1'}:${address.port}`;
  webhooks.resume();
  return {
    url,
    setWebhookUrl(next) {
      webhookUrl = next;
    },
    async close() {
      await webhooks.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer.redirect !== undefined) {
    response.writeHead(303, { location: answer.redirect }).end();
  } else if (answer.json !== undefined) {
    response
      .writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(answer.json));
  } else {
    response
      .writeHead(answer.status, {
        'content-type': answer.contentType ?? 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
      .end(answer.content ?? '');
  }
}

/** JSON, or the fields of a form of our own page. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new ApiError(413, 'BODY.TOO_LARGE', 'The request is too large.');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text === '') return undefined;
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return { ...Object.fromEntries(new URLSearchParams(text)), fromPage: true };
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, 'BAD_REQUEST', 'The request body is not JSON.');
  }
}

function controlFaults(faults: ReturnType<typeof createFaults>, method: string | undefined, body: unknown): Answer {
  if (method === 'GET') return { status: 200, json: { faults: faults.all() } };
  if (method === 'DELETE') {
    faults.clear();
    return { status: 200, json: { cleared: true } };
  }
  const fault = faultOf(body);
  if (!fault) throw new ApiError(422, 'FAULT.INVALID', `A fault has a mode: ${FAULT_MODES.join(', ')}.`);
  faults.add(fault);
  return { status: 201, json: fault };
}

function faultOf(body: unknown): Fault | null {
  if (!isFields(body)) return null;
  const mode = FAULT_MODES.find((known): known is FaultMode => known === body['mode']);
  if (!mode) return null;
  const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
  return {
    mode,
    match: typeof body['match'] === 'string' ? body['match'] : '',
    times: numberOr(body['times'], 1),
    ms: numberOr(body['ms'], 0),
  };
}

function isAuthorized(header: string | undefined, apiKey: string): boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`);
  const given = Buffer.from(header ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const failure = (): Answer => ({
  status: 500,
  json: { error: { code: 'INTERNAL_SERVER_ERROR', message: 'We are sorry, something went wrong.', errors: [] } },
});

const unauthorized = (): Answer => ({
  status: 401,
  json: {
    error: {
      code: 'APIKEY.INACTIVE',
      message: 'This api key is no longer active. Please use a different api key or reactivate this key.',
      errors: [],
    },
  },
});
