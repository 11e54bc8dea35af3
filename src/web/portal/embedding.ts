import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { EMBED_KINDS, readParentLocation, type PortalMessage } from '#core/embed-messages.ts';

/** Whether the page around is ours too; a page of another origin doesn't let its address be read. */
function isParentOurs(): boolean {
  try {
    return window.parent.location.origin === window.location.origin;
  } catch {
    return false;
  }
}

/** Whether the portal is inside a page of a shop. The settings frame it too, for a preview. */
export const isEmbedded: boolean = typeof window !== 'undefined' && window.parent !== window && !isParentOurs();

/** What browsers say of the page around; some have no `ancestorOrigins`. */
type Around = { origin: string; ancestorOrigins?: ArrayLike<string> };

/**
 * The origin of the page around this one, as far as the browser says; null where it doesn't. Some say only which page
 * led here: after signing out, that is the portal itself.
 */
export function originAround(page: Around, referrer: string): string | null {
  const around = page.ancestorOrigins?.[0] ?? URL.parse(referrer)?.origin ?? null;
  return around === page.origin ? null : around;
}

/** Whom to talk to: the page around, if it is of the shop. The browser hands messages to nobody else. */
const listenersOf = (shopOrigins: readonly string[]): readonly string[] => {
  const around = originAround(window.location, document.referrer);
  return around === null ? shopOrigins : shopOrigins.filter((origin) => origin === around);
};

const say = (shopOrigins: readonly string[], message: PortalMessage): void =>
  listenersOf(shopOrigins).forEach((origin) => window.parent.postMessage(message, origin));

/** Inside a page of the shop: tells it how high the portal is, and opens other sites in its place. */
export function useEmbedding(shopOrigins: readonly string[]): void {
  const [path] = useLocation();
  const step = new URLSearchParams(useSearch()).get('step');
  useEffect(() => {
    if (!isEmbedded) return undefined;
    document.documentElement.dataset['embedded'] = 'true';
    const root = document.getElementById('root');
    const measure = (isNewScreen = false): void =>
      say(shopOrigins, { kind: EMBED_KINDS.height, height: Math.ceil(root?.offsetHeight ?? 0), isNewScreen });
    const observer = new ResizeObserver(() => measure());
    if (root) observer.observe(root);
    measure(true);
    // Screens that share an address begin where their heading takes the focus.
    const begin = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLHeadingElement && target.localName === 'h1') measure(true);
    };
    document.addEventListener('focusin', begin);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', begin);
    };
  }, [shopOrigins, path, step]);

  useEffect(() => {
    if (!isEmbedded) return undefined;
    const open = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey) return;
      // Links with a target open outside by themselves, and mail programs always do.
      if (link.target !== '' || !/^https?:$/.test(link.protocol) || link.origin === window.location.origin) return;
      event.preventDefault();
      say(shopOrigins, { kind: EMBED_KINDS.navigate, url: link.href });
    };
    document.addEventListener('click', open);
    return () => document.removeEventListener('click', open);
  }, [shopOrigins]);
}

/** Asks the shop's page for its address; nobody answers outside of shops. */
export function askParent(shopOrigins: readonly string[], onKnown: (page: URL) => void): () => void {
  if (!isEmbedded) return () => undefined;
  const hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source !== window.parent || !shopOrigins.includes(origin)) return;
    const page = readParentLocation(data);
    if (page !== null) onKnown(page);
  };
  window.addEventListener('message', hear);
  say(shopOrigins, { kind: EMBED_KINDS.askLocation });
  return () => window.removeEventListener('message', hear);
}

/** The address of the shop's page around the portal, once it said so. */
export function usePageAround(shopOrigins: readonly string[]): string | null {
  const [page, setPage] = useState<string | null>(null);
  useEffect(() => askParent(shopOrigins, ({ href }) => setPage(href)), [shopOrigins]);
  return page;
}
