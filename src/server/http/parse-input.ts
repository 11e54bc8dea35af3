import { z } from 'zod';
import type { RouteSpec } from '#contract/route.ts';
import { fieldWords } from '#core/field-words.ts';
import { Refusal } from '#core/refusal.ts';

type Raw = { params: unknown; query: unknown; body: unknown };
const PARTS = ['params', 'query', 'body'] as const;

/** The input of a route as its contract has it. Throws a Refusal (400) with a text for each wrong field, named as in `body.lines.0.quantity`. */
export function parseInput(route: RouteSpec, raw: Raw): Record<string, unknown> {
  const input = parseParts(route, raw, PARTS);
  if (input instanceof Refusal) throw input;
  return input;
}

/** The parts of the address alone, or the refusal of those that make no sense. */
export function parseParams(route: RouteSpec, params: unknown): Readonly<Record<string, unknown>> | Refusal {
  const parsed = parseParts(route, { params, query: {}, body: {} }, ['params']);
  if (parsed instanceof Refusal) return parsed;
  return typeof parsed['params'] === 'object' && parsed['params'] !== null ? { ...parsed['params'] } : {};
}

function parseParts(
  route: RouteSpec,
  raw: Raw,
  parts: readonly (typeof PARTS)[number][],
): Record<string, unknown> | Refusal {
  const input: Record<string, unknown> = {};
  const fields: Record<string, string> = {};
  for (const part of parts) {
    const shape = route[part];
    if (shape === undefined) continue;
    const parsed = z.safeParse(shape as z.core.$ZodType, raw[part] ?? {}, { error: fieldWords });
    if (parsed.success) input[part] = parsed.data;
    else
      for (const issue of parsed.error.issues)
        fields[[part, ...issue.path].map(String).join('.')] ??= isNumberLeftOut(issue, raw[part])
          ? 'Must provide a number.'
          : issue.message;
    collectUnstorable(parsed.data, part, fields);
  }
  if (Object.keys(fields).length > 0)
    return new Refusal('malformed', 'MALFORMED', "Some of the values aren't valid.", fields);
  return input;
}

/** Numbers of an address are made of its texts, and one that is not there of nothing: zod takes it for a wrong one. */
const isNumberLeftOut = (issue: z.core.$ZodIssue, raw: unknown): boolean =>
  issue.code === 'invalid_type' && issue.expected === 'number' && at(raw, issue.path) === undefined;

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

/** The answer as the contract has it: what the contract does not name never leaves. Throws when something is missing. */
export const parseAnswer = (route: RouteSpec, answer: unknown): unknown =>
  z.parse(route.response as z.core.$ZodType, answer);

/** Text PostgreSQL cannot hold: the character zero, and halves of surrogate pairs (in jsonb). */
function collectUnstorable(value: unknown, at: string, fields: Record<string, string>): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) fields[at] ??= 'contains characters that are not text';
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) collectUnstorable(inner, `${at}.${key}`, fields);
  }
}
