import { useEffect, useState } from 'react';

/** Takes the focus when nothing in it can; only for as long as it has it. */
const PLACES = 'article, section, fieldset, main';

/** The element and what is around it; an entry of a menu stands where the button of its menu does. */
export function outwards(element: Element | null): Element[] {
  if (!element) return [];
  const opener = element.matches('[role=menu]')
    ? document.getElementById(element.getAttribute('aria-labelledby') ?? '')
    : null;
  return [element, ...outwards(opener ?? element.parentElement)];
}

export function takesFocus(element: Element): boolean {
  if (!(element instanceof HTMLElement) || !element.isConnected || element === document.body) return false;
  if (element.matches(PLACES) && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: element.matches(PLACES) });
  return document.activeElement === element;
}

/**
 * Remembers the focus. The returned function restores it there or, if the element is gone, to the nearest one around
 * it; it never takes the focus from where the user has moved.
 */
export function rememberFocus(): () => void {
  const places = outwards(document.activeElement);
  return () => {
    // After the focus trap has let go.
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      // Of a menu that was closed with what was pressed in it, nothing is left but the page.
      for (const place of [...places, document.querySelector('main')]) if (place && takesFocus(place)) return;
    });
  };
}

/** Restores the focus to where it was when this was mounted. */
export function useFocusBack(): void {
  const [restoreFocus] = useState(rememberFocus);
  useEffect(() => restoreFocus, [restoreFocus]);
}
