import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { GraphQLSchema, IntrospectionQuery } from 'graphql';
import {
  buildClientSchema,
  getNamedType,
  isEnumType,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BULK_ORDERS, BULK_PRODUCTS, OPERATIONS, REQUIRED_SCOPES } from './operations.ts';
import { WEBHOOK_TOPICS } from './subscribe.ts';

// As Shopify publishes it, with the scopes: the package is installed for this file alone.
const PUBLISHED = new URL('../../../node_modules/@shopify/dev-mcp/dist/data/admin_2026-07.json.gz', import.meta.url);

const Published = z.object({
  data: z.custom<IntrospectionQuery>((value) => typeof value === 'object' && value !== null && '__schema' in value),
  offline_scopes: z.object({
    items: z.array(
      z.object({
        type: z.string(),
        typeName: z.string(),
        fieldName: z.string().optional(),
        offlineScopes: z.array(z.string()),
      }),
    ),
  }),
});

function readSchema(): { schema: GraphQLSchema; scopesOf: Map<string, string[]> } {
  const published = Published.parse(JSON.parse(gunzipSync(readFileSync(PUBLISHED)).toString()));
  const scopesOf = new Map(
    published.offline_scopes.items
      .filter(({ offlineScopes }) => offlineScopes.length > 0)
      .map(({ typeName, fieldName, offlineScopes }) => [
        fieldName ? `${typeName}.${fieldName}` : typeName,
        offlineScopes,
      ]),
  );
  // The published schema breaks a rule of its own about deprecated fields; that is not ours to check.
  return { schema: buildClientSchema(published.data, { assumeValid: true }), scopesOf };
}

const problemsOf = (schema: GraphQLSchema, document: string): string[] =>
  validate(schema, parse(document)).map(({ message }) => message);

describe('every document against the published Admin schema 2026-07', () => {
  const published = readSchema();

  test.each(OPERATIONS)('$name is valid', ({ document }) => {
    expect(problemsOf(published.schema, document)).toEqual([]);
  });

  test.each(OPERATIONS)('$name with a misspelled field is not', ({ document }) => {
    const misspelled = document.replace(/\{ (\w+)(?=[ ({])(?!.*\$)|\bid\b(?= )/, (found) => `${found}x`);
    expect(misspelled).not.toBe(document);
    expect(problemsOf(published.schema, misspelled)).not.toEqual([]);
  });

  test.each(OPERATIONS)('$name asks for the scopes of all it touches', ({ document, scopes }) => {
    const missing = new Set<string>();
    const need = (name: string): void => {
      const allowed = published.scopesOf.get(name);
      if (
        allowed &&
        !allowed.some((scope) => scopes.includes(scope) || scopes.includes(scope.replace('read_', 'write_')))
      ) {
        missing.add(`${name}: ${allowed.join(' or ')}`);
      }
    };
    const info = new TypeInfo(published.schema);
    visit(
      parse(document),
      visitWithTypeInfo(info, {
        Field(node) {
          const parent = info.getParentType();
          const type = info.getType();
          if (parent) need(`${parent.name}.${node.name.value}`);
          if (type) need(getNamedType(type).name);
        },
      }),
    );
    expect([...missing]).toEqual([]);
  });

  test.each(WEBHOOK_TOPICS)('a scope that %s requires is asked for', (topic) => {
    const topics = published.schema.getType('WebhookSubscriptionTopic');
    const description = isEnumType(topics) ? topics.getValue(topic)?.description : null;
    expect(description).toContain('Occurs whenever');
    const [, required = ''] = /Requires (.*)/s.exec(description ?? '') ?? [];
    const scopes = required.match(/\b(?:read|write)_\w+/g) ?? [];
    if (topic !== 'APP_UNINSTALLED')
      expect(
        scopes.some((scope) => REQUIRED_SCOPES.includes(scope)),
        required,
      ).toBe(true);
  });
});

test('the bulk exports keep to what a bulk operation can do: five connections, two levels of nesting', () => {
  for (const { document } of [BULK_ORDERS, BULK_PRODUCTS]) {
    let depth = 0;
    let deepest = 0;
    let connections = 0;
    visit(parse(document), {
      Field: {
        enter(node) {
          const isConnection = node.selectionSet?.selections.some(
            (one) => one.kind === 'Field' && one.name.value === 'edges',
          );
          if (!isConnection) return;
          connections += 1;
          depth += 1;
          deepest = Math.max(deepest, depth - 1);
        },
        leave(node) {
          if (node.selectionSet?.selections.some((one) => one.kind === 'Field' && one.name.value === 'edges'))
            depth -= 1;
        },
      },
    });
    expect(connections).toBeLessThanOrEqual(5);
    expect(deepest).toBeLessThanOrEqual(2);
  }
});

test('an app is asked to be installed with the scopes of every operation, each once', () => {
  expect(REQUIRED_SCOPES).toEqual([...new Set(REQUIRED_SCOPES)]);
  for (const { scopes } of OPERATIONS) expect(REQUIRED_SCOPES).toEqual(expect.arrayContaining([...scopes]));
});
