import { broughtIn, prefillOf } from '#core/page-around.ts';
import type * as storage from '../storage.ts';

const BROUGHT_KEY = 'makegood:brought';

/** Of the tab; given, as every first screen has it already. */
type Memory = Pick<typeof storage, 'readStored' | 'writeStored'>;

/** Where the address of the shop's page leads: once to the cart that comes back in it, else to the lookup of its order. */
export function pageAskedFor(page: URL, { readStored, writeStored }: Memory): string | null {
  const brought = broughtIn(page);
  if (brought !== null && readStored(BROUGHT_KEY) !== brought.key) {
    writeStored(BROUGHT_KEY, brought.key);
    const cart = brought.cart === null ? '' : `&cart=${encodeURIComponent(brought.cart)}`;
    return `/order/${brought.order}?step=shop${cart}`;
  }
  const prefill = prefillOf(page);
  return prefill === '' ? null : `?${prefill}`;
}
