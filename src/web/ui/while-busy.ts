import { ApiError } from '#contract/client.ts';

const BUSY = 429;
/** About fifteen seconds in all: uploads of others end within that, or something is wrong. */
const WAITS_MS = [1000, 2000, 4000, 8000];

/** Tries again for as long as the server is busy, a bounded time; then its last answer is the problem. */
export async function whileBusy<T>(
  attempt: () => Promise<T>,
  signal: AbortSignal,
  waits: readonly number[] = WAITS_MS,
): Promise<T> {
  for (const wait of waits) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === BUSY)) throw error;
      // Not all at the same moment again.
      await pause(wait * (0.5 + Math.random()), signal);
    }
  }
  return attempt();
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new DOMException('no longer wanted', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
