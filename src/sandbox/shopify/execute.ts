import { readFileSync } from 'node:fs';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { buildSchema, execute, GraphQLError, Kind, parse, validate, valueFromASTUntyped } from 'graphql';
import type { Bucket } from './cost.ts';
import { actualCost, requestedCost } from './cost.ts';
import { failKey } from './idempotency.ts';
import type { Later } from './root.ts';
import { mutationRoot, queryRoot } from './root.ts';
import type { Context, View } from './views/connection.ts';

const SINGLE_QUERY_MAXIMUM = 1000;

export type GraphqlCall = { query: string; variables: Record<string, unknown>; operationName: string | null };

export function loadSchema(): GraphQLSchema {
  return buildSchema(readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'));
}

/** The names a fault may be set on: the operation's own and those of its root fields. */
export function namesOf(schema: GraphQLSchema, { query }: GraphqlCall): string[] {
  const read = readDocument(schema, query);
  if ('errors' in read) return [];
  return read.document.definitions.flatMap((each) => {
    if (each.kind !== Kind.OPERATION_DEFINITION) return [];
    const fields = each.selectionSet.selections.flatMap((selection) =>
      selection.kind === Kind.FIELD ? [selection.name.value] : [],
    );
    return each.name === undefined ? fields : [each.name.value, ...fields];
  });
}

/** The key that a call is made under. */
export function keyOf(schema: GraphQLSchema, { query, variables }: GraphqlCall): string | null {
  const read = readDocument(schema, query);
  return 'errors' in read ? null : idempotencyKey(read.document, variables);
}

function idempotencyKey(document: DocumentNode, variables: Readonly<Record<string, unknown>>): string | null {
  for (const operation of document.definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const field of operation.selectionSet.selections) {
      const directive = field.directives?.find((each) => each.name.value === 'idempotent');
      const value = directive?.arguments?.find((each) => each.name.value === 'key')?.value;
      const key: unknown = value === undefined ? null : valueFromASTUntyped(value, variables);
      if (typeof key === 'string') return key;
    }
  }
  return null;
}

const refused = (
  errors: readonly (GraphQLError | { message: string; extensions?: object })[],
  cost?: object,
): object => ({
  errors: errors.map((each) => (each instanceof GraphQLError ? each.toJSON() : each)),
  ...(cost === undefined ? {} : { extensions: { cost } }),
});

type ReadDocument = { document: DocumentNode } | { errors: readonly (GraphQLError | { message: string })[] };

// Callers send the same few documents over and over, and checking one takes longer than answering it.
const MOST_DOCUMENTS = 200;
const readBefore = new WeakMap<GraphQLSchema, Map<string, ReadDocument>>();

function readDocument(schema: GraphQLSchema, query: string): ReadDocument {
  const known = readBefore.get(schema) ?? new Map<string, ReadDocument>();
  readBefore.set(schema, known);
  const before = known.get(query);
  if (before !== undefined) return before;
  if (known.size >= MOST_DOCUMENTS) known.clear();
  const read = parsedAndValid(schema, query);
  known.set(query, read);
  return read;
}

function parsedAndValid(schema: GraphQLSchema, query: string): ReadDocument {
  let document: DocumentNode;
  try {
    document = parse(query);
  } catch (error) {
    return { errors: [error instanceof GraphQLError ? error : { message: 'syntax error' }] };
  }
  const errors = validate(schema, document);
  return errors.length > 0 ? { errors } : { document };
}

/** Mutations as the platform answers them when it fails within: nothing is done, and the key is spent. */
const failingRoot = (later: Later): View =>
  Object.fromEntries(
    Object.keys(mutationRoot(later)).map((name) => [
      name,
      (_args: object, context: Context) => {
        failKey(context);
        // Adjusting quantities has a code of its own for it.
        const code = name === 'inventoryAdjustQuantities' ? 'ADJUST_QUANTITIES_FAILED' : 'INTERNAL_ERROR';
        return { userErrors: [{ field: null, message: 'Unexpected internal error happened.', code }] };
      },
    ]),
  );

/** Validates, prices and runs one call; the body of the answer, which has HTTP status 200 in every case. */
export async function answer(
  schema: GraphQLSchema,
  context: Context,
  bucket: Bucket,
  later: Later,
  call: GraphqlCall,
  trouble: 'throttle' | 'internalError' | null,
): Promise<object> {
  const read = readDocument(schema, call.query);
  if ('errors' in read) return refused(read.errors);
  const { document } = read;
  const requested = requestedCost(schema, document, call.operationName, call.variables);
  const cost = (actual: number | null) => ({
    requestedQueryCost: requested,
    actualQueryCost: actual,
    throttleStatus: bucket.status(),
  });
  if (requested > SINGLE_QUERY_MAXIMUM) {
    const message = `Query cost is ${requested}, which exceeds the single query max cost limit (${SINGLE_QUERY_MAXIMUM}).`;
    return refused(
      [{ message, extensions: { code: 'MAX_COST_EXCEEDED', cost: requested, maxCost: SINGLE_QUERY_MAXIMUM } }],
      cost(null),
    );
  }
  if (trouble === 'throttle' || !bucket.take(requested)) {
    return refused(
      [
        {
          message: 'Throttled',
          extensions: { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' },
        },
      ],
      cost(null),
    );
  }
  const mutation = document.definitions.some(
    (each) => each.kind === Kind.OPERATION_DEFINITION && each.operation === 'mutation',
  );
  const result = await execute({
    schema,
    document,
    rootValue: !mutation ? queryRoot() : trouble === 'internalError' ? failingRoot(later) : mutationRoot(later),
    contextValue: { ...context, idempotencyKey: idempotencyKey(document, call.variables) },
    variableValues: call.variables,
    operationName: call.operationName,
  });
  const data = 'data' in result ? result.data : null;
  const errors = 'errors' in result ? result.errors : undefined;
  const actual = actualCost(data, requested, mutation);
  bucket.giveBack(requested - actual);
  return {
    ...(data === undefined ? {} : { data }),
    ...(errors === undefined || errors.length === 0 ? {} : { errors: errors.map((each) => each.toJSON()) }),
    extensions: { cost: cost(actual) },
  };
}
