import { navigate } from 'wouter/use-browser-location';
import { isExpired } from './api.ts';

/** The address of the lookup for a session that ended, leading back to where the shopper was. */
export function lookupAfterExpiry(pathname: string): string | undefined {
  const match = /^\/p\/([^/]+)(?:\/claim\/overview\/([^/]+))?/.exec(pathname);
  if (!match) return undefined;
  const claim = match[2] === undefined ? '' : `&claim=${match[2]}`;
  return `/p/${match[1]}?ended=session${claim}`;
}

/** Every failed call passes here: one that says the session ended leads back to the lookup. */
export function leaveWhenExpired(error: unknown): void {
  if (!isExpired(error)) return;
  const lookup = lookupAfterExpiry(window.location.pathname);
  if (lookup !== undefined) navigate(lookup, { replace: true });
}
