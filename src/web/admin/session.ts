import { ApiError } from '#contract/client.ts';

let isExpired = false;
const listeners = new Set<() => void>();

export const isSessionExpired = (): boolean => isExpired;

export function onSessionExpired(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function setSessionExpired(next: boolean): void {
  isExpired = next;
  for (const listener of listeners) listener();
}

/** No one is signed in; a refused sign-in is a 401 too, but no end of a session. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.code === 'UNAUTHENTICATED';

/** True inside another page, such as a helpdesk; the sign-in page can't be framed. */
export const isFramed = (): boolean => window.self !== window.top;

/** Where to sign in and come back to this very address. */
export const signInUrl = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string =>
  `/login?${new URLSearchParams({ returnTo: pathname + search + hash })}`;
