import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '#core/refusal.ts';
import type { Db } from '#server/db/connect.ts';
import { removeLater } from '#server/db/file-removals.ts';
import type { ServerDeps } from '#server/deps.ts';
import {
  arrivalKey,
  finishUpload,
  forgetUnsent,
  mediaKey,
  mediaKeys,
  type Announced,
  type UploadKind,
} from '#server/uploads.ts';

const MOST_BYTES = 10_000_000;
const MOST_MEGABYTES = MOST_BYTES / 1_000_000;
const PROOF: UploadKind = {
  types: new Set(['image/jpeg', 'image/png', 'image/heic', 'image/heif', 'application/pdf']),
  wrongType: () => new Refusal('notAllowed', 'PROOF_TYPE', 'Please choose a photo or a PDF.'),
};
/** Files of a store that wait for a registration: more are uploaded by scripts. */
const MOST_WAITING = 500;
/** No order has this id: the files wait for the registration that names them. */
export const NO_ORDER = -1;

/**
 * Where a browser may put a file that proves a purchase. Nobody has an order or a session yet, so they are few and small.
 * Refuses PROOF_TYPE, UPLOAD_TOO_LARGE and TOO_MANY_ATTEMPTS.
 */
export async function announceProof(
  { database, files }: Pick<ServerDeps, 'database' | 'files'>,
  storeId: number,
  file: Announced,
) {
  if (!PROOF.types.has(file.contentType)) throw PROOF.wrongType();
  if (file.size > MOST_BYTES)
    throw new Refusal('notAllowed', 'UPLOAD_TOO_LARGE', `A file can have at most ${MOST_MEGABYTES} MB.`).naming({
      most: MOST_MEGABYTES,
    });
  const mediaId = randomUUID();
  await database.inStore(storeId, async (db) => {
    await forgetUnsent(db, storeId, NO_ORDER);
    const { waiting } = await db
      .selectFrom('media')
      .select(sql<number>`count(*)::integer`.as('waiting'))
      .where('store_id', '=', storeId)
      .where('subject_kind', '=', 'store')
      .where('order_id', '=', NO_ORDER)
      .executeTakeFirstOrThrow();
    if (waiting >= MOST_WAITING)
      throw new Refusal('tooMany', 'TOO_MANY_ATTEMPTS', 'Too many files are being uploaded. Try again later.').naming({
        kind: 'later',
      });
    await db
      .insertInto('media')
      .values({
        store_id: storeId,
        media_id: mediaId,
        order_id: NO_ORDER,
        subject_kind: 'store',
        subject_id: storeId,
        filename: file.filename,
        content_type: file.contentType,
        size: file.size,
      })
      .execute();
  });
  return { mediaId, ...(await files.signUpload(arrivalKey(storeId, mediaId), file.contentType, file.size)) };
}

/** Checks what was put there by its bytes. Refuses UPLOAD_BROKEN and PROOF_TYPE. */
export const finishProof = (deps: Pick<ServerDeps, 'database' | 'files'>, storeId: number, mediaId: string) =>
  finishUpload(deps, { storeId, orderId: NO_ORDER }, mediaId, PROOF);

/** Gives a registration the files it names. Refuses PROOF_UNKNOWN where one is not there, or is another's. */
export async function attachProofs(db: Db, storeId: number, orderId: number, proofs: readonly string[]): Promise<void> {
  if (proofs.length === 0) return;
  const attached = await db
    .updateTable('media')
    .set({ order_id: orderId })
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', 'store')
    .where('order_id', '=', NO_ORDER)
    .where('state', '=', 'ready')
    .where('media_id', 'in', [...proofs])
    .executeTakeFirst();
  if (Number(attached.numUpdatedRows) === new Set(proofs).size) return;
  const text = 'A file is no longer there. Please choose it again.';
  throw new Refusal('conflict', 'PROOF_UNKNOWN', text, { proofs: text });
}

/** Removes files that a registration no longer names: those of a former owner. */
export async function removeProofs(db: Db, storeId: number, proofs: readonly string[]): Promise<void> {
  if (proofs.length === 0) return;
  await db
    .deleteFrom('media')
    .where('store_id', '=', storeId)
    .where('media_id', 'in', [...proofs])
    .execute();
  await removeLater(
    db,
    storeId,
    proofs.flatMap((mediaId) => mediaKeys(storeId, mediaId)),
  );
}

/** Where the files of a registration lie, in the order in which the owner chose them. */
export async function proofsOf(
  db: Db,
  storeId: number,
  proofs: readonly string[],
): Promise<{ key: string; filename: string; contentType: string }[]> {
  if (proofs.length === 0) return [];
  const rows = await db
    .selectFrom('media')
    .select(['media_id', 'filename', 'content_type'])
    .where('store_id', '=', storeId)
    .where('media_id', 'in', [...proofs])
    .where('state', '=', 'ready')
    .execute();
  const inOrder = rows.toSorted((one, other) => proofs.indexOf(one.media_id) - proofs.indexOf(other.media_id));
  return inOrder.map((row) => ({
    key: mediaKey(storeId, row.media_id),
    filename: row.filename,
    contentType: row.content_type,
  }));
}
