import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 300;

/** What was typed, once the shopper pauses. */
export function useDebounced(typed: string): string {
  const [settled, settle] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
