import type { DocumentNode, GraphQLSchema } from 'graphql';
import {
  execute,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isoNow } from './mutations/announce.ts';
import { queryRoot } from './root.ts';
import type { BulkOperation, ShopState } from './state.ts';
import { nextId, numberOf } from './state.ts';
import type { Context, View } from './views/connection.ts';
import { bulkView } from './views/platform.ts';

/** What keeps a query out of the bulk exporter, in the platform's words; null when it may run. */
export function bulkProblem(schema: GraphQLSchema, query: string): string | null {
  let document: DocumentNode;
  try {
    document = parse(query);
  } catch (error) {
    return `Invalid bulk query: ${error instanceof Error ? error.message : 'syntax error'}`;
  }
  const invalid = validate(schema, document)[0];
  if (invalid !== undefined) return `Invalid bulk query: ${invalid.message}`;
  const found = survey(schema, document);
  if (found.operations !== 1) return 'Bulk queries must contain exactly one operation.';
  if (found.nodeField) return "Bulk queries cannot use the top-level 'node' or 'nodes' fields.";
  if (found.connections === 0) return 'Bulk queries must contain at least one connection.';
  if (found.connections > 5) return 'Bulk queries cannot contain more than 5 connections.';
  if (found.depth > 2) return 'Bulk queries cannot contain connections with a nesting depth greater than 2.';
  return found.inList
    ? 'Queries that contain a connection field within a list field are not currently supported.'
    : null;
}

function survey(schema: GraphQLSchema, document: DocumentNode) {
  const info = new TypeInfo(schema);
  const found = { operations: 0, connections: 0, depth: 0, inList: false, nodeField: false };
  let depth = 0;
  let lists = 0;
  const kindOf = (): 'connection' | 'list' | null => {
    const type = info.getType();
    const named = type ? getNamedType(type) : undefined;
    if (isObjectType(named) && named.name.endsWith('Connection')) return 'connection';
    const parent = info.getParentType()?.name ?? '';
    return type && isListType(getNullableType(type)) && !parent.endsWith('Connection') ? 'list' : null;
  };
  visit(
    document,
    visitWithTypeInfo(info, {
      OperationDefinition: () => void (found.operations += 1),
      Field: {
        enter(field) {
          if (
            info.getParentType()?.name === 'QueryRoot' &&
            (field.name.value === 'node' || field.name.value === 'nodes')
          )
            found.nodeField = true;
          const kind = kindOf();
          if (kind === 'list') lists += 1;
          if (kind !== 'connection') return;
          found.connections += 1;
          // The outermost connection is level 0, and two further levels may hang below it.
          found.depth = Math.max(found.depth, depth);
          depth += 1;
          if (lists > 0) found.inList = true;
        },
        leave() {
          const kind = kindOf();
          if (kind === 'list') lists -= 1;
          if (kind === 'connection') depth -= 1;
        },
      },
    }),
  );
  return found;
}

/** The answer of a query as JSON lines: every node of a connection on a line of its own, below its parent by `__parentId`. */
export function jsonLines(data: unknown): { text: string; objects: number; roots: number } {
  const lines: string[] = [];
  let roots = 0;
  const emit = (node: unknown, parentId: string | null): void => {
    if (typeof node !== 'object' || node === null) return;
    const nested: { row: unknown; parent: string | null }[] = [];
    const own = 'id' in node && typeof node.id === 'string' ? node.id : parentId;
    const flat = strip(node, (row) => nested.push({ row, parent: own }));
    lines.push(JSON.stringify(parentId === null ? flat : Object.assign(flat, { __parentId: parentId })));
    if (parentId === null) roots += 1;
    for (const each of nested) emit(each.row, each.parent);
  };
  strip(data, (row) => emit(row, null));
  return { text: lines.length === 0 ? '' : `${lines.join('\n')}\n`, objects: lines.length, roots };
}

function strip(value: unknown, found: (node: unknown) => void): object {
  const flat: Record<string, unknown> = {};
  if (typeof value !== 'object' || value === null) return flat;
  for (const [key, each] of Object.entries(value)) {
    const rows = connectionRows(each);
    if (rows !== null) rows.forEach(found);
    else if (Array.isArray(each))
      flat[key] = each.map((item: unknown) => (typeof item === 'object' && item !== null ? strip(item, found) : item));
    else flat[key] = typeof each === 'object' && each !== null ? strip(each, found) : each;
  }
  return flat;
}

