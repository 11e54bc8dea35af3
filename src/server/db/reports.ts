import { sql, type Selectable } from 'kysely';
import type { Claim } from '#core/claims/claim.ts';
import type { ReportRequest } from '#core/lists/report.ts';
import type { Db } from '#server/db/connect.ts';
import { nextClaimIds, plainClaims, type PageWanted } from '#server/db/lists.ts';
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

export const tellProgress = (
  db: Db,
  storeId: number,
  reportId: number,
  { state, lineCount, fileKey }: Progress,
): Promise<unknown> =>
  db
    .updateTable('report')
    .set({
      state,
      ...(lineCount === undefined ? {} : { line_count: lineCount }),
      ...(fileKey === undefined ? {} : { file_key: fileKey }),
      ...(state === 'done' ? { done_on: sql`now()` } : {}),
    })
    .where('store_id', '=', storeId)
    .where('report_id', '=', reportId)
    .execute();

/** A claim as a report reads it. */
export type ReportedClaim = {
  claim_id: number;
  created_on: Date;
  document: Claim;
  tags: string[];
  status_code: string;
  status_detail: string;
  order_created_on: Date;
};

/** Claims after a place, as many as asked for, in the order of the report. */
export async function reportedClaims(
  db: Db,
  storeId: number,
  { kind, claimIds }: Pick<ReportRequest, 'kind' | 'claimIds'>,
  wanted: PageWanted,
): Promise<ReportedClaim[]> {
  const direction = wanted.orderBy.direction;
  const plain =
    claimIds === null
      ? plainClaims(db, storeId, kind, wanted)
      : (plainClaims(db, storeId, kind, { ...wanted, filters: {} })?.where('claim_id', 'in', claimIds) ?? null);
  const ids = plain === null ? await nextClaimIds(db, kind, wanted) : [];
  if (plain === null && ids.length === 0) return [];
  const claims = plain ?? db.selectFrom('claim').where('claim.store_id', '=', storeId).where('claim_id', 'in', ids);
  return claims
    .innerJoin('store_order', (join) =>
      join.onRef('store_order.store_id', '=', 'claim.store_id').onRef('store_order.order_id', '=', 'claim.order_id'),
    )
    .select(['claim_id', 'claim.created_on', 'claim.document', 'tags', 'status_code', 'status_detail'])
    .select('store_order.created_on as order_created_on')
    .orderBy('claim.created_on', direction)
    .orderBy('claim_id', direction)
    .limit(wanted.take)
    .execute();
}
