import { notifications } from '@mantine/notifications';

/** Says for three seconds what the screen does not show by itself. Bad news stays until it is closed. */
export function toast(message: string, tone: 'good' | 'bad' = 'good'): void {
  notifications.show({
    message,
    color: tone === 'good' ? 'accent' : 'red',
    autoClose: tone === 'good' ? 3000 : false,
    role: tone === 'good' ? 'status' : 'alert',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}
