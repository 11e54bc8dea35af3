import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '#contract/client.ts';
import { finishUpload, signedUrl } from '#contract/merchant/inspections.ts';
import { putFile } from '../../../ui/put-file.ts';
import type { Media } from '../../../ui/media-viewer.tsx';
import { problemText } from '../../problem-words.ts';

/** A file on its way to a claim: how far it is (0 to 1), where it ended up, or why it did not. */
export type Upload = { key: string; file: File; share: number; media: Media | null; problem: string | null };

export type Uploads = {
  uploads: readonly Upload[];
  add: (files: readonly File[]) => void;
  retry: (upload: Upload) => void;
  remove: (upload: Upload) => void;
};

export const isUploading = (uploads: readonly Upload[]): boolean =>
  uploads.some(({ media, problem }) => media === null && problem === null);

export const hasFailed = (uploads: readonly Upload[]): boolean => uploads.some(({ problem }) => problem !== null);

/** The way on from files that failed. */
export const FILES_FAILED = 'Try the files that failed again, or remove them.';

/** The claim a file is for, or the order of a claim still to be made. */
type UploadPlace = { claimId: number } | { storeOrderId: number };

/** Files staff add to a claim; each is sent at once. */
export function useUploads(storeId: number, of: UploadPlace): Uploads {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const stops = useRef(new Map<string, AbortController>());
  const place = useRef(of);
  useEffect(() => {
    const running = stops.current;
    return () => running.forEach((stop) => stop.abort());
  }, []);
  const patch = useCallback((key: string, part: Partial<Upload>): void => {
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  }, []);
  const send = useCallback(
    async ({ key, file }: Upload): Promise<void> => {
      const stop = new AbortController();
      stops.current.set(key, stop);
      try {
        const media = await sendFile(storeId, place.current, file, (share) => patch(key, { share }), stop.signal);
        patch(key, { share: 1, media });
      } catch (error) {
        if (!stop.signal.aborted) patch(key, { problem: uploadProblem(file, error) });
      }
    },
    [storeId, patch],
  );
  return {
    uploads,
    add: (files) => {
      const added = files.map((file) => ({ key: crypto.randomUUID(), file, share: 0, media: null, problem: null }));
      setUploads((all) => [...all, ...added]);
      for (const upload of added) void send(upload);
    },
    retry: (upload) => {
      patch(upload.key, { problem: null, share: 0 });
      void send(upload);
    },
    remove: ({ key }) => {
      stops.current.get(key)?.abort();
      setUploads((all) => all.filter((one) => one.key !== key));
    },
  };
}

async function sendFile(
  storeId: number,
  of: UploadPlace,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Media> {
  const query = {
    filename: file.name.slice(-255),
    ...of,
    contentType: file.type.slice(0, 100),
    size: file.size,
  };
  const { fileName, ...target } = await call(signedUrl, { params: { storeId }, query }, { signal });
  await putFile(target, file, onProgress, signal);
  const sent = await call(finishUpload, { params: { storeId, fileName } }, { signal });
  return { ...sent, thumbnailUrl: null };
}

const uploadProblem = (file: File, error: unknown): string =>
  error instanceof ApiError && error.status > 0 && error.isKnown
    ? problemText(error)
    : `Error Uploading File: ${file.name}`;
