import { navigate, useBrowserLocation } from 'wouter/use-browser-location';

/** The store whose portal is at this host, at its root; null where the address says which store. */
const ownHostOf = (page: Document | undefined): string | null => {
  const slug = page?.querySelector<HTMLMetaElement>('meta[name="makegood-portal"]')?.content;
  return slug === undefined ? null : `/p/${slug}`;
};
const root = ownHostOf(typeof document === 'undefined' ? undefined : document);

/** A path as the browser shows it, as the portal names its pages: below the store. */
export const inPortal = (path: string, below = root): string =>
  below === null ? path : `${below}${path === '/' ? '' : path}`;

/** The same the other way round. */
export function inBrowser(path: string, below = root): string {
  if (below === null || !path.startsWith(below)) return path;
  const rest = path.slice(below.length);
  if (rest === '') return '/';
  if (rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : path;
}

/** Goes to a page of the portal. */
export const goTo = (path: string | URL, options?: Parameters<typeof navigate>[1]): void =>
  navigate(inBrowser(String(path)), options);

type Location = ReturnType<typeof useBrowserLocation>;

/** For the router: where the browser is and how to move it, in the portal's own paths. */
export function usePortalLocation(): Location {
  const [path] = useBrowserLocation();
  return [inPortal(path), goTo];
}
usePortalLocation.hrefs = (path: string): string => inBrowser(path);
