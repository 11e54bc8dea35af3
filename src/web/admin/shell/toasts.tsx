import { useMediaQuery } from '@mantine/hooks';
import { useSyncExternalStore } from 'react';
import { loadLater } from '../../ui/load-later.ts';
import { toastsWanted } from '../../ui/toast.ts';

const Notifications = loadLater(async () => (await import('@mantine/notifications')).Notifications);

/** Where toasts appear, from the first one on. On phones that is over the header: buttons stand at the bottom. */
export function Toasts() {
  const isWanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get);
  const isPhone = useMediaQuery('(max-width: 45em)', undefined, { getInitialValueInEffect: false }) ?? false;
  return isWanted ? <Notifications position={isPhone ? 'top-center' : 'bottom-center'} /> : null;
}
