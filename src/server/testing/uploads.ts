import * as customer from '#contract/customer/customer.ts';
import * as inspections from '#contract/merchant/inspections.ts';
import type { Caller } from '#server/testing/server.ts';

/** The smallest picture. */
export const onePixel = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);

/** Uploads as the portal does; `sent` is what is put there when it is not what was announced. Answers the media's id. */
export async function upload(
  call: Caller,
  params: { slug: string; idFromPlatform: string },
  content: Uint8Array<ArrayBuffer>,
  { sent = content, contentType = 'image/png', filename = 'photo.png' } = {},
): Promise<string> {
  const started = await call(customer.startUpload, {
    params,
    body: { filename, contentType, size: content.byteLength },
  });
  await fetch(started.url, { method: started.method, headers: started.headers, body: sent });
  await call(customer.finishUpload, { params: { ...params, mediaId: started.mediaId } });
  return started.mediaId;
}

/** Uploads as staff do, for a claim or an order. Answers the media's id. */
export async function uploadByStaff(
  staff: Caller,
  storeId: number,
  place: { claimId: number } | { storeOrderId: number },
  content: Uint8Array<ArrayBuffer> = onePixel,
  { contentType = 'image/png', filename = 'photo.png' } = {},
): Promise<string> {
  const query = { filename, contentType, size: content.byteLength, ...place };
  const { fileName, url, method, headers } = await staff(inspections.signedUrl, { params: { storeId }, query });
  await fetch(url, { method, headers, body: content });
  await staff(inspections.finishUpload, { params: { storeId, fileName } });
  return fileName;
}
