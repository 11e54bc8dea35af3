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
