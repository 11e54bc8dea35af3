import type { RouteAnswer, RouteParsed, RouteSpec } from '#contract/route.ts';
import type { ContextOf, RequestContext } from '#server/http/context.ts';

/** One call of the contract with the function that answers it. */
export type RouteHandler = {
  kind: 'route';
  route: RouteSpec;
  /** Input already parsed by the contract, context as the route's access promises. */
  run: (input: unknown, context: unknown) => Promise<unknown>;
};

export type RawRequest = {
  /** The bytes as they came, for signatures over them. Empty for GET. */
  rawBody: Uint8Array;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  query: Readonly<Record<string, string>>;
  /** What the `{name}` parts of the path matched. */
  params: Readonly<Record<string, string>>;
};
export type RawAnswer = { status: number; body?: string | Uint8Array; headers?: Record<string, string> };

/** A call of a partner, outside the contract: webhooks, install redirects. It proves who it is by itself. */
export type RawHandler = {
  kind: 'raw';
  method: 'GET' | 'POST' | 'PUT';
  path: `/${string}`;
  maxBytes: number;
  run: (request: RawRequest, context: RequestContext) => Promise<RawAnswer>;
};
export type Handler = RouteHandler | RawHandler;

/** Answers one call of the contract: input is parsed, access is checked, the answer is checked against the contract. Throw a Refusal to refuse. */
export function handle<R extends RouteSpec>(
  route: R,
  answer: (input: RouteParsed<R>, context: ContextOf<R['access']>) => Promise<RouteAnswer<R>>,
): Handler {
  return {
    kind: 'route',
    route,
    run: (input, context) => answer(input as RouteParsed<R>, context as ContextOf<R['access']>),
  };
}

/** Answers a partner's call with its raw bytes, at `/api/webhooks/{partner}/...` and the like. Larger bodies are refused with 413. */
export function receive(
  method: RawHandler['method'],
  path: RawHandler['path'],
  run: RawHandler['run'],
  maxBytes = 5_000_000,
): Handler {
  return { kind: 'raw', method, path, maxBytes, run };
}
