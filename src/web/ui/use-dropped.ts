import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/** What is dropped on the element; while something is held over it, it shows that it takes it. */
export function useDropped<E extends HTMLElement>(take: (files: readonly File[]) => void): RefObject<E | null> {
  const zone = useRef<E>(null);
  const onDrop = useEffectEvent(take);
  useEffect(() => {
    const element = zone.current;
    if (!element) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const over = (event: DragEvent): void => {
      event.preventDefault();
      element.toggleAttribute('data-over', true);
    };
    const leave = (): void => void element.toggleAttribute('data-over', false);
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      leave();
      onDrop([...(event.dataTransfer?.files ?? [])]);
    };
    element.addEventListener('dragover', over, { signal });
    element.addEventListener('dragleave', leave, { signal });
    element.addEventListener('drop', drop, { signal });
    return () => stop.abort();
  }, []);
  return zone;
}
