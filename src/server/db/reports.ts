import { sql, type Selectable } from 'kysely';
import type { Claim } from '#core/claims/claim.ts';
import type { Order } from '#core/orders/order.ts';
import { listOf, type ListKind } from '#core/lists/lists.ts';
import type { ReportRequest } from '#core/lists/report.ts';
import type { Db } from '#server/db/connect.ts';
import { listRows, type Found, type Read, type RowsWanted } from '#server/db/lists.ts';
import type { Tables } from '#server/db/tables.ts';

export type ReportRow = Selectable<Tables['report']>;

const KEPT_ON_LIST = 20;

export const latestReports = (db: Db, storeId: number): Promise<ReportRow[]> =>
  db
    .selectFrom('report')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('report_id', 'desc')
    .limit(KEPT_ON_LIST)
    .execute();

export const reportById = (db: Db, storeId: number, reportId: number): Promise<ReportRow | undefined> =>
  db
    .selectFrom('report')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('report_id', '=', reportId)
    .executeTakeFirst();

export const addReport = (db: Db, storeId: number, request: ReportRequest, requestedBy: string): Promise<ReportRow> =>
  db
    .insertInto('report')
    .values({ store_id: storeId, request: JSON.stringify(request), requested_by: requestedBy })
    .returningAll()
    .executeTakeFirstOrThrow();

type Progress = { state: 'running' | 'done' | 'failed'; lineCount?: number; fileKey?: string };

/** False when the report was removed meanwhile. */
export async function saveProgress(
  db: Db,
  storeId: number,
  reportId: number,
  { state, lineCount, fileKey }: Progress,
): Promise<boolean> {
  const saved = await db
    .updateTable('report')
    .set({
      state,
      ...(lineCount === undefined ? {} : { line_count: lineCount }),
      ...(fileKey === undefined ? {} : { file_key: fileKey }),
      ...(state === 'done' ? { done_on: sql`now()` } : {}),
    })
    .where('store_id', '=', storeId)
    .where('report_id', '=', reportId)
    .executeTakeFirst();
  return saved.numUpdatedRows > 0n;
}

/** A claim as a report reads it. */
export type ReportedClaim = {
  document: Claim;
  tags: string[];
  status_code: string;
  status_detail: string;
  order_created_on: Date;
};
const CLAIM: Read = {
  columns: sql`claim.document, claim.tags, claim.status_code, claim.status_detail, store_order.created_on as order_created_on`,
  beside: sql`join store_order on store_order.store_id = claim.store_id and store_order.order_id = claim.order_id`,
};

/** An order as a report reads it. */
export type ReportedOrder = { document: Order; claims: string[] };
const ORDER: Read = {
  columns: sql`store_order.document, array(select external_id from claim
    where claim.store_id = store_order.store_id and claim.order_id = store_order.order_id order by claim_id) as claims`,
};

type Request = Pick<ReportRequest, 'kind' | 'claimIds'>;

/** Claims after a place, as many as asked for, in the order of the report. */
export const reportedClaims = (
  db: Db,
  storeId: number,
  { kind, claimIds }: Request,
  wanted: RowsWanted,
): Promise<Found<ReportedClaim>[]> =>
  claimIds === null
    ? rowsOf<ReportedClaim>(db, storeId, kind, CLAIM, wanted)
    : rowsOf<ReportedClaim>(
        db,
        storeId,
        kind,
        { ...CLAIM, also: sql`claim.claim_id = any(${[...claimIds]}::bigint[])` },
        { ...wanted, filters: {} },
      );

export const reportedOrders = (
  db: Db,
  storeId: number,
  { kind }: Request,
  wanted: RowsWanted,
): Promise<Found<ReportedOrder>[]> => rowsOf<ReportedOrder>(db, storeId, kind, ORDER, wanted);

/** Rows of a list that shows its table as it is. */
export const reportedRows = <Row>(
  db: Db,
  storeId: number,
  { kind }: Request,
  wanted: RowsWanted,
): Promise<Found<Row>[]> =>
  rowsOf<Row>(db, storeId, kind, { columns: sql`${sql.table(listOf(kind).table)}.*` }, wanted);

async function rowsOf<Row>(
  db: Db,
  storeId: number,
  kind: ListKind,
  read: Read,
  wanted: RowsWanted,
): Promise<Found<Row>[]> {
  return (await listRows<Row>(storeId, kind, read, wanted).execute(db)).rows.slice(0, wanted.take);
}
