import { z } from 'zod';
import type { Order, Product } from '#core/orders/order.ts';
import type { CallContext, Unreadable } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { pause, refused, retryLater } from './client.ts';
import { completeMovements } from './complete.ts';
import { typeOf } from './gid.ts';
import type { Operation } from './operations.ts';
import { BULK_ORDERS, BULK_PRODUCTS, BULK_RECENT, BULK_RUN, BULK_STATE, ORDER_MOVEMENTS, SHOP } from './operations.ts';
import { UserErrors, refuseUserErrors } from './user-errors.ts';
import { Head, Instant, readableOrder, unreadable, WireFulfillment, WireOrder, WireRefund } from './wire.ts';
import { readableProduct, WireProduct } from './wire-product.ts';

const Bulk = z.object({
  id: z.string(),
  type: z.string(),
  status: z.string(),
  errorCode: z.string().nullable(),
  url: z.string().nullable(),
  query: z.string(),
  createdAt: Instant,
});
type Bulk = z.infer<typeof Bulk>;

type Caller = {
  client: ShopifyClient;
  context: CallContext;
  pollMs: number;
  began?: ((iso: string) => void) | undefined;
};

// A small shop is exported in no time; a large one is asked less and less often.
const FIRST_LOOK_MS = 200;
// Another export of a large shop takes this long; our caller retries later.
const LONGEST_WAIT_MS = 10 * 60_000;

/** Orders whose fulfillments and refunds are read together, and the most held in memory. */
const BATCH = 20;

/** Every order the app may see. Lines and returns come in bulk, fulfillments and refunds after. */
export async function* exportOrders(caller: Caller): AsyncGenerator<Order | Unreadable> {
  let batch: BulkRow[] = [];
  let from = Date.now();
  const began = (iso: string): void => {
    from = Date.parse(iso);
    caller.began?.(iso);
  };
  for await (const row of bulkRows({ ...caller, began }, BULK_ORDERS)) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield* ordersOf(caller, batch, from);
    batch = [];
  }
  yield* ordersOf(caller, batch, from);
}

export async function* exportProducts(caller: Caller): AsyncGenerator<Product | Unreadable> {
  const { shop } = await caller.client.run(
    SHOP,
    {},
    z.object({ shop: z.object({ currencyCode: z.string() }) }),
    caller.context,
  );
  for await (const row of bulkRows(caller, BULK_PRODUCTS)) {
    const variants = row
      .children('ProductVariant')
      .map((variant) => ({ ...variant.fields, media: { nodes: variant.rest().slice(0, 1) } }));
    const collections = { nodes: row.children('Collection').map(({ fields }) => fields) };
    const head = parsed(BULK_PRODUCTS, Head, row.fields);
    const { data: product, error } = WireProduct.safeParse({ ...row.fields, collections, variants: whole(variants) });
    yield product ? readableProduct(product, shop.currencyCode) : unreadable(head, error);
  }
}

async function* ordersOf(caller: Caller, batch: readonly BulkRow[], from: number): AsyncGenerator<Order | Unreadable> {
  const moved = batch.filter((row) => hasAny(row.fields['fulfillments']) || hasAny(row.fields['refunds']));
  const movements = await readMovements(
    caller,
    moved.map((row) => row.id),
  );
  for (const row of batch) {
    const head = parsed(BULK_ORDERS, Head, row.fields);
    const moves = movements.get(row.id);
    if (moves?.error) {
      yield unreadable(head, moves.error);
      continue;
    }
    const { fulfillments, refunds } = moves?.data ?? { fulfillments: [], refunds: [] };
    const returns = row.children('Return').map((one) => ({
      ...one.fields,
      returnLineItems: whole(one.rest('ExchangeLineItem')),
      exchangeLineItems: whole(one.children('ExchangeLineItem').map((line) => line.fields)),
    }));
    const lineItems = whole(row.children('LineItem').map((line) => line.fields));
    // The movements are parsed already; parsed alone, the order gets them afterwards.
    const { data: order, error } = WireOrder.safeParse({
      ...row.fields,
      lineItems,
      returns: whole(returns),
      fulfillments: [],
      refunds: [],
    });
    const ours = order ? readableOrder({ ...order, fulfillments, refunds }, from) : unreadable(head, error);
    if (ours) yield ours;
  }
}

const Movements = z.object({ id: z.string(), fulfillments: z.array(WireFulfillment), refunds: z.array(WireRefund) });
type ReadMovements = z.ZodSafeParseResult<z.infer<typeof Movements>>;

async function readMovements({ client, context }: Caller, ids: readonly string[]): Promise<Map<string, ReadMovements>> {
  if (ids.length === 0) return new Map();
  const { nodes } = await client.run(
    ORDER_MOVEMENTS,
    { ids },
    z.object({ nodes: z.array(z.looseObject({ id: z.string() }).nullable()) }),
    context,
  );
  const found = nodes.flatMap((node) => (node ? [{ id: node.id, read: Movements.safeParse(node) }] : []));
  for (const { read } of found) if (read.data) await completeMovements({ client, context }, read.data);
  return new Map(found.map(({ id, read }) => [id, read]));
}

const hasAny = (list: unknown): boolean => Array.isArray(list) && list.length > 0;
const whole = <T>(nodes: T[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null } });

