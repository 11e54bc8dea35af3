import { notifications } from '@mantine/notifications';

type Tone = 'good' | 'waiting' | 'bad';

const colors: Readonly<Record<Tone, string>> = { good: 'accent', waiting: 'yellow', bad: 'red' };
// Bad news stays until it is closed.
const stay: Readonly<Record<Tone, number | false>> = { good: 3000, waiting: 8000, bad: false };

/** Says what the screen does not show by itself: for three seconds, for eight what asks for a thought. */
export function toast(message: string, tone: Tone = 'good'): void {
  notifications.show({
    message,
    color: colors[tone],
    autoClose: stay[tone],
    role: tone === 'bad' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}
