import { randomUUID } from 'node:crypto';
import { finishUpload, startUpload } from '#contract/customer/customer.ts';
import { MEDIA_TYPES } from '#core/claims/media-types.ts';
import { Refusal } from '#core/refusal.ts';
import { sniffMediaType } from '#server/customer/media-type.ts';
import { expectMedia, mediaById, readyMedia } from '#server/db/media.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';

const SHOWN_SECONDS = 3600;
const MOST_PER_ORDER = 100;

export const mediaKey = (storeId: number, mediaId: string): string => `media/${storeId}/${mediaId}`;

/** Photos and videos: announced, put at a signed address by the browser, then checked by their bytes. */
export function uploadHandlers({
  database,
  files,
  config,
}: Pick<ServerDeps, 'database' | 'files' | 'config'>): Handler[] {
  const wrongType = (): Refusal => new Refusal('notAllowed', 'UPLOAD_TYPE', 'Please choose a photo or a video.');
  const tooLarge = (): Refusal =>
    new Refusal(
      'notAllowed',
      'UPLOAD_TOO_LARGE',
      `A photo or video can have at most ${Math.floor(config.UPLOAD_MAX_BYTES / 1_000_000)} MB.`,
    );

  return [
    handle(startUpload, async ({ body }, { portal }) => {
      if (!MEDIA_TYPES.has(body.contentType)) throw wrongType();
      if (body.size > config.UPLOAD_MAX_BYTES) throw tooLarge();
      const { storeId, orderId } = portal;
      const mediaId = randomUUID();
      await database.inStore(storeId, async (db) => {
        const { count } = await db
          .selectFrom('media')
          .select((select) => select.fn.countAll<number>().as('count'))
          .where('store_id', '=', storeId)
          .where('order_id', '=', orderId)
          .executeTakeFirstOrThrow();
        if (count >= MOST_PER_ORDER)
          throw new Refusal('notAllowed', 'UPLOAD_TOO_MANY', 'There are enough photos and videos for this order.');
        await expectMedia(db, {
          store_id: storeId,
          media_id: mediaId,
          order_id: orderId,
          filename: body.filename,
          content_type: body.contentType,
          size: body.size,
        });
      });
      return { mediaId, ...(await files.signUpload(mediaKey(storeId, mediaId), body.contentType, body.size)) };
    }),

    handle(finishUpload, async ({ params }, { portal }) => {
      const { storeId } = portal;
      const media = await database.inStore(storeId, (db) => mediaById(db, storeId, params.mediaId));
      if (!media || media.order_id !== portal.orderId)
        throw new Refusal('notFound', 'UPLOAD_BROKEN', 'Error Uploading File: unknown');
      const key = mediaKey(storeId, media.media_id);
      const url = (): Promise<string> => files.signDownload(key, SHOWN_SECONDS);
      if (media.state === 'ready')
        return { mediaId: media.media_id, contentType: media.content_type, url: await url() };
      const file = await files.get(key);
      const isWhole = file !== null && file.content.byteLength === media.size;
      if (!isWhole) throw new Refusal('conflict', 'UPLOAD_BROKEN', `Error Uploading File: ${media.filename}`);
      // What a browser says a file is, is what its name ends in; only the bytes tell.
      const contentType = await sniffMediaType(file.content);
      if (contentType === null) {
        await files.remove(key);
        throw wrongType();
      }
      if (contentType !== media.content_type) await files.put(key, file.content, contentType);
      await database.inStore(storeId, (db) =>
        readyMedia(db, storeId, media.media_id, contentType, file.content.byteLength),
      );
      return { mediaId: media.media_id, contentType, url: await url() };
    }),
  ];
}
