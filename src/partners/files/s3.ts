import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { PartnerError, type Files } from '#partners/ports.ts';
import { attachment } from './attachment.ts';

const UPLOAD_SECONDS = 15 * 60;

/** Files in an S3 bucket, or one that speaks like it. A signed PUT binds key, type and length. */
export function createS3Files(options: {
  bucket: string;
  region: string;
  endpoint?: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  forcePathStyle: boolean;
}): Files {
  const { bucket: Bucket, ...connection } = options;
  const client = new S3Client({
    ...connection,
    // Checksums in a signed address would be those of an empty body; other makers of S3 know none at all.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    async signUpload(key, contentType, size) {
      const command = new PutObjectCommand({ Bucket, Key: key, ContentType: contentType, ContentLength: size });
      const url = await getSignedUrl(client, command, {
        expiresIn: UPLOAD_SECONDS,
        signableHeaders: new Set(['content-length', 'content-type', 'host']),
      });
      // The length is sent by the browser itself, which lets no page set it.
      return { url, method: 'PUT', headers: { 'content-type': contentType } };
    },
    signDownload: (key, expiresInSeconds) =>
      getSignedUrl(client, new GetObjectCommand({ Bucket, Key: key }), { expiresIn: expiresInSeconds }),
    async put(key, content, contentType) {
      await translated(
        client.send(new PutObjectCommand({ Bucket, Key: key, Body: content, ContentType: contentType })),
      );
    },
    async putStream(key, chunks, contentType, filename) {
      const head = { ContentType: contentType, ContentDisposition: attachment(filename) };
      await translated(uploadInParts(client, { Bucket, Key: key }, chunks, head));
    },
    async get(key) {
      const found = await translated(
        client.send(new GetObjectCommand({ Bucket, Key: key })).then(
          async ({ Body, ContentType }) => ({
            content: (await Body?.transformToByteArray()) ?? new Uint8Array(),
            contentType: ContentType ?? 'application/octet-stream',
          }),
          (error: unknown) => {
            if (error instanceof NoSuchKey) return null;
            throw error;
          },
        ),
      );
      return found;
    },
    async getStream(key) {
      return translated(
        client.send(new GetObjectCommand({ Bucket, Key: key })).then(
          ({ Body, ContentLength }) => ({
            chunks: chunksOf(Body?.transformToWebStream()),
            size: ContentLength ?? 0,
          }),
          (error: unknown) => {
            if (error instanceof NoSuchKey) return null;
            throw error;
          },
        ),
      );
    },
    async remove(key) {
      await translated(client.send(new DeleteObjectCommand({ Bucket, Key: key })));
    },
    async removeBelow(folder) {
      for (;;) {
        const { Contents = [], IsTruncated } = await translated(
          client.send(new ListObjectsV2Command({ Bucket, Prefix: folder })),
        );
        // One by one: a call for many needs a checksum that not every maker of S3 takes.
        for (const { Key } of Contents) if (Key !== undefined) await this.remove(Key);
        if (IsTruncated !== true) return;
      }
    },
  };
}

async function* chunksOf(stream: ReadableStream<Uint8Array> | undefined): AsyncGenerator<Uint8Array> {
  if (stream) yield* stream;
}

// S3 takes parts of at least 5 MiB, and at most 10,000 of them.
const PART_BYTES = 8 * 1024 * 1024;

async function uploadInParts(
  client: S3Client,
  place: { Bucket: string; Key: string },
  chunks: AsyncIterable<Uint8Array>,
  head: { ContentType: string; ContentDisposition: string },
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...place, ...head }));
  const upload = { ...place, UploadId };
  try {
    const Parts: CompletedPart[] = [];
    for await (const Body of inParts(chunks)) {
      const PartNumber = Parts.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
      Parts.push({ PartNumber, ETag });
    }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  } catch (error) {
    // Otherwise the uploaded parts would be stored and billed; if this fails too, the bucket's own rules remove them.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

/** The chunks gathered into parts of the minimum size; the last one has the rest, even if it is empty. */
async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = [];
  let size = 0;
  let isFirst = true;
  for await (const chunk of chunks) {
    gathered.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(gathered);
    gathered = [];
    size = 0;
    isFirst = false;
  }
  if (size > 0 || isFirst) yield Buffer.concat(gathered);
}

async function translated<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    const isRefused = status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
    const message = error instanceof Error ? error.message : String(error);
    throw new PartnerError('S3', isRefused ? 'refused' : 'retry', message);
  }
}
