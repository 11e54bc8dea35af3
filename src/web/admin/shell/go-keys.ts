import { useWindowEvent } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { isDialogOpen } from '../../ui/is-dialog-open.ts';
import { inStore, type NavEntry } from './store-pages.ts';

const LEAD = 'g';
/** A lead key that was pressed longer ago was pressed for nothing. */
const LASTS_MS = 2000;

export const goHints = (entries: readonly NavEntry[]) =>
  entries.flatMap(({ key, label }) => (key === undefined ? [] : [{ keys: [LEAD, key], does: `Go to ${label}` }]));

/** `g`, then the letter of a page, opens it from everywhere in a store, or in the provider's pages. */
export function useGoKeys(storeId: number | null, entries: readonly NavEntry[]): void {
  const router = useRouter();
  const ledAt = useRef<number | null>(null);
  const hear = (event: KeyboardEvent): void => {
    if (!isFree(event)) return;
    const isLed = ledAt.current !== null && event.timeStamp - ledAt.current < LASTS_MS;
    ledAt.current = event.key === LEAD && !isLed ? event.timeStamp : null;
    if (!isLed) return;
    const entry = entries.find(({ key }) => key === event.key);
    if (!entry) return;
    // The letter belongs to the page, not to the screen: `d` denies on a claim.
    event.preventDefault();
    event.stopImmediatePropagation();
    void router.navigate({ href: inStore(entry.path, storeId) });
  };
  useWindowEvent('keydown', hear, { capture: true });
}

/** Whether a key is pressed for the page: not with a modifier, in a field or in a dialog. */
function isFree(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return false;
  const { target } = event;
  const isTyping =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
  return !isTyping && !isDialogOpen();
}
