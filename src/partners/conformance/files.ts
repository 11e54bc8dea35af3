import { expect, test } from 'vitest';
import type { Files } from '#partners/ports.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What every Files adapter must do; the signed addresses must answer over HTTP. */
export function filesConformance(open: () => Files): void {
  test('what is put is got, with its type, and replaced as a whole', async () => {
    const files = open();
    await files.put('claims/1/photo.jpg', new Uint8Array([0, 10, 255]), 'image/jpeg');
    expect(await files.get('claims/1/photo.jpg')).toEqual({
      content: new Uint8Array([0, 10, 255]),
      contentType: 'image/jpeg',
    });
    await files.put('claims/1/photo.jpg', bytes('new'), 'image/png');
    expect(await files.get('claims/1/photo.jpg')).toEqual({ content: bytes('new'), contentType: 'image/png' });
  });

  test('an unknown key is null, and removing twice is removing once', async () => {
    const files = open();
    expect(await files.get('claims/none')).toBeNull();
    await files.put('claims/2', bytes('x'), 'image/png');
    await files.remove('claims/2');
    await files.remove('claims/2');
    expect(await files.get('claims/2')).toBeNull();
  });

  test('everything below a folder is removed, and nothing next to it', async () => {
    const files = open();
    for (const key of ['gone/1/a', 'gone/1/b/c', 'gone/12/a']) await files.put(key, bytes(key), 'image/png');
    await files.removeBelow('gone/1/');
    await files.removeBelow('gone/1/');
    expect(await files.get('gone/1/a')).toBeNull();
    expect(await files.get('gone/1/b/c')).toBeNull();
    expect((await files.get('gone/12/a'))?.content).toEqual(bytes('gone/12/a'));
  });

  test('a key may be the beginning of another', async () => {
    const files = open();
    await files.put('claims/3', bytes('outer'), 'image/png');
    await files.put('claims/3/inner', bytes('inner'), 'image/png');
    expect((await files.get('claims/3'))?.content).toEqual(bytes('outer'));
    await files.remove('claims/3');
    expect((await files.get('claims/3/inner'))?.content).toEqual(bytes('inner'));
  });

  test('a browser uploads to the signed address, and anyone holding the other one reads', async () => {
    const files = open();
    const upload = await files.signUpload('claims/4/a.png', 'image/png', 'picture'.length);
    const put = await fetch(upload.url, { method: upload.method, headers: upload.headers, body: 'picture' });
    expect(put.ok).toBe(true);
    expect((await files.get('claims/4/a.png'))?.contentType).toBe('image/png');
    const got = await fetch(await files.signDownload('claims/4/a.png', 60));
    expect(await got.text()).toBe('picture');
    expect(got.headers.get('content-type')).toBe('image/png');
  });

  test('a signed address is good for its own key, method, type and size alone', async () => {
    const files = open();
    const upload = await files.signUpload('claims/5/a.png', 'image/png', 1);
    const otherKey = upload.url.replace('claims/5/a.png', 'claims/5/b.png');
    const refusals = [
      fetch(otherKey, { method: 'PUT', headers: upload.headers, body: 'x' }),
      fetch(upload.url, { method: 'PUT', headers: { 'content-type': 'text/html' }, body: 'x' }),
      fetch(upload.url, { method: 'PUT', headers: upload.headers, body: 'x'.repeat(1_000) }),
      fetch(upload.url, { method: 'PUT', headers: upload.headers, body: '' }),
      fetch(upload.url),
    ];
    for (const refusal of await Promise.all(refusals)) expect(refusal.status).toBe(403);
    expect(await files.get('claims/5/b.png')).toBeNull();
    expect(await files.get('claims/5/a.png')).toBeNull();
  });
}
