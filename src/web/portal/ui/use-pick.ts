import { useRef } from 'react';

/**
 * Tells a press of a finger or mouse on a radio button from the arrow keys, which choose while they only pass: going on
 * by itself is for the former.
 */
export function usePick(onPick: (() => void) | undefined) {
  const isPressed = useRef(false);
  return {
    label: {
      onPointerDown: () => {
        isPressed.current = true;
      },
      onKeyDown: () => {
        isPressed.current = false;
      },
    },
    onClick: () => {
      if (isPressed.current) onPick?.();
      isPressed.current = false;
    },
  };
}
