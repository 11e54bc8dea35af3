import { mkdtempSync, readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { filesConformance } from '#partners/conformance/files.ts';
import { createLocalFiles, isFileKey, type LocalFiles } from './local.ts';

let files: LocalFiles;
const folder = mkdtempSync(join(tmpdir(), 'files-'));
const server = createServer((request, response) => void serve(request, response));

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  files = createLocalFiles({ folder, baseUrl, secret: 'a secret' });
});
afterAll(() => server.close());
afterEach(() => vi.useRealTimers());

/** The least a server has to do with what verifyFileRequest tells it. */
async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const allowed = files.verifyFileRequest(request.url ?? '', request.method ?? '');
  if ('refused' in allowed) return void response.writeHead(403).end();
  if (allowed.method === 'GET') {
    const file = await files.get(allowed.key);
    return void response
      .writeHead(file ? 200 : 404, { 'content-type': file?.contentType ?? 'text/plain' })
      .end(file?.content);
  }
  if (request.headers['content-type'] !== allowed.contentType) return void response.writeHead(403).end();
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const content = Buffer.concat(chunks);
  if (content.length !== allowed.size) return void response.writeHead(403).end();
  await files.put(allowed.key, content, allowed.contentType);
  response.writeHead(201).end();
}

describe('a folder as Files', () => filesConformance(() => files));

test('the signature binds the key, the size, the type and the time', async () => {
  const { url } = await files.signUpload('claims/1/a.png', 'image/png', 1000);
  expect(files.verifyFileRequest(url, 'PUT')).toEqual({
    method: 'PUT',
    key: 'claims/1/a.png',
    contentType: 'image/png',
    size: 1000,
  });
  const { searchParams } = new URL(url);
  for (const changed of [
    url.replace('size=1000', 'size=100000000'),
    url.replace('type=image%2Fpng', 'type=text%2Fhtml'),
    url.replace(`expires=${searchParams.get('expires')}`, 'expires=99999999999'),
    url.replace('claims/1', 'claims/2'),
    url.replace(/signature=\w+/, 'signature='),
  ]) {
    expect(changed).not.toBe(url);
    expect(files.verifyFileRequest(changed, 'PUT')).toEqual({ refused: 'badSignature' });
  }
  expect(files.verifyFileRequest(url, 'GET')).toEqual({ refused: 'badSignature' });
  const stranger = createLocalFiles({ folder, baseUrl: 'http://127.0.0.1', secret: 'another secret' });
  expect(stranger.verifyFileRequest(url, 'PUT')).toEqual({ refused: 'badSignature' });
});

test('an address expires', async () => {
  const url = await files.signDownload('claims/1/a.png', 60);
  vi.useFakeTimers({ now: Date.now() + 59_000 });
  expect(files.verifyFileRequest(url, 'GET')).toEqual({ method: 'GET', key: 'claims/1/a.png' });
  vi.setSystemTime(Date.now() + 3_000);
  expect(files.verifyFileRequest(url, 'GET')).toEqual({ refused: 'expired' });
});

test.each([
  '',
  '/etc/passwd',
  '../x',
  'a/../b',
  'a/./b',
  'a//b',
  'a/',
  '.hidden',
  'a\\..\\b',
  'a\0b',
  'a/~file',
  'ä',
  'a b',
  '%2e%2e/a',
  'x'.repeat(513),
])('no file outside the folder, nor a hidden one: %j', async (key) => {
  expect(isFileKey(key)).toBe(false);
  await expect(files.put(key, new Uint8Array(), 'image/png')).rejects.toMatchObject({ kind: 'refused' });
  await expect(files.get(key)).rejects.toMatchObject({ kind: 'refused' });
  await expect(files.signDownload(key, 60)).rejects.toMatchObject({ kind: 'refused' });
});

test('many writers of one key leave one whole file and nothing half-written', async () => {
  const contents = Array.from({ length: 12 }, (_, index) => new Uint8Array(50_000).fill(index));
  await Promise.all(contents.map((content) => files.put('race/key', content, 'image/png')));
  const { content } = (await files.get('race/key')) ?? { content: new Uint8Array() };
  expect(content.length).toBe(50_000);
  expect(new Set(content).size).toBe(1);
  expect(readdirSync(join(folder, 'race/key'))).toEqual(['~file']);
});
