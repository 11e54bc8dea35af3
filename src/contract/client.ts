import type { PhraseValue } from '#core/texts/phrase.ts';
import type { ErrorBody, RouteAnswer, RouteInput, RouteSpec } from '#contract/route.ts';

const UNKNOWN = 'Something went wrong, please try again later.';

/** A failed answer with what it said (C8.01), as JSON or else as its text; `NETWORK` when no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;
  /** Whether it says what went wrong, as our server always does; what stands between may not. */
  readonly isKnown: boolean;
  constructor(status: number, body: unknown) {
    const words = textIn(body, 'clientMessage') || textIn(body, 'message');
    super(words || UNKNOWN);
    this.status = status;
    this.body = body;
    this.isKnown = words !== '';
  }
  /** The stable code of a refusal; empty where the answer has none. */
  get code(): string {
    return textIn(this.body, 'code');
  }
  /** What the portal's text for the code is about. */
  get values(): Values {
    const values = partOf(this.body, 'values');
    return typeof values === 'object' && values !== null ? (values as Values) : {};
  }
  /** What is wrong with which field of the input. */
  get fields(): Readonly<Record<string, string>> {
    const fields = partOf(this.body, 'fields');
    if (typeof fields !== 'object' || fields === null) return {};
    return Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, String(text)]));
  }
}

// A text that lacks one of its values isn't used.
type Values = Readonly<Record<string, PhraseValue>>;

// By hand, because a schema would bring zod into every bundle that calls the API.
const partOf = (body: unknown, name: keyof ErrorBody): unknown =>
  typeof body === 'object' && body !== null ? new Map<string, unknown>(Object.entries(body)).get(name) : undefined;

function textIn(body: unknown, name: keyof ErrorBody): string {
  const part = partOf(body, name);
  return typeof part === 'string' ? part : '';
}

export type CallOptions = {
  baseUrl?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  fetch?: typeof fetch;
};

let caller: Readonly<Record<string, string>> = {};

/**
 * Sends the signed-in user with every later call (C7.01), for logs; the server trusts only its session. Null for no
 * one.
 */
export function setCaller(user: { id: number; name: string } | null): void {
  caller = user ? { 'x-makegood-user-id': String(user.id), 'x-makegood-user-name': encodeURIComponent(user.name) } : {};
}

type Loose = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** Calls one route with full types; throws ApiError. */
export async function call<R extends RouteSpec>(
  route: R,
  input: RouteInput<R>,
  options: CallOptions = {},
): Promise<RouteAnswer<R>> {
  return (await send(route, input as Loose, options)) as RouteAnswer<R>;
}

/** The untyped half of `call`, free of zod at run time, for a bundle that cannot carry the route objects. */
export async function send(
  route: Pick<RouteSpec, 'method' | 'path'>,
  input: Loose,
  options: CallOptions = {},
): Promise<unknown> {
  const { params = {}, query = {}, body } = input;
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined
        ? []
        : [[key, typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)]],
    ),
  ).toString();
  const fetchNow = options.fetch ?? fetch;
  const answer = await fetchNow((options.baseUrl ?? '') + path + (search && `?${search}`), {
    method: route.method,
    credentials: 'same-origin',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      'x-makegood': '1',
      ...caller,
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  }).catch(noAnswer(route));
  // The connection may end in the middle of it.
  const text = await answer.text().catch(noAnswer(route));
  if (answer.ok) return JSON.parse(text) as unknown;
  throw new ApiError(answer.status, bodyOf(text));
}

/** The error of a call without an answer, with its operation; never with the address, which may contain tokens. */
const noAnswer =
  ({ method, path }: Pick<RouteSpec, 'method' | 'path'>) =>
  (error: unknown): never => {
    const body: ErrorBody = {
      code: 'NETWORK',
      message: `API Request Failed to Fetch: ${method} ${path} (${String(error)})`,
      clientMessage: 'API Request Failed to Fetch. Please check your network and try again.',
    };
    throw new ApiError(0, body);
  };

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // An answer of something between us and the server.
    return text;
  }
}
