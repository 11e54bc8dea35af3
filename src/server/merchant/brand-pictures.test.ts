import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '#contract/merchant/brand.ts';
import type { BrandPicture } from '#core/brand/pictures.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { changeSettings } from '#server/testing/settings.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer({ orders: 5, roles: 'web' });
  admin = await server.staff();
});
afterAll(() => server.close());

const drawn = (width: number, height: number, red = 40) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 90, b: 60 } } });

async function sent(picture: BrandPicture, content: Uint8Array, contentType = 'image/png') {
  const params = { storeId: server.storeId };
  const filename = 'brand.png';
  const { uploadId, ...target } = await admin(contract.startPicture, {
    params,
    body: { picture, filename, contentType, size: content.byteLength },
  });
  await fetch(target.url, { method: target.method, headers: target.headers, body: new Uint8Array(content) });
  return admin(contract.finishPicture, { params: { ...params, uploadId }, body: { picture, filename } });
}

test('a logo is fitted, and anyone is shown it for good, as nothing but a picture', async () => {
  const { address, ...size } = await sent('logo', await drawn(900, 300).jpeg().toBuffer(), 'image/jpeg');
  expect(size).toEqual({ width: 400, height: 200, isPadded: true });
  const answer = await fetch(`${server.url}${address}`);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
  expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ format: 'png', width: 400, height: 200 });
  // The same picture has the same address, another one another.
  const again = await drawn(900, 300).jpeg().toBuffer();
  expect((await sent('logo', again, 'image/jpeg')).address).toBe(address);
  expect((await sent('logo', await drawn(900, 300, 41).png().toBuffer())).address).not.toBe(address);
});

test('what is no picture, whatever it says it is, is refused in clear words', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const words = 'Please choose a PNG, JPEG, WebP, GIF or AVIF picture.';
  await expect(sent('logo', svg, 'image/svg+xml')).rejects.toMatchObject({ code: 'PICTURE_TYPE', message: words });
  for (const content of [svg, Buffer.from('<html>'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0])])
    await expect(sent('logo', content)).rejects.toMatchObject({ code: 'PICTURE_TYPE', message: words });
  await expect(sent('favicon', await drawn(8, 8).png().toBuffer())).rejects.toMatchObject({
    code: 'PICTURE_SIZE',
    message: 'This picture is 8 by 8 pixels. Choose one of at least 16 by 16.',
  });
  const params = { storeId: server.storeId };
  const large = { picture: 'logo', filename: 'a', contentType: 'image/png', size: 5_000_001 } as const;
  await expect(admin(contract.startPicture, { params, body: large })).rejects.toMatchObject({
    message: 'A picture can have at most 5 MB.',
  });
});

test('a picture that never arrived is a broken upload, and nobody reads files at its address', async () => {
  const params = { storeId: server.storeId, uploadId: crypto.randomUUID() };
  await expect(
    admin(contract.finishPicture, { params, body: { picture: 'logo', filename: 'a b.png' } }),
  ).rejects.toMatchObject({ code: 'UPLOAD_BROKEN', message: 'Error Uploading File: a b.png' });
  for (const path of ['1/x.png', `${server.storeId}/${'0'.repeat(64)}.png`, `${server.storeId}/..%2f..%2fsecret`])
    expect((await fetch(`${server.url}/pictures/${path}`)).status, path).toBe(404);
});

test('only sixty pictures are kept besides those the settings show', async () => {
  const { address: shown } = await sent('favicon', await drawn(64, 64).png().toBuffer());
  await changeSettings(admin, server.storeId, { merchantFaviconUrl: shown });
  const { database } = server.server.deps;
  const long = new Date('2020-01-01');
  await database.inStore(server.storeId, async (db) => {
    await db.updateTable('brand_picture').set({ used_on: long }).execute();
    const rows = Array.from({ length: 60 }, (_, index) => ({
      store_id: server.storeId,
      name: `${String(index).padStart(64, '0')}.png`,
      size: 1,
    }));
    await db.insertInto('brand_picture').values(rows).execute();
  });
  await sent('favicon', await drawn(64, 64, 90).png().toBuffer());
  const names = await database.inStore(server.storeId, (db) => db.selectFrom('brand_picture').select('name').execute());
  expect(names.length).toBe(61);
  expect(names.map(({ name }) => name)).toContain(shown.split('/').at(-1));
});

test('thirty uploads within twenty minutes are enough', async () => {
  const params = { storeId: server.storeId };
  const body = { picture: 'logo', filename: 'a.png', contentType: 'image/png', size: 10 } as const;
  const asked = await Promise.allSettled(
    Array.from({ length: 31 }, () => admin(contract.startPicture, { params, body })),
  );
  const refused = asked.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ reason: { code: 'PICTURE_TOO_MANY', status: 429 } });
});
