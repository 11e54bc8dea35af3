import { z } from 'zod';
import * as contract from '#contract/merchant/lists.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { ClaimType, ResolutionMethod } from '#core/claims/claim.ts';
import { statusView, type StatusView } from '#core/claims/status.ts';
import type { ClaimKind } from '#core/lists/filters.ts';
import type { ListSearch } from '#core/lists/search.ts';
import { normalizeEmail, normalizeOrderNo } from '#core/orders/lookup.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf } from '#server/amounts.ts';
import type { Db } from '#server/db/connect.ts';
import {
  channelsOf,
  claimsOfOrders,
  claimsPage,
  countClaims,
  ordersPage,
  WAYS,
  waysFor,
  type ClaimRow,
  type ListedOrderRow,
  type Page,
  type Place,
  type Way,
} from '#server/db/lists.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';

/** The lists of the store and what they are counted and narrowed by. */
export const listHandlers = ({ database }: Pick<ServerDeps, 'database'>): Handler[] => [
  handle(contract.search, ({ body }, { storeId }) =>
    database.readStore(storeId, (db) =>
      body.kind === 'Order' ? listOrders(db, storeId, body) : claims(db, storeId, body.kind, body),
    ),
  ),

  handle(contract.claimCounts, ({ query }, { storeId }) =>
    database.readStore(storeId, (db) => countClaims(db, storeId, query.kind)),
  ),

  handle(contract.salesChannels, async (_input, { storeId }) => ({
    channels: await database.readStore(storeId, (db) => channelsOf(db, storeId)),
  })),
];

type Answer = RouteAnswer<typeof contract.search>;

async function claims(db: Db, storeId: number, kind: ClaimKind, search: ListSearch): Promise<Answer> {
  const { page, way } = await firstFound(search, (found, place) =>
    claimsPage(db, storeId, kind, { ...search, way: found, place }),
  );
  return {
    kind,
    data: page.rows.map(showClaim),
    pageInfo: pageInfo(page, (row) => cursorOf(way, row.created_on, row.claim_id)),
  };
}

/** One page of the list of orders. */
export async function listOrders(
  db: Db,
  storeId: number,
  search: ListSearch,
): Promise<Extract<Answer, { kind: 'Order' }>> {
  const words = search.filters.searchTerm ?? '';
  const exact = { orderNoKey: normalizeOrderNo(words), emailKey: normalizeEmail(words) };
  const { page, way } = await firstFound(search, (found, place) =>
    ordersPage(db, storeId, { ...search, way: found, place }, exact),
  );
  const ids = page.rows.map((row) => row.order_id);
  const theirs = ids.length === 0 ? [] : await claimsOfOrders(db, storeId, ids);
  return {
    kind: 'Order',
    data: page.rows.map((row) => showOrder(row, theirs)),
    pageInfo: pageInfo(page, (row) => cursorOf(way, row.created_on, row.order_id)),
  };
}

/** The page by the first way of looking for the words that finds something; later pages go on in the same way. */
async function firstFound<Row>(
  search: ListSearch,
  look: (way: Way, place: Place | null) => Promise<Page<Row>>,
): Promise<{ page: Page<Row>; way: Way }> {
  if (search.cursor !== null) {
    const { way, ...place } = readCursor(search.cursor.id);
    return { way, page: await look(way, { direction: search.cursor.direction, ...place }) };
  }
  for (const way of waysFor(search.filters.searchTerm ?? '')) {
    const page = await look(way, null);
    if (page.rows.length > 0) return { page, way };
  }
  return { way: 'exact', page: { rows: [], hasPrev: false, hasNext: false } };
}

function pageInfo<Row>({ rows, hasPrev, hasNext }: Page<Row>, cursor: (row: Row) => string): Answer['pageInfo'] {
  const [first, last] = [rows[0], rows.at(-1)];
  return { prevCursor: hasPrev && first ? cursor(first) : null, nextCursor: hasNext && last ? cursor(last) : null };
}

const Position = z.tuple([z.enum(WAYS), z.iso.datetime(), z.number().int().positive()]);

const cursorOf = (way: Way, createdOn: Date, id: number): string =>
  Buffer.from(JSON.stringify([way, createdOn.toISOString(), id])).toString('base64url');

function readCursor(text: string): { way: Way; createdOn: string; id: number } {
  const position = Position.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!position.success) throw new Refusal('malformed', 'CURSOR_INVALID', 'This page of the list is no longer there.');
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

function showClaim(row: ClaimRow): contract.ClaimListed {
  return {
    id: row.claim_id,
    externalId: row.external_id,
    claimType: ClaimType.parse(row.claim_type),
    createdOn: row.created_on.toISOString(),
    orderNo: row.order_no,
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    status: statusOf(row),
    resolutionMethods: ResolutionMethods.parse(row.resolution_methods),
    requestedTotal: amountOf(row.requested_total, row.currency_code),
    currencyCode: row.currency_code,
    tags: row.tags,
    lineItemHasError: row.has_error,
    lineCount: row.line_count,
  };
}

function showOrder(
  row: ListedOrderRow,
  claimsOfPage: Awaited<ReturnType<typeof claimsOfOrders>>,
): contract.OrderListed {
  return {
    id: row.order_id,
    orderNo: row.order_no,
    idFromPlatform: row.id_from_platform,
    createdOn: row.created_on.toISOString(),
    customerName: row.customer_name,
    customerEmail: row.email,
    claims: claimsOfPage
      .filter((claim) => claim.order_id === row.order_id)
      .map((claim) => ({
        id: claim.claim_id,
        externalId: claim.external_id,
        claimType: ClaimType.parse(claim.claim_type),
      })),
    shipProtectClaims: [],
  };
}

function statusOf(row: ClaimRow): StatusView {
  const status = statusView(row.status_code, row.status_detail);
  if (!status)
    throw new Error(`claim ${row.claim_id} has the unknown status ${row.status_code} / ${row.status_detail}`);
  return status;
}
