import { OURS } from './find.ts';

const CHANGE = /\/cart\/(add|change|update|clear)(\.js)?([?#]|$)/;

const isChange = (url: RequestInfo | URL): boolean => CHANGE.test(url instanceof Request ? url.url : String(url));

/** Tells of each change that a script of the page has made to the cart, until `end`. */
export function watchCalls(onChange: () => void, end: AbortSignal): void {
  const { fetch } = window;
  const { prototype } = XMLHttpRequest;
  const { open } = prototype;
  const fetched: typeof fetch = (...args) => {
    const answer = fetch(...args);
    if (isChange(args[0])) answer.then(onChange, onChange);
    return answer;
  };
  function opened(this: XMLHttpRequest, ...args: Parameters<typeof open>): void {
    if (isChange(args[1])) this.addEventListener('loadend', onChange);
    open.apply(this, args);
  }
  window.fetch = fetched;
  Object.assign(prototype, { open: opened });
  end.addEventListener('abort', () => {
    // Somebody who wrapped ours keeps it: it calls on to the first.
    if (window.fetch === fetched) window.fetch = fetch;
    if (prototype.open === opened) prototype.open = open;
  });
}

/** Tells where the page has changed, until `end`; what we put in ourselves doesn't count. */
export function watchPage(roots: () => readonly Node[], onChange: (where: Node[]) => void, end: AbortSignal): void {
  const observe = (): void => {
    for (const root of roots()) observer.observe(root, { childList: true, subtree: true });
  };
  const observer = new MutationObserver((records) => {
    const where = records.flatMap(({ addedNodes, removedNodes, target }) =>
      [...addedNodes, ...removedNodes].some(({ nodeName }) => nodeName !== OURS) ? [target] : [],
    );
    if (where.length === 0) return;
    onChange(where);
    // Some of what is new may have shadow roots.
    observe();
  });
  observe();
  end.addEventListener('abort', () => observer.disconnect());
}

/** Tells of coming back to the page, and of other tabs, until `end`. Returns what tells the other tabs. */
export function watchTabs(onChange: () => void, end: AbortSignal): () => void {
  const channel = new BroadcastChannel('makegood-cover');
  channel.onmessage = onChange;
  window.addEventListener('pageshow', ({ persisted }) => persisted && onChange(), { signal: end });
  document.addEventListener('visibilitychange', () => document.hidden || onChange(), { signal: end });
  end.addEventListener('abort', () => channel.close());
  return () => channel.postMessage(1);
}
