import { aboutStore } from '#core/effects/subject.ts';
import * as contract from '#contract/merchant/reports.ts';
import type { InspectionField } from '#core/claims/inspection-shapes.ts';
import { unknownFields } from '#core/lists/report.ts';
import { Refusal } from '#core/refusal.ts';
import type { Files } from '#partners/ports.ts';
import type { Db } from '#server/db/connect.ts';
import { enqueue } from '#server/effects/outbox.ts';
import { addReport, latestReports, type ReportRow } from '#server/db/reports.ts';
import { inspectionPolicyFor } from '#core/policy/policy-for.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { staffName } from '#server/merchant/staff-name.ts';

const SHOWN_SECONDS = 900;

/** Reports made in the background. */
export const reportHandlers = ({ database, files }: Pick<ServerDeps, 'database' | 'files'>): Handler[] => [
  handle(contract.createReport, async ({ body }, { storeId, user, requestId }) => {
    const row = await database.inStore(storeId, async (db) => {
      const unknown = unknownFields(body, await inspectionFields(db, storeId));
      if (unknown.length > 0)
        throw new Refusal('malformed', 'REPORT_FIELD_UNKNOWN', `Unknown custom field: ${unknown.join(', ')}.`);
      const made = await addReport(db, storeId, body, staffName(user));
      await enqueue(db, storeId, requestId, [
        {
          kind: 'report',
          purposeKey: `report:${made.report_id}`,
          subject: aboutStore(storeId),
          payload: { reportId: made.report_id, filename: body.filename, email: body.email },
        },
      ]);
      return made;
    });
    return showReport(row, files);
  }),

  handle(contract.reportFields, async (_input, { storeId }) => {
    const fields = await database.readStore(storeId, (db) => inspectionFields(db, storeId));
    return { inspectionCustomFields: fields.map(({ id, displayName }) => ({ id, displayName })) };
  }),

  handle(contract.listReports, async (_input, { storeId }) => {
    const rows = await database.readStore(storeId, (db) => latestReports(db, storeId));
    return { reports: await Promise.all(rows.map((row) => showReport(row, files))) };
  }),
];

async function inspectionFields(db: Db, storeId: number): Promise<readonly InspectionField[]> {
  const store = await storeById(db, storeId);
  if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', "This store doesn't exist.");
  return inspectionPolicyFor(settingsOf(store)).inspectionTemplate.customFields;
}

async function showReport(row: ReportRow, files: Files): Promise<contract.ReportShown> {
  return {
    id: row.report_id,
    filename: row.request.filename,
    kind: row.request.kind,
    email: row.request.email,
    requestedBy: row.requested_by,
    createdOn: row.created_on.toISOString(),
    state: row.state,
    lineCount: row.line_count,
    doneOn: row.done_on?.toISOString() ?? null,
    downloadUrl: row.file_key === null ? null : await files.signDownload(row.file_key, SHOWN_SECONDS),
  };
}
