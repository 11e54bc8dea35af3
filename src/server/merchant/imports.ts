import { randomUUID } from 'node:crypto';
import * as contract from '#contract/merchant/imports.ts';
import { aboutStore } from '#core/effects/subject.ts';
import { Refusal } from '#core/refusal.ts';
import { removeLater } from '#server/db/file-removals.ts';
import { addImport, beginImport, importById, latestImports, type ImportRow } from '#server/db/imports.ts';
import type { ServerDeps } from '#server/deps.ts';
import { enqueue } from '#server/effects/outbox.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { staffName } from '#server/merchant/staff-name.ts';
import { takeAttempt } from '#server/stores/attempts.ts';

const CSV = 'text/csv';
const MOST_PER_HOUR = 60;
const HOUR_SECONDS = 3600;
const DAY_MINUTES = 24 * 60;

/** Files from other systems. */
export const importHandlers = ({
  database,
  files,
  secret,
}: Pick<ServerDeps, 'database' | 'files' | 'secret'>): Handler[] => [
  handle(contract.announceImport, async ({ body: { kind, filename, size } }, { storeId, user }) => {
    const limit = { bucket: `import ${storeId}`, most: MOST_PER_HOUR, windowSeconds: HOUR_SECONDS };
    if (!(await takeAttempt(database, secret, [limit])))
      throw new Refusal('tooMany', 'TOO_MANY_ATTEMPTS', 'Too many imports. Try again in an hour.');
    const fileKey = `imports/${storeId}/${randomUUID()}.csv`;
    const row = await database.inStore(storeId, async (db) => {
      // Whatever becomes of it, customers' data does not lie there for ever.
      await removeLater(db, storeId, [fileKey], DAY_MINUTES);
      return addImport(db, storeId, { kind, filename, size, fileKey, requestedBy: staffName(user) });
    });
    return { importId: row.import_id, ...(await files.signUpload(fileKey, CSV, size)) };
  }),

  handle(contract.startImport, async ({ params: { importId } }, { storeId, requestId }) => {
    const row = await database.readStore(storeId, (db) => importById(db, storeId, importId));
    if (!row) throw new Refusal('notFound', 'IMPORT_NOT_FOUND', "This import doesn't exist.");
    if (row.state !== 'expected') return show(row);
    const file = await files.getStream(row.file_key);
    // Only looked at: leaving the loop closes it.
    if (file) for await (const _chunk of file.chunks) break;
    if (file?.size !== row.size)
      throw new Refusal('conflict', 'UPLOAD_BROKEN', `${row.filename} didn't arrive whole. Choose it again.`);
    return database.inStore(storeId, async (db) => {
      if (await beginImport(db, storeId, importId))
        await enqueue(db, storeId, requestId, [
          {
            kind: 'dataImport',
            purposeKey: `dataImport:${importId}`,
            subject: aboutStore(storeId),
            payload: { importId, filename: row.filename },
          },
        ]);
      return show((await importById(db, storeId, importId)) ?? row);
    });
  }),

  handle(contract.listImports, async (_input, { storeId }) => ({
    imports: (await database.readStore(storeId, (db) => latestImports(db, storeId))).map(show),
  })),
];

const show = (row: ImportRow): contract.ImportShown => ({
  id: row.import_id,
  kind: row.kind,
  filename: row.filename,
  requestedBy: row.requested_by,
  createdOn: row.created_on.toISOString(),
  state: row.state === 'expected' ? 'waiting' : row.state,
  share: row.state === 'done' ? 1 : Math.min(1, row.bytes_read / row.size),
  read: row.read_count,
  written: row.written_count,
  unchanged: row.unchanged_count,
  refusedCount: row.refused_count,
  refused: row.refused,
  problem: row.problem,
  doneOn: row.done_on?.toISOString() ?? null,
});
