import { ApiError } from '#contract/client.ts';
import { messageOf, portalCall } from './api.ts';
import type { DraftMedia } from './draft.ts';
import { leaveWhenExpired } from './session.ts';

export type UploadPlace = { slug: string; idFromPlatform: string };

/** Sends one file: asks where to, puts it there with progress (0 to 1), has its content checked. */
export async function sendFile(
  place: UploadPlace,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<DraftMedia> {
  try {
    const body = {
      filename: file.name.slice(-255),
      contentType: file.type.slice(0, 100),
      size: file.size,
    };
    const start = await portalCall('startUpload', { params: place, body }, signal);
    await put(start, file, onProgress, signal);
    const { mediaId, contentType, url } = await portalCall(
      'finishUpload',
      { params: { ...place, mediaId: start.mediaId } },
      signal,
    );
    return { mediaId, contentType, url, filename: file.name };
  } catch (error) {
    leaveWhenExpired(error);
    throw error;
  }
}

type Target = { url: string; method: string; headers: Record<string, string> };

// XMLHttpRequest, because fetch cannot tell how much of a body has been sent.
function put(
  { url, method, headers }: Target,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    // Object storage elsewhere would refuse a header its signature does not know.
    if (new URL(url, window.location.href).origin === window.location.origin)
      request.setRequestHeader('x-makegood', '1');
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve()
        : reject(new Error(`upload answered ${request.status}`));
    request.onerror = () => reject(new Error('upload interrupted'));
    request.onabort = () => reject(new DOMException('upload removed', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    request.send(file);
  });
}

/** What the shopper reads about a broken upload: the sentence itself, and the server's reason where it has one. */
export function uploadFailure(filename: string, error: unknown): { message: string; reason: string | null } {
  const message = `Error Uploading File: ${filename}`;
  const reason = error instanceof ApiError && error.body.code !== 'UNKNOWN' ? messageOf(error) : null;
  return {
    message,
    reason: reason === message || reason?.startsWith('Error Uploading File') ? null : reason,
  };
}
