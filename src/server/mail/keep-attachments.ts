import { randomUUID } from 'node:crypto';
import { mediaKind } from '#core/claims/media-types.ts';
import { MOST_ATTACHMENTS, type KeptAttachment } from '#core/mail/attachments.ts';
import type { MailAttachment } from '#core/mail/incoming-mail.ts';
import { sniffMediaType } from '#server/customer/media-type.ts';
import type { Db } from '#server/db/connect.ts';
import { keepForGood, removeLater } from '#server/db/file-removals.ts';
import type { ServerDeps } from '#server/deps.ts';
import { THUMBNAIL_TYPE, thumbnailOf } from '#server/thumbnails.ts';
import { checking, mediaKey, thumbnailKey } from '#server/uploads.ts';

const FILENAME_LETTERS = 200;
const MOST_NAMED = 50;
/** Much longer than it takes to put a mail into its claim. */
const UNPLACED_MINUTES = 60;

type Deps = Pick<ServerDeps, 'database' | 'files' | 'config'>;

/** What the files of a mail are, and which of them can be kept. */
export async function judgeAttachments(
  attachments: readonly MailAttachment[],
  { UPLOAD_MAX_BYTES: mostBytes }: Pick<ServerDeps['config'], 'UPLOAD_MAX_BYTES'>,
  newId: () => string | null,
): Promise<KeptAttachment[]> {
  const judged: KeptAttachment[] = [];
  let kept = 0;
  for (const [place, { filename, contentType, content }] of attachments.slice(0, MOST_NAMED).entries()) {
    const size = content.byteLength;
    const sniffed = size === 0 || size > mostBytes ? null : await sniffMediaType(content);
    const problem =
      size === 0
        ? ('empty' as const)
        : size > mostBytes
          ? ('tooLarge' as const)
          : sniffed === null
            ? ('type' as const)
            : kept >= MOST_ATTACHMENTS
              ? ('tooMany' as const)
              : null;
    if (problem === null) kept += 1;
    judged.push({
      filename: safeName(filename, place),
      contentType: sniffed ?? contentType.slice(0, 100),
      size,
      mediaId: problem === null ? newId() : null,
      problem,
    });
  }
  return judged;
}

/**
 * Puts the files of a mail where those of shoppers are. They go again, unless `attachKept` gives them to a claim: what a mail
 * becomes is known when it is put there.
 */
export async function keepAttachments(
  { database, files, config }: Deps,
  storeId: number,
  attachments: readonly MailAttachment[],
): Promise<KeptAttachment[]> {
  const judged = await judgeAttachments(attachments, config, randomUUID);
  await database.inStore(storeId, (db) => removeLater(db, storeId, keysOf(storeId, judged), UNPLACED_MINUTES));
  for (const [place, { mediaId, contentType }] of judged.entries()) {
    const content = attachments[place]?.content;
    if (mediaId === null || !content) continue;
    await checking(async () => {
      await files.put(mediaKey(storeId, mediaId), content, contentType);
      const small = mediaKind(contentType) === 'image' ? await thumbnailOf(content) : null;
      if (small) await files.put(thumbnailKey(storeId, mediaId), small, THUMBNAIL_TYPE);
    });
  }
  return judged;
}

/** Makes the files those of a claim, so that they are handed over and erased with it. */
export async function attachKept(
  db: Db,
  storeId: number,
  { shippingClaimId, orderId }: { shippingClaimId: number; orderId: number },
  attachments: readonly KeptAttachment[],
): Promise<void> {
  const kept = attachments.flatMap(({ mediaId, filename, contentType, size }) =>
    mediaId === null
      ? []
      : [
          {
            store_id: storeId,
            media_id: mediaId,
            order_id: orderId,
            subject_kind: 'shippingClaim' as const,
            subject_id: shippingClaimId,
            filename,
            content_type: contentType,
            size,
            state: 'ready' as const,
          },
        ],
  );
  if (kept.length === 0) return;
  await db.insertInto('media').values(kept).execute();
  await keepForGood(db, storeId, keysOf(storeId, attachments));
}

const keysOf = (storeId: number, attachments: readonly KeptAttachment[]): string[] =>
  attachments.flatMap(({ mediaId }) =>
    mediaId === null ? [] : [mediaKey(storeId, mediaId), thumbnailKey(storeId, mediaId)],
  );

/** A name that is one, of no folder. */
const safeName = (filename: string, place: number): string =>
  filename
    .split(/[/\\]/)
    .at(-1)
    ?.replaceAll(/[<>:"|?*\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .slice(-FILENAME_LETTERS)
    .toWellFormed() || `attachment-${place + 1}`;
