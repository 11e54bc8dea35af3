/** Where pages are, without anything after the name: it goes into a header as it is, so it is no pattern of names. */
export const PUBLIC_ORIGIN = /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{2,5})?$/;

/** A shop on this very machine, while someone builds its theme. */
const LOCAL_ORIGIN = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{2,5})?$/;

/** The origin of a page's address as people paste it; null where its pages may not show ours. */
export function framingOrigin(typed: string): string | null {
  const address = URL.parse(/^https?:\/\//i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`);
  if (!address) return null;
  return PUBLIC_ORIGIN.test(address.origin) || LOCAL_ORIGIN.test(address.origin) ? address.origin : null;
}
