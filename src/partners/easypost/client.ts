import type { z } from 'zod';
import { assertStillOurs, PartnerError, type CallContext } from '#partners/ports.ts';
import { WireError } from './wire.ts';

const PARTNER = 'EasyPost';
// Buying waits for the carrier: EasyPost's own client allows 60 s.
const TIMEOUT_MS = 60_000;
const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;

/** EasyPost doesn't have it, or it belongs to another account. */
export class NotAtEasyPost extends PartnerError {
  constructor(message: string) {
    super(PARTNER, 'refused', message);
  }
}

export type EasyPostClient = {
  /** Calls the API and parses the answer; every refusal carries what EasyPost said. */
  call<T>(request: {
    method: 'GET' | 'POST';
    path: string;
    body?: unknown;
    answer: z.ZodType<T>;
    context: CallContext;
  }): Promise<T>;
  /** The bytes behind one of EasyPost's file addresses. */
  download(url: string, context: CallContext): Promise<Uint8Array>;
};

/** A thin client of EasyPost's v2 API: one attempt per call, every failure a PartnerError. */
export function createEasyPostClient(options: {
  apiKey: string;
  baseUrl: string;
  fetch?: typeof fetch | undefined;
}): EasyPostClient {
  const send = options.fetch ?? fetch;
  const authorization = `Basic ${Buffer.from(`${options.apiKey}:`).toString('base64')}`;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  return {
    async call({ method, path, body, answer, context }) {
      assertStillOurs(PARTNER, context);
      const response = await attempt(send, `${baseUrl}${path}`, {
        method,
        headers: {
          authorization,
          accept: 'application/json',
          'user-agent': 'Makegood',
          'x-request-id': context.requestId,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw failureOf(response.status, response.headers, response.text());
      const parsed = answer.safeParse(parseJson(response.text()));
      // The work may have been done: trying again finds it, giving up would lose it.
      if (!parsed.success) {
        throw new PartnerError(PARTNER, 'retry', `unexpected answer to ${method} ${path}: ${parsed.error.message}`);
      }
      return parsed.data;
    },
    async download(url, context) {
      // The files live on a storage host that must not be shown the API key.
      const response = await attempt(send, url, { headers: { 'x-request-id': context.requestId } });
      if (!response.ok) throw failureOf(response.status, response.headers, '');
      return response.bytes;
    },
  };
}

type Answer = { ok: boolean; status: number; headers: Headers; bytes: Uint8Array; text(): string };

async function attempt(send: typeof fetch, url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await send(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const bytes = await readLimited(response);
    return {
      ok: response.ok,
      status: response.status,
      headers: response.headers,
      bytes,
      text: () => new TextDecoder().decode(bytes),
    };
  } catch (error) {
    if (error instanceof PartnerError) throw error;
    throw new PartnerError(PARTNER, 'retry', `no answer: ${reasonOf(error)}`);
  }
}

async function readLimited(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_DOCUMENT_BYTES) throw new PartnerError(PARTNER, 'refused', 'answer larger than 10 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function failureOf(status: number, headers: Headers, text: string): PartnerError {
  const isTemporary = status >= 500 || status === 429 || status === 408;
  const said = messageOf(text);
  const message = said === '' ? `HTTP ${status}` : `${said} (HTTP ${status})`;
  if (status === 404) return new NotAtEasyPost(message);
  return new PartnerError(PARTNER, isTemporary ? 'retry' : 'refused', message, retryAfterOf(headers));
}

function messageOf(text: string): string {
  const parsed = WireError.safeParse(parseJson(text));
  if (!parsed.success) return '';
  const { code, message, errors } = parsed.data.error;
  const main = typeof message === 'string' ? message : JSON.stringify(message ?? code ?? '');
  const details = (errors ?? []).map((error) =>
    typeof error === 'string' ? error : [error.field, error.message].filter(Boolean).join(' '),
  );
  return [main, ...details].filter(Boolean).join('; ');
}

function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : Math.max(0, instant - Date.now());
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
