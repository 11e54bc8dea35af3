import type { ClaimMedia } from '#core/claims/media-shapes.ts';
import type { ClaimSelection } from '#core/claims/new-claim.ts';
import { Refusal } from '#core/refusal.ts';
import type { DraftBody } from '#server/customer/draft.ts';
import type { Db } from '#server/db/connect.ts';
import { unclaimedMedia } from '#server/db/media.ts';
import type { PortalSession } from '#server/http/context.ts';

/** What was chosen, with its uploads. Refuses UPLOAD_UNKNOWN. */
export async function withMedia(
  db: Db,
  portal: PortalSession,
  body: Pick<DraftBody, 'selections'>,
): Promise<ClaimSelection[]> {
  const ids = body.selections.flatMap((selection) => selection.mediaIds);
  const media = await claimMedia(db, portal, ids);
  return body.selections.map(({ mediaIds, ...selection }) => ({
    ...selection,
    media: media.filter((one) => mediaIds.includes(one.id)),
  }));
}

/** Uploads of this order by id. Refuses UPLOAD_UNKNOWN when one is of another order, incomplete or already used. */
export async function claimMedia(
  db: Db,
  { storeId, orderId }: Pick<PortalSession, 'storeId' | 'orderId'>,
  ids: readonly string[],
): Promise<ClaimMedia[]> {
  const found = await foundMedia(db, { storeId, orderId }, ids);
  checkAllFound(found, ids);
  return found;
}

/** Those of these uploads that are there for this order, in the order they are asked for. */
export async function foundMedia(
  db: Db,
  { storeId, orderId }: Pick<PortalSession, 'storeId' | 'orderId'>,
  ids: readonly string[],
): Promise<ClaimMedia[]> {
  const rows = await unclaimedMedia(db, storeId, orderId, ids);
  const inOrder = rows.toSorted((one, other) => ids.indexOf(one.media_id) - ids.indexOf(other.media_id));
  return inOrder.map((row) => ({
    id: row.media_id,
    filename: row.filename,
    contentType: row.content_type,
    size: row.size,
  }));
}

/** Refuses UPLOAD_UNKNOWN. */
export function checkAllFound(found: readonly ClaimMedia[], ids: readonly string[]): void {
  if (new Set(ids).size !== found.length)
    throw new Refusal('notAllowed', 'UPLOAD_UNKNOWN', 'A file is missing. Please add it again.');
}
