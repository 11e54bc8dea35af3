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

const PREFILLED = ['order', 'email', 'postal'] as const;
/** Of a way back from shopping: the order, when the shopper left, and what the cart holds. */
const BROUGHT = { order: 'makegood-order', leftAt: 'makegood-left', cart: 'makegood-cart' } as const;

/** What the address of the shop's page says of an order, as that of a link to the lookup does; empty where it says nothing. */
export const prefillOf = ({ searchParams }: URL): string =>
  new URLSearchParams(
    PREFILLED.flatMap((name): [string, string][] => {
      const value = searchParams.get(name) ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  ).toString();

/** Where a shopper comes back to who leaves a portal inside a page of the shop to fill the cart; the cart follows at the end. */
export function wayBackTo(page: string, order: string, leftAt: number): string {
  const url = new URL(page);
  for (const name of [...PREFILLED, ...Object.values(BROUGHT)]) url.searchParams.delete(name);
  url.searchParams.set(BROUGHT.order, order);
  url.searchParams.set(BROUGHT.leftAt, leftAt.toString(36));
  url.hash = '';
  return url.href;
}

/** The same with a cart, whose text is to be added. */
export const wayBackWithCart = (wayBack: string): string => `${wayBack}&${BROUGHT.cart}=`;

/** What came back in the address of the shop's page. `key` names this coming back: loaded again, the page says the same. */
export function broughtIn({ searchParams }: URL): { order: string; cart: string | null; key: string } | null {
  const order = searchParams.get(BROUGHT.order) ?? '';
  if (!/^\d+$/.test(order)) return null;
  const cart = searchParams.get(BROUGHT.cart);
  return { order, cart, key: `${searchParams.get(BROUGHT.leftAt) ?? ''}:${cart ?? ''}` };
}
