import { z } from 'zod';
import * as contract from '#contract/merchant/lists.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { ResolutionMethod } from '#core/claims/claim.ts';
import { ClaimType } from '#core/claims/types.ts';
import { methodEnum } from '#core/claims/method-names.ts';
import { statusView, type StatusView } from '#core/claims/status.ts';
import { Instant } from '#core/instant.ts';
import type { ClaimKind } from '#core/lists/filters.ts';
import type { ListSearch } from '#core/lists/search.ts';
import { normalizeEmail, normalizeOrderNo, normalizeTrackingCode } from '#core/orders/lookup.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf } from '#server/amounts.ts';
import type { Database, Db } from '#server/db/connect.ts';
import {
  channelsOf,
  claimCounts,
  claimsOfOrders,
  claimRows,
  ordersPage,
  pageOf,
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
    body.kind === 'Order'
      ? database.readStore(storeId, (db) => listOrders(db, storeId, body))
      : listClaims(database, storeId, body.kind, body),
  ),

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

type Answer = RouteAnswer<typeof contract.search>;

async function listClaims(database: Database, storeId: number, kind: ClaimKind, search: ListSearch): Promise<Answer> {
  const { ways, place } = beginningOf(search);
  const wanted = { ...search, ways, place };
  const rows = await database.rowsInStore(storeId, (db) => claimRows(db, storeId, kind, wanted));
  const page = pageOf(rows, wanted);
  return {
    kind,
    data: page.rows.map(showClaim),
    pageInfo: pageInfo(page, (row) => cursorOf(row.way, row.created_on, row.claim_id)),
  };
}

/** One page of the list of orders. */
export async function listOrders(
  db: Db,
  storeId: number,
  search: ListSearch,
): Promise<Extract<Answer, { kind: 'Order' }>> {
  const words = search.filters.searchTerm ?? '';
  const exact = {
    orderNoKey: normalizeOrderNo(words),
    emailKey: normalizeEmail(words),
    // Both kinds of code are compared alike.
    codeKey: normalizeTrackingCode(words),
  };
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

/** Where a page begins and the ways of looking for the words, of which the first that finds something is taken; later pages go on in the same way. */
function beginningOf({ cursor, filters }: ListSearch): { ways: readonly Way[]; place: Place | null } {
  if (cursor === null) return { ways: waysFor(filters.searchTerm ?? ''), place: null };
  const { way, ...beside } = readCursor(cursor.id);
  return { ways: [way], place: { direction: cursor.direction, ...beside } };
}

async function firstFound<Row>(
  search: ListSearch,
  look: (way: Way, place: Place | null) => Promise<Page<Row>>,
): Promise<{ page: Page<Row>; way: Way }> {
  const { ways, place } = beginningOf(search);
  for (const way of ways) {
    const page = await look(way, place);
    if (page.rows.length > 0) return { page, way };
  }
  return { way: 'exact', page: { rows: [], hasPrev: false, hasNext: false } };
}

function pageInfo<Row>({ rows, hasPrev, hasNext }: Page<Row>, cursor: (row: Row) => string): Answer['pageInfo'] {
  const [first, last] = [rows[0], rows.at(-1)];
  return { prevCursor: hasPrev && first ? cursor(first) : null, nextCursor: hasNext && last ? cursor(last) : null };
}

const Position = z.tuple([z.enum(WAYS), Instant, z.number().int().positive()]);

const cursorOf = (way: Way, createdOn: Date, id: number): string =>
  Buffer.from(JSON.stringify([way, createdOn.toISOString(), id])).toString('base64url');

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

function showClaim(row: ClaimRow): contract.ClaimListed {
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
