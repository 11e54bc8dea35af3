import { z } from 'zod';
import { PhraseValue } from '#core/texts/phrase.ts';

/** Constrained on what inference needs only: naming ZodType here doubles the time of the type checker. */
type Shape<In = unknown, Out = unknown> = { _zod: { input: In; output: Out } };
type Input<S> = S extends Shape<infer In> ? In : undefined;
type Output<S> = S extends Shape<unknown, infer Out> ? Out : undefined;

/**
 * Who may call: anyone, a shopper with a portal session, a signed-in user, staff of the store, staff who may give money or take
 * data out, an admin of the store, a super-admin there; a provider admin, of no store.
 */
export type Access =
  | 'public'
  | 'portal'
  | 'session'
  | 'staff'
  | 'money'
  | 'exports'
  | 'admin'
  | 'superAdmin'
  | 'provider';

export type RouteSpec = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters in braces: `/api/merchant/{storeId}/claim/{claimId}`. */
  path: `/api/${string}`;
  summary: string;
  access: Access;
  params?: Shape;
  query?: Shape;
  body?: Shape;
  response: Shape;
  /** Stable codes this call may return in addition to the general ones. */
  errors?: Readonly<Record<string, string>>;
};

/** Declares one call of the API: the server implements it, the apps call it, OpenAPI publishes it. */
export const route = <const R extends RouteSpec>(spec: R): R => spec;

type Keep<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };
type Field<R extends RouteSpec, K extends 'params' | 'query' | 'body'> = R extends Record<K, infer S> ? S : undefined;

/** What a caller passes (before defaults and coercion). */
export type RouteInput<R extends RouteSpec> = Keep<{
  params: Input<Field<R, 'params'>>;
  query: Input<Field<R, 'query'>>;
  body: Input<Field<R, 'body'>>;
}>;
/** What a handler receives (parsed). */
export type RouteParsed<R extends RouteSpec> = Keep<{
  params: Output<Field<R, 'params'>>;
  query: Output<Field<R, 'query'>>;
  body: Output<Field<R, 'body'>>;
}>;
/** What a handler returns and what a caller gets: JSON, so the same on both sides. */
export type RouteAnswer<R extends RouteSpec> = Output<R['response']>;

/** The body of every refusal. `code` is stable; `clientMessage` is text for people. */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  clientMessage: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  /** What the text for the code names, for readers of other languages. */
  values: z.record(z.string(), PhraseValue).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** An amount on the wire: a decimal number of the currency next to it, as in C3. */
export const Amount = z.number();
/** An amount people type: at most 8 digits before the point (C5.14); the currency says how many follow. */
export const EnteredAmount = Amount.min(0, 'Must be zero or a positive number.').max(99_999_999.99);
export const Nothing = z.object({});
