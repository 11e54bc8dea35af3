import { aboutStore } from '#core/effects/subject.ts';
import * as contract from '#contract/merchant/reports.ts';
import { reportFieldsOf, unknownFields, type ReportFields } from '#core/lists/report.ts';
import { Refusal } from '#core/refusal.ts';
import type { Files } from '#partners/ports.ts';
import type { Db } from '#server/db/connect.ts';
import { enqueue } from '#server/effects/outbox.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import { fieldsToAsk } from '#server/db/custom-fields.ts';
import { addReport, latestReports, type ReportRow } from '#server/db/reports.ts';
import { inspectionPolicyFor } from '#core/policy/policy-for.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import { isUserOfStore } from '#server/db/users.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { SignedInUser } from '#server/http/context.ts';
import { emailKey } from '#server/http/login-session.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { checkMayOpen, mayOpen } from '#server/merchant/may-open-lists.ts';
import { staffName } from '#server/merchant/staff-name.ts';
import { takeAttempt } from '#server/stores/attempts.ts';

const SHOWN_SECONDS = 900;
const MOST_REPORTS = 30;
const HOUR_SECONDS = 3600;

/** Reports made in the background. */
export const reportHandlers = ({
  database,
  files,
  secret,
}: Pick<ServerDeps, 'database' | 'files' | 'secret'>): Handler[] => [
  handle(contract.createReport, async ({ body }, context) => {
    const { storeId, user, requestId } = context;
    await checkMayOpen(database, context, body.kind);
    const limit = { bucket: `report ${storeId}`, most: MOST_REPORTS, windowSeconds: HOUR_SECONDS };
    if (!(await takeAttempt(database, secret, [limit])))
      throw new Refusal('tooMany', 'TOO_MANY_ATTEMPTS', 'Too many exports. Try again in an hour.');
    const row = await database.inStore(storeId, async (db) => {
      await refuseStranger(db, storeId, body.email, user);
      const unknown = unknownFields(body, await fieldsOf(db, storeId));
      if (unknown.length > 0)
        throw new Refusal('malformed', 'REPORT_FIELD_UNKNOWN', `Unknown custom field: ${unknown.join(', ')}.`);
      const made = await addReport(db, storeId, body, staffName(user));
      const who = `${staffName(user)} exported “${body.filename}” and sent the link to ${body.email}.`;
      await raiseAlert(db, storeId, 'listExported', who);
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
    const { lineItem, inspection } = await database.readStore(storeId, (db) => fieldsOf(db, storeId));
    return { lineItemCustomFields: lineItem.map(named), inspectionCustomFields: inspection.map(named) };
  }),

  handle(contract.listReports, async (_input, context) => {
    const { storeId } = context;
    const rows = await database.readStore(storeId, (db) => latestReports(db, storeId));
    const shown = await Promise.all(
      rows.map(async (row) =>
        (await mayOpen(database, context, row.request.kind)) ? [await showReport(row, files)] : [],
      ),
    );
    return { reports: shown.flat() };
  }),
];

/** Customers' data goes to people who can see it anyway: users of the store, and the person who asks. */
async function refuseStranger(db: Db, storeId: number, email: string, user: SignedInUser): Promise<void> {
  const key = emailKey(email);
  if (key === emailKey(user.email) || (await isUserOfStore(db, storeId, key))) return;
  const text = 'Choose the email of a user of this store.';
  throw new Refusal('malformed', 'REPORT_EMAIL_UNKNOWN', text, { 'body.email': text });
}

const named = ({ id, displayName }: ReportFields['lineItem'][number]) => ({ id, displayName });

async function fieldsOf(db: Db, storeId: number): Promise<ReportFields> {
  const store = await storeById(db, storeId);
  if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', "This store doesn't exist.");
  const { inspectionTemplate } = inspectionPolicyFor(settingsOf(store));
  return reportFieldsOf(await fieldsToAsk(db, storeId), inspectionTemplate.customFields);
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