function connectionRows(value: unknown): unknown[] | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('edges' in value && Array.isArray(value.edges))
    return value.edges.map((edge: unknown) =>
      typeof edge === 'object' && edge !== null && 'node' in edge ? edge.node : null,
    );
  return 'nodes' in value && Array.isArray(value.nodes) ? value.nodes : null;
}

export type BulkRunner = {
  run: (context: Context, query: string) => View;
  cancel: (context: Context, id: string) => View;
  /** The JSON lines of a finished export; made again after a restart. Null when there is none. */
  lines: (shop: ShopState, id: number) => Promise<string | null>;
  /** Goes on with what was under way when the sandbox ended. */
  resume: (shop: ShopState) => void;
};

/** Bulk exports run one at a time per shop and some milliseconds after they were asked for. */
export function bulkRunner(
  schema: GraphQLSchema,
  contextOf: (shop: ShopState) => Context,
  settled: (context: Context) => void,
): BulkRunner {
  const texts = new Map<number, string>();
  const make = async (shop: ShopState, query: string) => {
    const context = { ...contextOf(shop), bulk: true };
    const result = await execute({ schema, document: parse(query), rootValue: queryRoot(), contextValue: context });
    if ('errors' in result && result.errors !== undefined && result.errors.length > 0)
      throw result.errors[0] ?? new Error('bulk query failed');
    return jsonLines('data' in result ? result.data : null);
  };
  const begin = (shop: ShopState, operation: BulkOperation) =>
    void setTimeout(() => void work(shop, operation), 25).unref();
  const work = async (shop: ShopState, operation: BulkOperation) => {
    if (operation.status !== 'CREATED') return;
    operation.status = 'RUNNING';
    try {
      const made = await make(shop, operation.query);
      texts.set(operation.id, made.text);
      Object.assign(operation, {
        status: 'COMPLETED',
        objectCount: made.objects,
        rootObjectCount: made.roots,
        fileSize: Buffer.byteLength(made.text),
      });
    } catch {
      Object.assign(operation, { status: 'FAILED', errorCode: 'INTERNAL_SERVER_ERROR' });
    }
    operation.completedAt = isoNow();
    const context = contextOf(shop);
    context.events.push({ topic: 'bulk_operations/finish', kind: 'bulk', id: operation.id });
    settled(context);
  };
  return {
    run(context, query) {
      const { shop } = context;
      const problem = bulkProblem(schema, query);
      if (problem !== null)
        return { bulkOperation: null, userErrors: [{ code: 'INVALID', field: ['query'], message: problem }] };
      const running = shop.bulkOperations.find((each) => each.status === 'CREATED' || each.status === 'RUNNING');
      if (running !== undefined)
        return {
          bulkOperation: null,
          userErrors: [
            {
              code: 'OPERATION_IN_PROGRESS',
              field: null,
              message: `A bulk query operation for this app and shop is already in progress: gid://shopify/BulkOperation/${running.id}.`,
            },
          ],
        };
      const operation: BulkOperation = {
        id: nextId(shop),
        query,
        status: 'CREATED',
        errorCode: null,
        createdAt: isoNow(),
        completedAt: null,
        objectCount: 0,
        rootObjectCount: 0,
        fileSize: null,
      };
      shop.bulkOperations.push(operation);
      begin(shop, operation);
      return { bulkOperation: bulkView(context, operation), userErrors: [] };
    },
    cancel(context, id) {
      const operation = context.shop.bulkOperations.find((each) => each.id === numberOf(id, 'BulkOperation'));
      if (operation === undefined)
        return { bulkOperation: null, userErrors: [{ field: ['id'], message: 'Bulk operation does not exist' }] };
      if (operation.status !== 'CREATED' && operation.status !== 'RUNNING')
        return {
          bulkOperation: bulkView(context, operation),
          userErrors: [{ field: null, message: 'A bulk operation cannot be canceled when it is completed' }],
        };
      operation.status = 'CANCELED';
      operation.completedAt = isoNow();
      return { bulkOperation: bulkView(context, operation), userErrors: [] };
    },
    async lines(shop, id) {
      const operation = shop.bulkOperations.find((each) => each.id === id);
      if (operation?.status !== 'COMPLETED') return null;
      const text = texts.get(id) ?? (await make(shop, operation.query)).text;
      texts.set(id, text);
      return text;
    },
    resume(shop) {
      for (const operation of shop.bulkOperations) {
        if (operation.status !== 'CREATED' && operation.status !== 'RUNNING') continue;
        operation.status = 'CREATED';
        begin(shop, operation);
      }
    },
  };
}
