/** What a portal inside a page of the shop and that page say to each other (C2.27). */
export const EMBED_KINDS = {
  height: 'makegood:height-change',
  askLocation: 'makegood:request-parent-location',
  location: 'makegood:parent-location',
  navigate: 'makegood:request-navigation',
} as const;

/** Said by the portal. */
export type PortalMessage =
  /** How high it is, in pixels. `isNewScreen`: another screen begins, whose top should be in sight. */
  | { kind: typeof EMBED_KINDS.height; height: number; isNewScreen: boolean }
  | { kind: typeof EMBED_KINDS.askLocation }
  /** Opens an address in place of the shop's page. */
  | { kind: typeof EMBED_KINDS.navigate; url: string };

/** The address of the shop's page, as a message from it says; null for any other message. */
export function readParentLocation(message: unknown): URL | null {
  if (typeof message !== 'object' || message === null) return null;
  const { kind, url } = message as Readonly<Record<string, unknown>>;
  return kind === EMBED_KINDS.location && typeof url === 'string' ? URL.parse(url) : null;
}
