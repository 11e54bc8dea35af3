import { Modal } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';

export type DialogProps = { title: string; size?: string; onClose: () => void; children: ReactNode };

/** A dialog that is open as long as it is mounted; the focus goes back to where it came from. */
export function Dialog({ title, size = 'md', onClose, children }: DialogProps) {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the focus trap has let go.
      setTimeout(() => {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      });
    },
    [opener],
  );
  return (
    <Modal opened onClose={onClose} title={title} size={size} returnFocus={false}>
      {children}
    </Modal>
  );
}
