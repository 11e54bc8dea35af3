import { Drawer } from '@mantine/core';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { Navigation, type NavigationProps } from './navigation.tsx';

/** The pages of a store where there is no room for a sidebar; open as long as it is mounted. */
export function PhoneMenu({
  title,
  onClose,
  ...navigation
}: Omit<NavigationProps, 'canCollapse' | 'onNavigate'> & { title: string; onClose: () => void }) {
  useFocusBack();
  return (
    <Drawer
      opened
      onClose={onClose}
      size={260}
      title={title}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close menu' }}
    >
      <Navigation {...navigation} onNavigate={onClose} />
    </Drawer>
  );
}
