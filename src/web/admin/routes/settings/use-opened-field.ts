import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Begins at the field that the address names after `#`, once the fields are there: in view, marked and with the focus.
 * Returns the id of the marked field.
 */
export function useOpenedField(isLoaded = true): string | undefined {
  const id = useRouterState({ select: ({ location }) => location.hash });
  // The same field can be asked for again.
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key });
  const [left, setLeft] = useState<string>();
  useEffect(() => {
    const place = document.getElementById(id);
    if (!place?.classList.contains('mg-setting')) return undefined;
    // After the browser, which takes the focus to what the address names.
    const frame = requestAnimationFrame(() => {
      place.scrollIntoView({ block: 'center' });
      (place.querySelector<HTMLElement>(CONTROL) ?? place).focus({ preventScroll: true });
    });
    const unmark = ({ relatedTarget }: FocusEvent): void => {
      if (!(relatedTarget instanceof Node && place.contains(relatedTarget))) setLeft(visit);
    };
    place.addEventListener('focusout', unmark);
    return () => {
      cancelAnimationFrame(frame);
      place.removeEventListener('focusout', unmark);
    };
  }, [id, visit, isLoaded]);
  return id !== '' && left !== visit ? id : undefined;
}

const CONTROL = ['input:not([type=hidden])', 'textarea', 'select', 'button']
  .map((control) => `${control}:not(:disabled)`)
  .join();
