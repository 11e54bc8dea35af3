type Tone = 'good' | 'waiting' | 'bad';

const colors: Readonly<Record<Tone, string>> = { good: 'accent', waiting: 'yellow', bad: 'red' };
const STAY_MS = 3000;

const watchers = new Set<() => void>();
let isWanted = false;

/** Whether something was said yet: the place where it is shown is not part of what a page begins with. For useSyncExternalStore. */
export const toastsWanted = {
  subscribe: (watcher: () => void): (() => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  get: (): boolean => isWanted,
};

/** Says for three seconds what the screen does not show by itself; longer while the pointer or the focus is on it. */
export function toast(message: string, tone: Tone = 'good'): void {
  isWanted = true;
  for (const watcher of watchers) watcher();
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({
      message,
      color: colors[tone],
      autoClose: STAY_MS,
      role: tone === 'bad' ? 'alert' : 'status',
      closeButtonProps: { 'aria-label': 'Dismiss' },
    }),
  );
}
