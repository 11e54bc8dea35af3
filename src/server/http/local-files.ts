import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { MEDIA_TYPES } from '#core/claims/media-types.ts';
import { Refusal } from '#core/refusal.ts';
import type { FileServer } from '#partners/registry.ts';

// Shown in the page; anything else is saved, and only a table under its own type. HTML and SVG could run scripts as ours.
const isShownInPage = (contentType: string): boolean => MEDIA_TYPES.has(contentType);
const isTable = (contentType: string): boolean => contentType.startsWith('text/csv;');
// The viewer of a browser for PDF does not start in a sandbox.
const filePolicy = (contentType: string): string =>
  contentType === 'application/pdf' ? "frame-ancestors 'self'" : "sandbox; default-src 'none'; frame-ancestors 'self'";
const RANGE = /^bytes=(\d+)-(\d*)$/;

const wrongSize = (): Refusal =>
  new Refusal('notAllowed', 'FILE_SIZE', "The file's size doesn't match the announced size.");

// Each takes a file handle and a little memory.
const MOST_AT_ONCE = 64;

/** The bytes as they come. Refuses FILE_SIZE when they are more or fewer than announced. */
async function* exactly(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const chunk of bytes) {
    count += chunk.byteLength;
    if (count > size) throw wrongSize();
    yield chunk;
  }
  if (count !== size) throw wrongSize();
}

/** Reads and writes files at the signed addresses of local storage. */
export async function serveLocalFiles(app: FastifyInstance, files: FileServer, maxBytes: number): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Goes to the disk as it comes: many at once must not fill the memory.
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    let underWay = 0;

    const allowed = (
      url: string,
      method: 'GET' | 'PUT',
    ): ReturnType<FileServer['verifyFileRequest']> & { key: string } => {
      const verdict = files.verifyFileRequest(url, method);
      if ('refused' in verdict)
        throw new Refusal(
          'forbidden',
          'FILE_LINK',
          verdict.refused === 'expired' ? 'This link has expired.' : "This link isn't valid.",
        );
      return verdict;
    };

    scope.put('/files/*', {
      bodyLimit: maxBytes,
      // Before the first byte is read, so that callers without a signed URL can't make us read 20 megabytes.
      onRequest: async (request) => {
        const verdict = allowed(request.url, 'PUT');
        if (!('method' in verdict) || verdict.method !== 'PUT')
          throw new Refusal('forbidden', 'FILE_LINK', "This link isn't valid.");
        if (request.headers['content-type'] !== verdict.contentType)
          throw new Refusal('malformed', 'FILE_TYPE', "The file's type doesn't match the announced type.");
        if (Number(request.headers['content-length'] ?? verdict.size) !== verdict.size) throw wrongSize();
      },
      handler: async (request, reply) => {
        const verdict = files.verifyFileRequest(request.url, 'PUT');
        if (!('method' in verdict) || verdict.method !== 'PUT' || !(request.body instanceof Readable))
          throw new Refusal('malformed', 'FILE_EMPTY', 'The file is empty.');
        if (underWay >= MOST_AT_ONCE)
          throw new Refusal('tooMany', 'UPLOADS_BUSY', 'Too many files are being uploaded. Please try again.');
        underWay += 1;
        try {
          await files.receive(verdict.key, exactly(request.body, verdict.size), verdict.contentType);
        } finally {
          underWay -= 1;
        }
        return reply.code(204).send();
      },
    });

    scope.get('/files/*', async (request, reply) => {
      const { key } = allowed(request.url, 'GET');
      const file = await files.open(key);
      if (!file) throw new Refusal('notFound', 'FILE_NOT_FOUND', 'This file no longer exists.');
      const isShown = isShownInPage(file.contentType);
      reply
        .header('content-type', isShown || isTable(file.contentType) ? file.contentType : 'application/octet-stream')
        .header('content-disposition', isShown ? 'inline' : file.savedAs)
        .header('cache-control', 'private, max-age=300')
        .header('accept-ranges', 'bytes')
        .header('content-security-policy', filePolicy(file.contentType));
      const [, from, to] = RANGE.exec(request.headers.range ?? '') ?? [];
      if (from === undefined)
        return reply.header('content-length', file.size).send(file.size === 0 ? '' : file.read(0, file.size - 1));
      const start = Number(from);
      const end = to ? Math.min(Number(to), file.size - 1) : file.size - 1;
      if (start > end) return reply.code(416).header('content-range', `bytes */${file.size}`).send();
      return reply
        .code(206)
        .header('content-range', `bytes ${start}-${end}/${file.size}`)
        .header('content-length', end - start + 1)
        .send(file.read(start, end));
    });
  });
}
