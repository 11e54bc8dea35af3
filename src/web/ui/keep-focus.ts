import { outwards, takesFocus } from './use-focus-back.ts';

/** The control that had the focus last, with its surroundings; nothing once the focus left it for the page. */
let places: Element[] = [];
/** The dialog that has the focus until a control of it is no longer busy. */
let waiting: Element | null = null;

const isOff = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

function restoreFocus(): void {
  const active = document.activeElement;
  const [control, ...around] = places;
  if (!control || (active !== document.body && active !== waiting)) return;
  if (!isOff(control) && takesFocus(control)) return;
  if (control.isConnected && control.matches('[data-loading]')) {
    waiting = control.closest('[role=dialog]');
    if (waiting) takesFocus(waiting);
    return;
  }
  // No further than the page or dialog it was in.
  const end = places.findIndex((place) => place.matches('main, [role=dialog]'));
  const isNear = around.slice(0, Math.max(0, end)).some((place) => {
    const first = place.isConnected ? place.querySelector('[data-autofocus]') : null;
    return (first && takesFocus(first)) || takesFocus(place);
  });
  // Another page came in the place of the one it was in.
  const page = document.querySelector('main');
  if (!isNear && page && places[end]?.matches('main')) takesFocus(page);
}

/**
 * Keeps the focus near the control that had it when that is switched off or goes: browsers drop it on the page's body
 * without a word, where the next Tab leads behind an open dialog.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target === waiting || !(target instanceof Element)) return;
    waiting = null;
    places = outwards(target);
  });
  document.addEventListener('focusout', ({ target }) => {
    setTimeout(() => {
      const [control] = places;
      if (document.activeElement === document.body && control === target && control && !isOff(control)) places = [];
    });
  });
  let isLooking = false;
  new MutationObserver(() => {
    if (isLooking) return;
    isLooking = true;
    // After everything else that moves the focus of its own.
    requestAnimationFrame(() =>
      setTimeout(() => {
        isLooking = false;
        restoreFocus();
      }),
    );
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}
