/** The portal's address without a slash at its end: at a host of its own, or below this server's. */
export function portalAddress(publicUrl: string, store: { slug: string; portal_host: string | null }): string {
  return store.portal_host === null
    ? `${publicUrl}/p/${encodeURIComponent(store.slug)}`
    : hostAddress(publicUrl, store.portal_host);
}

/** Another host of this very server, reached in the same way. */
export function hostAddress(publicUrl: string, host: string): string {
  const url = new URL(publicUrl);
  url.hostname = host;
  return url.origin;
}
