import { useSyncExternalStore } from 'react';
import { loadLater } from '../../ui/load-later.ts';
import { toastsWanted } from '../../ui/toast.ts';

const Notifications = loadLater(async () => (await import('@mantine/notifications')).Notifications);

/** Where toasts appear, from the first one on. */
export const Toasts = () =>
  useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get) ? <Notifications position="bottom-center" /> : null;
