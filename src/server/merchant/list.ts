import { sql, type RawBuilder, type Selectable } from 'kysely';
import { z } from 'zod';
import * as contract from '#contract/merchant/lists.ts';
import { ResolutionMethod } from '#core/claims/claim.ts';
import { ClaimType } from '#core/claims/types.ts';
import { methodEnum } from '#core/claims/method-names.ts';
import { statusView, type StatusView } from '#core/claims/status.ts';
import { Instant } from '#core/instant.ts';
import { Glance } from '#core/lists/claim-index.ts';
import type { ListColumn } from '#core/lists/define.ts';
import { isTableKind, listOf, type TableKind } from '#core/lists/lists.ts';
import type { ListSearch } from '#core/lists/search.ts';
import { buyerEmail, type Order } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf } from '#server/amounts.ts';
import type { Database } from '#server/db/connect.ts';
import {
  channelsOf,
  claimCounts,
  listRows,
  pageOf,
  WAYS,
  waysFor,
  type Found,
  type Page,
  type Place,
  type Way,
} from '#server/db/lists.ts';
import type { Tables } from '#server/db/tables.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { checkMayOpen } from '#server/merchant/may-open-lists.ts';

/** The lists of the store and what they are counted and narrowed by. */
export const listHandlers = ({ database }: Pick<ServerDeps, 'database'>): Handler[] => [
  handle(contract.search, async ({ body }, context) => {
    await checkMayOpen(database, context, body.kind);
    return searchList(database, context.storeId, body);
  }),

  handle(contract.claimCounts, async ({ query }, { storeId }) => {
    const rows = await database.rowsInStore(storeId, (db) => claimCounts(db, storeId, query.kind));
    return {
      counts: Object.fromEntries(rows.map((row) => [row.rollup, row.count])),
      withError: rows.reduce((all, row) => all + row.errors, 0),
    };
  }),

  handle(contract.salesChannels, async (_input, { storeId }) => {
    const rows = await database.rowsInStore(storeId, (db) => channelsOf(db, storeId));
    return { channels: rows.map((row) => row.channel) };
  }),
];

type Answer = contract.ListPage;
type OrdersPage = { kind: 'Order'; data: contract.OrderListed[]; pageInfo: Answer['pageInfo'] };
type RowsPage = { kind: TableKind; data: contract.RowListed[]; pageInfo: Answer['pageInfo'] };

/** One page of a list. */
async function searchList(database: Database, storeId: number, search: ListSearch): Promise<Answer> {
  const { kind } = search;
  if (kind === 'Order') return searchOrders(database, storeId, search);
  if (isTableKind(kind)) return searchRows(database, storeId, kind, search);
  const { rows, ...page } = await pageOfList<ClaimRow>(database, storeId, search, CLAIM_COLUMNS);
  return { kind, data: rows.map(showClaim), ...page };
}

/** One page of a list that shows its table as it is. */
async function searchRows(database: Database, storeId: number, kind: TableKind, search: ListSearch): Promise<RowsPage> {
  const columns = Object.entries(listOf(kind).columns ?? {});
  const read = columns.map(([, { column }]) => column);
  const { rows, ...page } = await pageOfList<Record<string, unknown>>(database, storeId, search, read);
  return { kind, data: rows.map((row) => showRow(row, columns)), ...page };
}

/** One page of the list of orders. */
export async function searchOrders(
  database: Database,
  storeId: number,
  search: Omit<ListSearch, 'kind'>,
): Promise<OrdersPage> {
  const { rows, ...page } = await pageOfList<OrderRow>(database, storeId, { ...search, kind: 'Order' }, ORDER_COLUMNS);
  return { kind: 'Order', data: rows.map(showOrder), ...page };
}

async function pageOfList<Row>(
  database: Database,
  storeId: number,
  search: ListSearch,
  columns: readonly string[] | RawBuilder<unknown>,
): Promise<{ rows: Found<Row>[]; pageInfo: Answer['pageInfo'] }> {
  const wanted = { ...search, ...beginningOf(search) };
  const found = await database.rowsInStore(storeId, () => listRows<Row>(storeId, search.kind, { columns }, wanted));
  const page = pageOf(found, wanted);
  return { rows: page.rows, pageInfo: pageInfo(page, rowCursor) };
}

/** Where a page starts, and the ways to search; the first that finds something is kept for later pages. */
export function beginningOf({ cursor, filters }: Pick<ListSearch, 'cursor' | 'filters'>): {
  ways: readonly Way[];
  place: Place | null;
} {
  if (cursor === null) return { ways: waysFor(filters.searchTerm ?? ''), place: null };
  const { way, ...beside } = readCursor(cursor.id);
  return { ways: [way], place: { direction: cursor.direction, ...beside } };
}

