import { OURS } from './find.ts';

const CHANGE = /\/cart\/(add|change|update|clear)\b/;

const isChange = (url: RequestInfo | URL): boolean => CHANGE.test(url instanceof Request ? url.url : String(url));

/** Tells of each change that a script of the page has made to the cart. */
export function watchCalls(onChange: () => void): void {
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
}

/** Runs at once, and then at most once within `ms`: the last time at its end. */
export function spaced(run: () => void, ms: number): () => void {
  let next = 0;
  let timer = 0;
  return () => {
    timer ||= setTimeout(() => {
      timer = 0;
      next = Date.now() + ms;
      run();
    }, next - Date.now());
  };
}

/** Tells where the page has changed; what we put in ourselves doesn't count. */
export function watchPage(roots: () => readonly Node[], onChange: (where: Node[]) => void): void {
  const observe = (): void => {
    for (const root of roots()) observer.observe(root, { childList: true, subtree: true });
  };
  const observer = new MutationObserver((records) => {
    const where = records.flatMap(({ addedNodes, removedNodes, target }) =>
      [...addedNodes, ...removedNodes].some(({ nodeName }) => nodeName !== OURS) ? [target] : [],
    );
    if (where.length > 0) {
      onChange(where);
      // Some of what is new may have shadow roots.
      observe();
    }
  });
  observe();
}

/** Tells of coming back to the page, and of other tabs. Returns what tells the other tabs. */
export function watchTabs(onChange: () => void): () => void {
  const channel = new BroadcastChannel('makegood-cover');
  channel.onmessage = onChange;
  window.addEventListener('pageshow', ({ persisted }) => persisted && onChange());
  document.addEventListener('visibilitychange', () => document.hidden || onChange());
  return () => channel.postMessage(1);
}
