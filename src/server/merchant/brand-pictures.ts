import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as contract from '#contract/merchant/brand.ts';
import {
  BRAND_PICTURE_BYTES,
  BRAND_PICTURE_TYPES,
  isPictureName,
  keptSize,
  pictureAddress,
  pictureProblem,
  type BrandPicture,
  type Size,
} from '#core/brand/pictures.ts';
import { Refusal } from '#core/refusal.ts';
import { keepBrandPicture, pictureKey } from '#server/db/brand-pictures.ts';
import type { Db } from '#server/db/connect.ts';
import { removeLater } from '#server/db/file-removals.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, receive, type Handler } from '#server/http/serve.ts';
import { MOST_PIXELS } from '#server/thumbnails.ts';
import { ADDRESS_MINUTES, checking } from '#server/uploads.ts';

/** Announced within the time that an upload address works. */
const MOST_ANNOUNCED = 30;

const folderOfArrivals = (storeId: number): string => `uploads/${storeId}/brand`;
const arrivalKey = (storeId: number, uploadId: string): string => `${folderOfArrivals(storeId)}/${uploadId}`;

const wrongType = (): Refusal =>
  new Refusal('notAllowed', 'PICTURE_TYPE', 'Please choose a PNG, JPEG, WebP, GIF or AVIF picture.');

const isTaken = (contentType: string): boolean => BRAND_PICTURE_TYPES.some((taken) => taken === contentType);

/** Logos, favicons and backgrounds: taken from admins, and shown to everybody. */
export const brandPictureHandlers = ({ database, files }: Pick<ServerDeps, 'database' | 'files'>): Handler[] => [
  handle(contract.startPicture, async ({ body }, { storeId }) => {
    if (!isTaken(body.contentType)) throw wrongType();
    if (body.size > BRAND_PICTURE_BYTES)
      throw new Refusal(
        'notAllowed',
        'PICTURE_TOO_LARGE',
        `A picture can have at most ${BRAND_PICTURE_BYTES / 1_000_000} MB.`,
      );
    const uploadId = randomUUID();
    await database.inStore(storeId, async (db) => {
      if ((await announcedLately(db, storeId)) >= MOST_ANNOUNCED)
        throw new Refusal('tooMany', 'PICTURE_TOO_MANY', 'Too many pictures were sent. Try again in a few minutes.');
      // Whatever is put there goes once the address no longer works.
      await removeLater(db, storeId, [arrivalKey(storeId, uploadId)], ADDRESS_MINUTES);
    });
    return { uploadId, ...(await files.signUpload(arrivalKey(storeId, uploadId), body.contentType, body.size)) };
  }),

  handle(contract.finishPicture, ({ params: { uploadId }, body: { picture, filename } }, { storeId }) =>
    checking(async () => {
      const arrived = await files.get(arrivalKey(storeId, uploadId));
      if (!arrived) throw broken(filename);
      const { content, type, ...shown } = await fitted(picture, arrived.content);
      const name = `${createHash('sha256').update(content).digest('hex')}.${type}`;
      await database.inStore(storeId, (db) => keepBrandPicture(db, storeId, { name, size: content.byteLength }));
      await files.put(pictureKey(storeId, name), content, `image/${type}`);
      await files.remove(arrivalKey(storeId, uploadId));
      return { address: pictureAddress(storeId, name), ...shown };
    }),
  ),

  receive('GET', '/pictures/{storeId}/{name}', async ({ params: { storeId = '', name = '' } }) => {
    const isAsked = /^[1-9]\d{0,9}$/.test(storeId) && isPictureName(name);
    const found = isAsked ? await files.get(pictureKey(Number(storeId), name)) : null;
    if (!found) throw new Refusal('notFound', 'FILE_NOT_FOUND', 'This picture no longer exists.');
    return { status: 200, body: found.content, headers: pictureHeaders(found.contentType) };
  }),
];

const broken = (filename: string): Refusal =>
  new Refusal('notFound', 'UPLOAD_BROKEN', `Error Uploading File: ${filename}`);

/** Emails and the pages of shops show it too, and it is never anything but a picture. */
const pictureHeaders = (contentType: string): Record<string, string> => ({
  'content-type': contentType,
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
});

async function announcedLately(db: Db, storeId: number): Promise<number> {
  // One at a time, so that many at once can't pass the limit.
  await sql`select pg_advisory_xact_lock(hashtext('brand picture'), ${storeId})`.execute(db);
  const { count } = await db
    .selectFrom('file_removal')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('store_id', '=', storeId)
    .where('key', 'like', `${folderOfArrivals(storeId)}/%`)
    .executeTakeFirstOrThrow();
  return count;
}

type Fitted = Size & { content: Uint8Array; type: 'png' | 'webp'; isPadded: boolean };

/** The picture drawn again at the size it is kept at, so that nothing but pixels stays of it. Refuses PICTURE_TYPE and PICTURE_SIZE. */
async function fitted(picture: BrandPicture, bytes: Uint8Array): Promise<Fitted> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  if (!found || !isTaken(found.mime)) throw wrongType();
  const { default: sharp } = await import('sharp');
  const drawn = sharp(bytes, { limitInputPixels: MOST_PIXELS }).autoOrient();
  const { autoOrient: size } = await drawn.metadata().catch(() => {
    throw wrongType();
  });
  const problem = pictureProblem(picture, size);
  if (problem !== null) throw new Refusal('notAllowed', 'PICTURE_SIZE', problem);
  const kept = keptSize(picture, size);
  // Mail programs know PNG; a photo as large as a page is a third of its size as WebP.
  const type = picture === 'background' ? 'webp' : 'png';
  const resized = drawn.resize({ ...kept, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } });
  const content = await (type === 'webp' ? resized.webp({ quality: 80 }) : resized.png({ compressionLevel: 9 }))
    .toBuffer()
    .catch(() => {
      throw wrongType();
    });
  const isPadded = Math.abs(size.width / size.height - kept.width / kept.height) > 0.02;
  return { ...kept, content, type, isPadded };
}
