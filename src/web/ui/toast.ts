type Tone = 'good' | 'waiting' | 'bad';

const colors: Readonly<Record<Tone, string>> = { good: 'accent', waiting: 'yellow', bad: 'red' };
const STAY_MS = 3000;

/** Says for three seconds what the screen does not show by itself; longer while the pointer or the focus is on it. */
export function toast(message: string, tone: Tone = 'good'): void {
  // Not part of what every page begins with.
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
