import { ReportPayload } from '#core/effects/report.ts';
import type { AskedField } from '#core/claims/field-shapes.ts';
import { statusView } from '#core/claims/status.ts';
import { CLAIM_REPORT, inspectionAnswers, lineAnswer } from '#core/lists/claim-report.ts';
import { isTableKind, listOf, type TableKind } from '#core/lists/lists.ts';
import { ORDER_REPORT } from '#core/lists/order-report.ts';
import {
  askedColumns,
  reportFieldsOf,
  reportHead,
  reportLine,
  type ReportFields,
  type ReportRequest,
} from '#core/lists/report.ts';
import { ENGLISH } from '#core/texts/english.ts';
import { PartnerError, type Files } from '#partners/ports.ts';
import type { Db } from '#server/db/connect.ts';
import { fieldsToAsk } from '#server/db/custom-fields.ts';
import { waysFor, type Found, type Place, type RowsWanted, type Way } from '#server/db/lists.ts';
import {
  reportById,
  reportedClaims,
  reportedOrders,
  reportedRows,
  saveProgress,
  type ReportedClaim,
  type ReportedOrder,
  type ReportRow,
} from '#server/db/reports.ts';
import { inspectionPolicyFor } from '#core/policy/policy-for.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import { brandOf } from '#server/email/brand.ts';
import { renderEmail } from '#server/email/render.ts';
import { senderName } from '#server/email/sender.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import { CalledOff, type EffectKind } from '#server/effects/worker.ts';
import { mediaKey } from '#server/uploads.ts';

// Links to photos in the file work for anyone who has it, so not for long.
const LINK_SECONDS = 86_400;
// As often as staff look; each time is a transaction, which a page of claims is not worth.
const TELL_MS = 500;
const TYPE = 'text/csv; charset=utf-8';

/**
 * Writes a report into a file, some rows at a time, and sends its address. A file that was written is not
 * written again when only the email could not be sent.
 */
export const report: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { reportId } = ReportPayload.parse(effect.payload);
    const storeId = effect.store_id;
    const { row, store, fields } = await deps.database.readStore(storeId, async (db) => ({
      row: await reportById(db, storeId, reportId),
      store: await storeById(db, storeId),
      fields: await fieldsToAsk(db, storeId),
    }));
    if (!row || !store) throw new PartnerError('report', 'refused', 'This report no longer exists.');
    const lineCount =
      row.file_key === null ? await writeReport(deps, row, fieldsOf(store, fields), effect.effect_id) : row.line_count;
    // Not the file itself: an email goes astray, and the page asks who opens it.
    const url = `${deps.config.PUBLIC_URL}/${storeId}/exports`;
    const { email, filename } = row.request;
    const sent = await deps.mail.send(
      {
        purposeKey: partnerKey(effect.purpose_key, store.slug),
        from: senderName(store.name, deps.config),
        to: email,
        ...(await reportEmail(filename, lineCount, store, url)),
      },
      context,
    );
    return { label: filename, url: null, messageId: sent.messageId };
  },
  record: (db, effect) => settle(db, effect, 'done'),
  failed: (db, effect) => settle(db, effect, 'failed'),
};

const settle: (
  db: Parameters<typeof saveProgress>[0],
  effect: { store_id: number; payload: object },
  state: 'done' | 'failed',
) => Promise<void> = async (db, effect, state) => {
  await saveProgress(db, effect.store_id, ReportPayload.parse(effect.payload).reportId, { state });
};

async function reportEmail(filename: string, lineCount: number, store: StoreRow, url: string) {
  const lines = `${lineCount.toLocaleString('en-US')} ${lineCount === 1 ? 'line' : 'lines'}`;
  const content = {
    heading: 'Your report is ready',
    paragraphs: [`${filename}.csv has ${lines}.`, 'Sign in to download it.'],
    lines: [],
    button: { text: 'Open exports' },
  };
  return {
    subject: `Your report “${filename}” is ready`,
    ...(await renderEmail(content, brandOf(store), { button: url }, ENGLISH)),
  };
}

const fieldsOf = (store: StoreRow, customFields: readonly AskedField[]): ReportFields =>
  reportFieldsOf(customFields, inspectionPolicyFor(settingsOf(store)).inspectionTemplate.customFields);

