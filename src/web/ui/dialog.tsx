import { Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useFocusBack } from './use-focus-back.ts';

export type DialogProps = {
  title: string;
  size?: string;
  onClose: () => void;
  /** Something was typed that closing would lose: leaving asks first. */
  isChanged?: boolean;
  /** It shows something once: only a button in it closes it. */
  isShownOnce?: boolean;
  /** As a function it gets the way out that asks first. */
  children: ReactNode | ((leave: () => void) => ReactNode);
};

/**
 * A dialog that is open as long as it is mounted; the focus goes back to where it came from. On phones it is a sheet of
 * the whole screen, its buttons always in sight.
 */
export function Dialog({ title, size = 'md', onClose, isChanged = false, isShownOnce = false, children }: DialogProps) {
  useFocusBack();
  const isPhone = useMediaQuery('(max-width: 45em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [isLeaving, setLeaving] = useState(false);
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  const leave = (): void => {
    if (isChanged) setLeaving(true);
    else onClose();
  };
  const stay = (): void => {
    setLeaving(false);
    blocker.reset?.();
  };
  return (
    <>
      <Modal
        opened
        onClose={leave}
        title={title}
        size={size}
        returnFocus={false}
        closeOnEscape={!isShownOnce}
        closeOnClickOutside={!isShownOnce}
        withCloseButton={!isShownOnce}
        fullScreen={isPhone}
        {...(isPhone ? { className: 'mg-sheet' } : {})}
      >
        {typeof children === 'function' ? children(leave) : children}
      </Modal>
      {isLeaving || blocker.status === 'blocked' ? (
        <LeaveDialog
          onStay={stay}
          onLeave={() => {
            if (blocker.status === 'blocked') blocker.proceed();
            // The caller may stay on the page the dialog leads to.
            onClose();
          }}
        />
      ) : null}
    </>
  );
}

/** In the place of what is still to come, whose first field then takes the focus from it. */
export const DialogSkeleton = ({ height }: { height: number }) => (
  <Skeleton height={height} tabIndex={-1} aria-busy data-autofocus />
);

/** Mounted only while it asks: the key that opened it must not close it too. */
function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onStay}
      title="Unsaved Changes"
      confirmLabel="Discard Changes"
      cancelLabel="Return to Page"
      onConfirm={onLeave}
      isDestructive
    >
      Your changes aren't saved. If you leave now, you'll lose them.
    </ConfirmDialog>
  );
}
