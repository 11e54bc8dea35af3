import { z } from 'zod';
import * as contract from '#contract/merchant/merchant.ts';
import { ResolutionMethod } from '#core/claims/claim.ts';
import { statusView, type StatusView } from '#core/claims/status.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf } from '#server/amounts.ts';
import { countClaims, searchClaims, type ClaimRow, type ClaimsSearch } from '#server/db/claims.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';

/** The list of claims and its counts. */
export const listHandlers = ({ database }: Pick<ServerDeps, 'database'>): Handler[] => [
  handle(contract.searchClaims, async ({ body }, { storeId }) => {
    const { cursor, filters, ...rest } = body;
    const search: ClaimsSearch = {
      ...rest,
      ...filters,
      cursor: cursor === null ? null : { direction: cursor.direction, ...readCursor(cursor.id) },
    };
    const { rows, hasPrev, hasNext } = await database.inStore(storeId, (db) => searchClaims(db, storeId, search));
    const [first, last] = [rows[0], rows.at(-1)];
    return {
      kind: body.kind,
      data: rows.map(showRow),
      pageInfo: {
        prevCursor: hasPrev && first ? cursorOf(first) : null,
        nextCursor: hasNext && last ? cursorOf(last) : null,
      },
    };
  }),

  handle(contract.claimCounts, (_input, { storeId }) =>
    database.inStore(storeId, (db) => countClaims(db, storeId, 'Return')),
  ),
];

const Position = z.tuple([z.iso.datetime(), z.number().int().positive()]);

const cursorOf = (row: ClaimRow): string =>
  Buffer.from(JSON.stringify([row.created_on.toISOString(), row.claim_id])).toString('base64url');

function readCursor(text: string): { createdOn: string; claimId: number } {
  const position = Position.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!position.success) throw new Refusal('malformed', 'CURSOR_INVALID', 'This page of the list is no longer there.');
  return { createdOn: position.data[0], claimId: position.data[1] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function showRow(row: ClaimRow) {
  return {
    id: row.claim_id,
    externalId: row.external_id,
    createdOn: row.created_on.toISOString(),
    orderNo: row.order_no,
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    status: statusOf(row),
    resolutionMethods: z.array(ResolutionMethod).parse(row.resolution_methods),
    requestedTotal: amountOf(row.requested_total, row.currency_code),
    currencyCode: row.currency_code,
    tags: row.tags,
    lineItemHasError: row.has_error,
    lineCount: row.line_count,
  };
}

function statusOf(row: ClaimRow): StatusView {
  const status = statusView(row.status_code, row.status_detail);
  if (!status)
    throw new Error(`claim ${row.claim_id} has the unknown status ${row.status_code} / ${row.status_detail}`);
  return status;
}
