import { scriptOf } from './script-of.ts';

const PATIENCE_MS = 3000;

/** Has the files of this version kept once the page is there. Browsers have no workers outside https and localhost: then nothing is kept. */
export function keepShell(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = (): void => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

/** Looks whether the server has another worker now. */
export async function lookForWorker(): Promise<void> {
  // A server that cannot be reached has nothing new to tell.
  await (await registered())?.update().catch(() => undefined);
}

/** Tells when the worker of another version waits. One of the version that runs here takes over by itself. Returns the way to stop. */
export function onOtherVersion(tell: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const look = async (worker: ServiceWorker): Promise<void> => {
    if (signal.aborted || !navigator.serviceWorker.controller) return;
    if (await isOfThisVersion(worker)) worker.postMessage({ ask: 'activate' });
    else if (!signal.aborted) tell();
  };
  void navigator.serviceWorker?.ready.then((registration) => {
    if (registration.waiting) void look(registration.waiting);
    const watch = (): void => {
      const { installing } = registration;
      installing?.addEventListener(
        'statechange',
        () => {
          if (installing.state === 'installed') void look(installing);
        },
        { signal },
      );
    };
    watch();
    registration.addEventListener('updatefound', watch, { signal });
  });
  return () => stop.abort();
}

/** Activates the waiting version and reloads the page; the browser asks first if something isn't saved. */
export async function openOtherVersion(): Promise<void> {
  const waiting = (await registered())?.waiting;
  if (waiting) {
    const hasTakenOver = new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
      setTimeout(resolve, PATIENCE_MS);
    });
    waiting.postMessage({ ask: 'activate' });
    await hasTakenOver;
  }
  window.location.reload();
}

const registered = async (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker?.getRegistration();

/** Whether what a worker keeps is what runs here. */
function isOfThisVersion(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true), { once: true });
    port1.start();
    worker.postMessage({ ask: 'has', file: scriptOf(document.head.innerHTML) }, [port2]);
  });
}