function parsed<T extends z.ZodType>(operation: Operation, schema: T, value: unknown): z.infer<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refused(`${operation.name}: unexpected row: ${z.prettifyError(result.error)}`);
}

async function* bulkRows(caller: Caller, operation: Operation): AsyncGenerator<BulkRow> {
  const url = await finishedUrl(caller, operation);
  // No address: the shop has nothing of the kind.
  if (url === null) return;
  yield* regroup(linesOf(await caller.client.download(url, caller.context)));
}

async function finishedUrl(caller: Caller, operation: Operation): Promise<string | null> {
  let bulk = await start(caller, operation);
  caller.began?.(bulk.createdAt);
  let wait = Math.min(FIRST_LOOK_MS, caller.pollMs);
  while (bulk.status === 'CREATED' || bulk.status === 'RUNNING' || bulk.status === 'CANCELING') {
    await pause(wait);
    wait = Math.min(wait * 1.5, 15_000);
    const answer = z.object({ bulkOperation: Bulk.nullable() });
    const { bulkOperation } = await caller.client.run(BULK_STATE, { id: bulk.id }, answer, caller.context);
    if (!bulkOperation) throw retryLater('Shopify lost the export');
    bulk = bulkOperation;
  }
  if (bulk.status === 'COMPLETED') return bulk.url;
  if (bulk.errorCode === 'ACCESS_DENIED') throw refused('Shopify does not let us export this');
  throw retryLater(`Shopify's export ended as ${bulk.status} ${bulk.errorCode ?? ''}`.trimEnd(), 60_000);
}

/** Starts an export, once the shop is done with those others asked for: it works on a few at a time. */
async function start(caller: Caller, operation: Operation): Promise<Bulk> {
  let wait = Math.min(FIRST_LOOK_MS, caller.pollMs);
  for (let waited = 0; waited < LONGEST_WAIT_MS; waited += wait, wait = Math.min(wait * 1.5, 15_000)) {
    const begun = (await findRunning(caller, operation)) ?? (await runUnlessBusy(caller, operation));
    if (begun) return begun;
    await pause(wait);
  }
  throw retryLater('Shopify is busy with other exports of this shop', 60_000);
}

async function runUnlessBusy({ client, context }: Caller, operation: Operation): Promise<Bulk | null> {
  const answer = z.object({
    bulkOperationRunQuery: z.object({ bulkOperation: Bulk.nullable(), userErrors: UserErrors }),
  });
  const { bulkOperationRunQuery } = await client.run(BULK_RUN, { query: operation.document }, answer, context);
  const { bulkOperation, userErrors } = bulkOperationRunQuery;
  if (userErrors.some(({ code }) => code === 'OPERATION_IN_PROGRESS' || code === 'LIMIT_REACHED')) return null;
  refuseUserErrors(BULK_RUN, userErrors);
  if (!bulkOperation) throw refused('Shopify started no export and gave no reason');
  return bulkOperation;
}

/** The same export left running by an earlier try: waiting for it is cheaper than being refused. */
async function findRunning(
  { client, context }: Pick<Caller, 'client' | 'context'>,
  operation: Operation,
): Promise<Bulk | undefined> {
  const answer = z.object({ bulkOperations: z.object({ nodes: z.array(Bulk) }) });
  const { bulkOperations } = await client.run(BULK_RECENT, {}, answer, context);
  return bulkOperations.nodes.find(
    ({ status, query }) => (status === 'CREATED' || status === 'RUNNING') && query.trim() === operation.document.trim(),
  );
}

export async function* linesOf(stream: AsyncIterable<string>): AsyncGenerator<string> {
  let open = '';
  try {
    for await (const chunk of stream) {
      const lines = (open + chunk).split('\n');
      open = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield line;
    }
  } catch (cause) {
    throw retryLater(`Shopify's result file broke off: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  if (open.trim() !== '') yield open;
}

type Fields = Readonly<Record<string, unknown>>;

/** A root object of a result file with the objects that hang below it. */
export class BulkRow {
  readonly id: string;
  readonly fields: Fields;
  readonly #below: BulkRow[] = [];
  constructor(id: string, fields: Fields) {
    this.id = id;
    this.fields = fields;
  }
  add(row: BulkRow): void {
    this.#below.push(row);
  }
  children(type: string): BulkRow[] {
    return this.#below.filter((row) => typeOf(row.id) === type);
  }
  /** The fields of all that hangs directly below, of whatever other type. */
  rest(but = ''): Fields[] {
    return this.#below.filter((row) => typeOf(row.id) !== but).map((row) => row.fields);
  }
}

const Line = z.object({ id: z.string(), __parentId: z.string().optional() }).loose();

/** Puts children back under their parents, holding one root object at a time. */
export async function* regroup(lines: AsyncIterable<string>): AsyncGenerator<BulkRow> {
  let group = new Map<string, BulkRow>();
  let root: BulkRow | null = null;
  for await (const line of lines) {
    const { __parentId, ...fields } = Line.parse(JSON.parse(line));
    const row = new BulkRow(fields.id, fields);
    if (__parentId === undefined) {
      if (root) yield root;
      root = row;
      group = new Map();
    } else {
      const parent = group.get(__parentId);
      if (!parent) throw refused(`Shopify's result file has ${row.id} apart from its parent ${__parentId}`);
      parent.add(row);
    }
    group.set(row.id, row);
  }
  if (root) yield root;
}
