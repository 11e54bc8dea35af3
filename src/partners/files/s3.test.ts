import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesConformance } from '#partners/conformance/files.ts';
import { createS3Files } from './s3.ts';

const CREDENTIALS = { accessKeyId: 'AKIDTEST', secretAccessKey: 'test-secret' };
const objects = new Map<string, { content: Buffer; contentType: string }>();
// A bucket in memory. It lets in what carries the client's header, and addresses that are signed right.
const bucket = createServer((request, response) => void serve(request, response));
let endpoint = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
});
afterAll(() => bucket.close());

const open = (at = endpoint) =>
  createS3Files({
    bucket: 'claims',
    region: 'eu-central-1',
    endpoint: at,
    credentials: CREDENTIALS,
    forcePathStyle: true,
  });

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', endpoint);
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  if (!isAllowed(request, url)) return void response.writeHead(403).end();
  const known = objects.get(url.pathname);
  if (url.searchParams.get('list-type') === '2') {
    const folder = `/claims/${url.searchParams.get('prefix') ?? ''}`;
    const found = [...objects.keys()].filter((path) => path.startsWith(folder));
    // One at a time, as if there were more than fit into an answer.
    const shown = found.slice(0, 1).map((path) => `<Contents><Key>${path.slice('/claims/'.length)}</Key></Contents>`);
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<ListBucketResult>${shown.join('')}<IsTruncated>${String(found.length > 1)}</IsTruncated></ListBucketResult>`,
      );
  } else if (request.method === 'PUT') {
    objects.set(url.pathname, { content: Buffer.concat(chunks), contentType: request.headers['content-type'] ?? '' });
    response.writeHead(200, { etag: '"1"' }).end();
  } else if (request.method === 'DELETE') {
    objects.delete(url.pathname);
    response.writeHead(204).end();
  } else if (known) {
    response
      .writeHead(200, { 'content-type': known.contentType, 'content-length': known.content.length })
      .end(known.content);
  } else {
    response
      .writeHead(404, { 'content-type': 'application/xml' })
      .end('<Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
  }
}

/** AWS Signature Version 4 of an address, computed here from its published description. */
function isAllowed(request: IncomingMessage, url: URL): boolean {
  const signature = url.searchParams.get('X-Amz-Signature');
  if (signature === null) return request.headers.authorization?.includes(CREDENTIALS.accessKeyId) ?? false;
  const signedHeaders = (url.searchParams.get('X-Amz-SignedHeaders') ?? '').split(';');
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted();
  const headers = signedHeaders.map((name) => `${name}:${String(request.headers[name] ?? '')}\n`);
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    headers.join(''),
    signedHeaders.join(';'),
    'UNSIGNED-PAYLOAD',
  ];
  const [, ...scope] = (url.searchParams.get('X-Amz-Credential') ?? '').split('/');
  const toSign = [
    'AWS4-HMAC-SHA256',
    url.searchParams.get('X-Amz-Date'),
    scope.join('/'),
    sha256(canonical.join('\n')),
  ].join('\n');
  const key = scope.reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${CREDENTIALS.secretAccessKey}`);
  return hmac(key, toSign).toString('hex') === signature;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

describe('a bucket as Files', () => filesConformance(open));

test('a bucket that cannot be reached can be tried again', async () => {
  await expect(open('http://127.0.0.1:1').get('claims/1')).rejects.toMatchObject({ kind: 'retry', partner: 'S3' });
});
