import { ApiError } from '#contract/client.ts';
import { whileBusy } from './while-busy.ts';

type Target = { url: string; method: string; headers: Record<string, string> };

/** Uploads a file to its address, again after a while when too many others are being uploaded. */
export const putFile = (
  target: Target,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> => whileBusy(() => putOnce(target, file, onProgress, signal), signal);

/**
 * Uploads a file to its address with progress (0 to 1). Uses XMLHttpRequest, because fetch reports no upload progress.
 */
function putOnce(
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
    request.onload = () => (request.status >= 200 && request.status < 300 ? resolve() : reject(refusalOf(request)));
    request.onerror = () => reject(new Error('upload interrupted'));
    request.onabort = () => reject(new DOMException('upload removed', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    request.send(file);
  });
}

/** Object storage elsewhere answers in words of its own, which nobody should read. */
function refusalOf({ status, responseText }: XMLHttpRequest): ApiError {
  try {
    return new ApiError(status, JSON.parse(responseText));
  } catch {
    return new ApiError(status, null);
  }
}
