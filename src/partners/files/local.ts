import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PartnerError, type Files } from '#partners/ports.ts';
import { attachment } from './attachment.ts';

const UPLOAD_SECONDS = 15 * 60;

/** What a signed address allows; for a GET the type and size say nothing. */
export type FileRequest =
  | { method: 'PUT'; key: string; contentType: string; size: number }
  | { method: 'GET'; key: string };
export type FileRefusal = { refused: 'malformed' | 'badSignature' | 'expired' };

export type LocalFiles = Files & {
  /**
   * What a request to `/files/...` may do. The server then answers a PUT only when Content-Type is
   * `contentType` and the body has exactly `size` bytes.
   */
  verifyFileRequest(url: URL | string, method: string): FileRequest | FileRefusal;
  /** Like put, for bytes that arrive little by little; stored whole or not at all. */
  receive(key: string, chunks: AsyncIterable<Uint8Array>, contentType: string): Promise<void>;
  /** The file, for reading parts of it; null if it doesn't exist. Read the stream to the end or destroy it. */
  open(key: string): Promise<OpenFile | null>;
};

export type OpenFile = {
  contentType: string;
  /** The Content-Disposition that saves it. */
  savedAs: string;
  size: number;
  /** The bytes from `start` to `end`, both included. */
  read(start: number, end: number): Readable;
};

/** Files in a folder, at signed addresses `${baseUrl}/files/...`. Keys are as `isFileKey` has them. */
export function createLocalFiles(options: { folder: string; baseUrl: string; secret: string }): LocalFiles {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const sign = (fields: SignedFields): string => signatureOf(options.secret, fields);
  const addressOf = (fields: SignedFields): string => {
    const query = new URLSearchParams({ expires: String(fields.expires) });
    if (fields.method === 'PUT') {
      query.set('type', fields.contentType);
      query.set('size', String(fields.size));
    }
    query.set('signature', sign(fields));
    return `${baseUrl}/files/${fields.key}?${query.toString()}`;
  };
  return {
    async signUpload(key, contentType, size) {
      const expires = nowSeconds() + UPLOAD_SECONDS;
      const url = addressOf({ method: 'PUT', key: checked(key), expires, contentType, size });
      return { url, method: 'PUT', headers: { 'content-type': contentType } };
    },
    async signDownload(key, expiresInSeconds) {
      return addressOf({
        method: 'GET',
        key: checked(key),
        expires: nowSeconds() + expiresInSeconds,
        contentType: '',
        size: 0,
      });
    },
    async put(key, content, contentType) {
      await write(pathOf(options.folder, key), content, { contentType });
    },
    async putStream(key, chunks, contentType, filename) {
      await write(pathOf(options.folder, key), chunks, { contentType, filename });
    },
    async receive(key, chunks, contentType) {
      await write(pathOf(options.folder, key), chunks, { contentType });
    },
    async get(key) {
      return read(pathOf(options.folder, key));
    },
    async getStream(key) {
      const file = await openFile(pathOf(options.folder, key));
      return file && { chunks: file.read(0, Math.max(0, file.size - 1)), size: file.size };
    },
    open: (key) => openFile(pathOf(options.folder, key)),
    async remove(key) {
      await rm(pathOf(options.folder, key), { force: true });
    },
    async removeBelow(below) {
      await rm(join(options.folder, checked(below.replace(/\/$/, ''))), { recursive: true, force: true });
    },
    verifyFileRequest: (url, method) => verify(new URL(url, 'http://files'), method, sign),
  };
}

type SignedFields = { method: 'GET' | 'PUT'; key: string; expires: number; contentType: string; size: number };

const SEGMENT = '[A-Za-z0-9][A-Za-z0-9._-]*';
const KEY = new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`);

/** Segments of letters, digits, `.`, `_`, `-`, none beginning with a mark: so no `..`, no hidden file, no root. */
export const isFileKey = (key: string): boolean => key.length <= 512 && KEY.test(key);

function checked(key: string): string {
  if (!isFileKey(key)) throw new PartnerError('Files', 'refused', `not a file key: ${JSON.stringify(key)}`);
  return key;
}

// A key may be the beginning of another: each gets a folder, and no segment can be named like this.
const pathOf = (folder: string, key: string): string => join(folder, checked(key), '~file');

function verify(url: URL, method: string, sign: (fields: SignedFields) => string): FileRequest | FileRefusal {
  const key = /\/files\/(.+)$/.exec(url.pathname)?.[1] ?? '';
  const expires = Number(url.searchParams.get('expires'));
  const size = Number(url.searchParams.get('size') ?? 0);
  const contentType = url.searchParams.get('type') ?? '';
  if (!isFileKey(key) || !Number.isSafeInteger(expires) || !Number.isSafeInteger(size)) return { refused: 'malformed' };
  if (method !== 'GET' && method !== 'PUT') return { refused: 'malformed' };
  const expected = Buffer.from(sign({ method, key, expires, contentType, size }), 'hex');
  const given = Buffer.from(url.searchParams.get('signature') ?? '', 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { refused: 'badSignature' };
  if (expires < nowSeconds()) return { refused: 'expired' };
  return method === 'PUT' ? { method, key, contentType, size } : { method, key };
}

function signatureOf(secret: string, { method, key, expires, contentType, size }: SignedFields): string {
  // No field can hold a line break unescaped in JSON, so none can be moved into its neighbor.
  const text = JSON.stringify(['files', method, key, expires, contentType, size]);
  return createHmac('sha256', secret).update(text).digest('hex');
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

type FileHead = { contentType: string; filename?: string };

// One file holds its head in its first line and the bytes after it: both change in one rename.
async function write(path: string, content: Uint8Array | AsyncIterable<Uint8Array>, head: FileHead): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(head)}\n`);
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

// Longer than any media type with a name.
const HEAD_BYTES = 1024;

async function openFile(path: string): Promise<OpenFile | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const headEnd = buffer.subarray(0, bytesRead).indexOf(10) + 1;
    const { contentType, filename } = JSON.parse(buffer.toString('utf8', 0, headEnd)) as FileHead;
    const { size } = await file.stat();
    return {
      contentType,
      savedAs: filename === undefined ? 'attachment' : attachment(filename),
      size: size - headEnd,
      read: (start, end) => createReadStream(path, { start: headEnd + start, end: headEnd + end }),
    };
  } finally {
    await file.close();
  }
}

async function read(path: string): Promise<{ content: Uint8Array; contentType: string } | null> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (bytes === null) return null;
  const end = bytes.indexOf(10);
  const head = JSON.parse(bytes.subarray(0, end).toString('utf8')) as FileHead;
  return { content: new Uint8Array(bytes.subarray(end + 1)), contentType: head.contentType };
}