export function pageInfo<Row>({ rows, hasPrev, hasNext }: Page<Row>, cursor: (row: Row) => string): Answer['pageInfo'] {
  const [first, last] = [rows[0], rows.at(-1)];
  return { prevCursor: hasPrev && first ? cursor(first) : null, nextCursor: hasNext && last ? cursor(last) : null };
}

const Position = z.tuple([z.enum(WAYS), Instant, z.number().int().positive()]);

export const rowCursor = ({ way, created_exactly: createdOn, row_id: id }: Found<unknown>): string =>
  Buffer.from(JSON.stringify([way, createdOn, id])).toString('base64url');

function readCursor(text: string): { way: Way; createdOn: string; id: number } {
  const position = Position.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!position.success) throw new Refusal('malformed', 'CURSOR_INVALID', 'This page of the list no longer exists.');
  const [way, createdOn, id] = position.data;
  return { way, createdOn, id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Made once: making a shape takes longer than reading a row with it.
const ResolutionMethods = z.array(ResolutionMethod);

// Not the document: a page of fifty would parse fifty aggregates to show a line of each.
const CLAIM_COLUMNS = [
  'claim_id',
  'external_id',
  'claim_type',
  'order_no',
  'customer_name',
  'customer_email',
  'status_code',
  'status_detail',
  'finalized_on',
  'resolution_methods',
  'glance',
  'requested_total',
  'currency_code',
  'tags',
  'has_error',
  'line_count',
] as const;
type ClaimRow = Pick<Selectable<Tables['claim']>, (typeof CLAIM_COLUMNS)[number]>;

function showClaim(row: Found<ClaimRow>): contract.ClaimListed {
  const claimRollup = statusOf(row);
  return {
    id: row.claim_id,
    externalId: row.external_id,
    claimType: ClaimType.parse(row.claim_type),
    createdOn: row.created_on.toISOString(),
    orderNo: row.order_no,
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    claimRollup,
    claimRollupStatusCode: claimRollup.code,
    resolutionMethods: ResolutionMethods.parse(row.resolution_methods).map(methodEnum),
    requestedTotal: amountOf(row.requested_total, row.currency_code),
    currencyCode: row.currency_code,
    tags: row.tags,
    lineItemHasError: row.has_error,
    ...Glance.parse(row.glance),
    lineCount: row.line_count,
  };
}

const ORDER_COLUMNS = sql`
  store_order.order_id, store_order.order_no, store_order.id_from_platform, store_order.customer_name,
  store_order.document ->> 'email' as email, store_order.document -> 'customer' as customer,
  (select coalesce(jsonb_agg(jsonb_build_object('id', claim_id, 'externalId', external_id, 'claimType', claim_type) order by claim_id), '[]')
    from claim where claim.store_id = store_order.store_id and claim.order_id = store_order.order_id) as claims,
  (select coalesce(jsonb_agg(jsonb_build_object('id', shipping_claim_id, 'externalId', external_id) order by shipping_claim_id), '[]')
    from shipping_claim
    where shipping_claim.store_id = store_order.store_id and shipping_claim.order_id = store_order.order_id) as "shipProtectClaims"`;
type OrderRow = Pick<
  Selectable<Tables['store_order']>,
  'order_id' | 'order_no' | 'id_from_platform' | 'customer_name'
> &
  Pick<Order, 'email' | 'customer'> &
  Pick<contract.OrderListed, 'claims' | 'shipProtectClaims'>;

const showOrder = (row: Found<OrderRow>): contract.OrderListed => ({
  id: row.order_id,
  orderNo: row.order_no,
  idFromPlatform: row.id_from_platform,
  createdOn: row.created_on.toISOString(),
  customerName: row.customer_name,
  customerEmail: buyerEmail(row),
  claims: row.claims,
  shipProtectClaims: row.shipProtectClaims,
});

const showRow = (
  row: Found<Record<string, unknown>>,
  columns: readonly (readonly [id: string, column: ListColumn])[],
): contract.RowListed => ({
  id: row.row_id,
  createdOn: row.created_on.toISOString(),
  cells: Object.fromEntries(columns.map(([id, { column, words }]) => [id, cellOf(row[column], words)])),
});

function cellOf(value: unknown, words: ListColumn['words'] = {}): string | number | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'number'
    ? value
    : typeof value === 'string'
      ? (words[value] ?? value)
      : JSON.stringify(value);
}

function statusOf(row: ClaimRow): StatusView {
  const status = statusView(row.status_code, row.status_detail, row.finalized_on !== null);
  if (!status)
    throw new Error(`claim ${row.claim_id} has the unknown status ${row.status_code} / ${row.status_detail}`);
  return status;
}