async function writeReport(
  deps: Pick<EffectDeps, 'database' | 'files'>,
  row: ReportRow,
  fields: ReportFields,
  effectId: number,
): Promise<number> {
  const storeId = row.store_id;
  const tell = (progress: Parameters<typeof saveProgress>[3]): Promise<boolean> =>
    deps.database.inStore(storeId, (db) => saveProgress(db, storeId, row.report_id, progress));
  const fileKey = `reports/${storeId}/${row.report_id}-${effectId}.csv`;
  let lineCount = 0;
  await tell({ state: 'running', lineCount });
  let toldAt = performance.now();
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`\uFEFF${reportHead(row.request, fields)}`);
    for await (const lines of linesInSteps(deps, storeId, row.request)) {
      lineCount += lines.length;
      yield Buffer.from(lines.join(''));
      if (performance.now() - toldAt < TELL_MS) continue;
      await tell({ state: 'running', lineCount });
      toldAt = performance.now();
    }
  };
  await deps.files.putStream(fileKey, chunks(), TYPE, `${row.request.filename}.csv`);
  if (!(await tell({ state: 'running', lineCount, fileKey }))) {
    await deps.files.remove(fileKey);
    throw new CalledOff('The report was removed while it was written.');
  }
  return lineCount;
}

/** What a report reads, and the lines of the file that a row of it makes. */
type Source<Row> = {
  read: (db: Db, storeId: number, request: ReportRequest, wanted: RowsWanted) => Promise<Found<Row>[]>;
  linesOf: (row: Found<Row>, request: ReportRequest, storeId: number, files: Files) => Promise<string[]>;
};

const CLAIMS: Source<ReportedClaim> = {
  read: reportedClaims,
  linesOf: claimLines,
};
const ORDERS: Source<ReportedOrder> = {
  read: reportedOrders,
  linesOf: ({ document: order, claims }, request) =>
    Promise.resolve([reportLine(request, ORDER_REPORT, { order, claims })]),
};

/** A list that shows its table as it is: its columns read the table's own rows. */
const rowsOfTable = (kind: TableKind): Source<never> => ({
  read: reportedRows,
  linesOf: (row, request) => Promise.resolve([reportLine(request, listOf(kind).report, row)]),
});

const linesInSteps = (
  deps: Pick<EffectDeps, 'database' | 'files'>,
  storeId: number,
  request: ReportRequest,
): AsyncGenerator<string[]> =>
  isTableKind(request.kind)
    ? stepsOf(deps, storeId, request, rowsOfTable(request.kind))
    : request.kind === 'Order'
      ? stepsOf(deps, storeId, request, ORDERS)
      : stepsOf(deps, storeId, request, CLAIMS);

/** All rows of the request, some at a time, each part from a snapshot of its own. */
async function* stepsOf<Row>(
  { database, files }: Pick<EffectDeps, 'database' | 'files'>,
  storeId: number,
  request: ReportRequest,
  { read, linesOf }: Source<Row>,
): AsyncGenerator<string[]> {
  const { filters, orderBy, take } = request;
  const after = (way: Way, place: Place | null): Promise<Found<Row>[]> =>
    database.readStore(storeId, (db) => read(db, storeId, request, { filters, orderBy, take, ways: [way], place }));
  for (const way of waysFor(filters.searchTerm ?? '')) {
    let rows = await after(way, null);
    if (rows.length === 0) continue;
    for (;;) {
      yield (await Promise.all(rows.map((row) => linesOf(row, request, storeId, files)))).flat();
      const last = rows.at(-1);
      if (!last || rows.length < take) return;
      rows = await after(way, { direction: 'next', createdOn: last.created_exactly, id: last.row_id });
    }
  }
}

async function claimLines(
  { document: claim, tags, ...row }: Found<ReportedClaim>,
  request: ReportRequest,
  storeId: number,
  files: Files,
): Promise<string[]> {
  const columns = askedColumns(request);
  const links = (column: keyof typeof CLAIM_REPORT, media: readonly { id: string }[]): Promise<string[]> =>
    columns.includes(column)
      ? Promise.all(media.map(({ id }) => files.signDownload(mediaKey(storeId, id), LINK_SECONDS)))
      : Promise.resolve([]);
  const status = statusView(row.status_code, row.status_detail, claim.finalizedOn !== null)?.name ?? row.status_code;
  return Promise.all(
    claim.lines.map(async (line) => {
      const shown = {
        claim,
        line,
        tags,
        status,
        orderCreatedOn: row.order_created_on.toISOString(),
        media: await links('media', line.media),
        inspectionMedia: await links(
          'inspectionMedia',
          (line.inspections ?? []).flatMap((inspection) => inspection.images),
        ),
      };
      const answers = [
        ...request.lineItemCustomFieldIds.map((id) => lineAnswer(shown, id)),
        ...request.inspectionCustomFieldIds.map((id) => inspectionAnswers(shown, id)),
      ];
      return reportLine(request, CLAIM_REPORT, shown, answers);
    }),
  );
}
