import { useCallback, useLayoutEffect, useRef } from 'react';

/** Whether the component is still on the screen, for when an answer comes late. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useLayoutEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}
