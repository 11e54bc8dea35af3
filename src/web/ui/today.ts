import { dayNumber } from './relative-date.ts';

const watchers = new Set<() => void>();
let day = dayNumber(new Date());
let midnight: ReturnType<typeof setTimeout> | undefined;

function look(): void {
  const now = dayNumber(new Date());
  clearTimeout(midnight);
  midnight = setTimeout(look, untilMidnight());
  if (now === day) return;
  day = now;
  for (const watcher of watchers) watcher();
}

function untilMidnight(): number {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();
}

/** The number of the day it is here, renewed at midnight and when a page that slept over it is looked at again. For useSyncExternalStore. */
export const today = {
  subscribe: (watcher: () => void): (() => void) => {
    watchers.add(watcher);
    if (watchers.size === 1) {
      look();
      document.addEventListener('visibilitychange', look);
    }
    return () => {
      watchers.delete(watcher);
      if (watchers.size > 0) return;
      clearTimeout(midnight);
      document.removeEventListener('visibilitychange', look);
    };
  },
  get: (): number => day,
};
