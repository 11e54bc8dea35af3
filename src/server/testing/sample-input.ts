import { z } from 'zod';
import type { RouteSpec } from '#contract/route.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/** The least input that has the shape a contract asks for; undefined where it asks for none. Of patterns it knows a few. */
export function sampleInput(shape: RouteSpec['body'], io: 'input' | 'output'): unknown {
  if (shape === undefined) return undefined;
  const schema = z.toJSONSchema(shape as z.core.$ZodType, { io, unrepresentable: 'any' });
  return sampleOf(schema, schema);
}

const UUID = '0b7c1f5e-3a3d-4c6e-9d53-1f2a7c5e9b10';
const FORMATS: Readonly<Record<string, string>> = {
  email: 'somebody@sample.test',
  uuid: UUID,
  'date-time': '2026-01-01T00:00:00Z',
  uri: 'https://sample.test/',
};

// A country (without states), a currency, a color, an amount, a day.
const PATTERNED: readonly string[] = ['DE', 'USD', '#1f4d3f', '1.00', '2026-01-01'];

// What rules over several fields ask for, which no schema tells.
const NAMED: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['firstName', 'Sample'],
  ['event', { type: 'allowClaimTypeSelection', params: { claimTypeSelectionDetailText: 'Sample' } }],
  ['tags', ['sample']],
]);

function sampleOf(schema: Schema, root: Schema): unknown {
  if (schema.$ref !== undefined) return sampleOf(referred(schema.$ref, root), root);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices !== undefined) return sampleOf(asSchema(choices[0]), root);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, unknown][] => {
          if (NAMED.has(name)) return [[name, NAMED.get(name)]];
          return schema.required?.includes(name) ? [[name, sampleOf(asSchema(property), root)]] : [];
        }),
      );
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(asSchema(schema.items), root));
    case 'string':
      return FORMATS[schema.format ?? ''] ?? patterned(schema.pattern) ?? 'x'.repeat(schema.minLength ?? 1);
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1, Number(schema.exclusiveMinimum ?? 0) + 1);
    case 'boolean':
      return false;
    default:
      return null;
  }
}

const patterned = (pattern: string | undefined): string | undefined =>
  pattern === undefined ? undefined : PATTERNED.find((text) => new RegExp(pattern).test(text));

const asSchema = (schema: unknown): Schema => (typeof schema === 'object' && schema !== null ? (schema as Schema) : {});

function referred(ref: string, root: Schema): Schema {
  const parts = ref.replace(/^#\/?/, '').split('/').filter(Boolean);
  return asSchema(
    parts.reduce<unknown>(
      (at, part) => (typeof at === 'object' && at !== null ? new Map(Object.entries(at)).get(part) : undefined),
      root,
    ),
  );
}
