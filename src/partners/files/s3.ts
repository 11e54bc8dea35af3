import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { PartnerError, type Files } from '#partners/ports.ts';

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
    async remove(key) {
      await translated(client.send(new DeleteObjectCommand({ Bucket, Key: key })));
    },
  };
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
