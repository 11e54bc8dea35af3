import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

export type LeaveGuard = {
  /** Something typed is not saved yet. */
  isChanged: boolean;
  /** Another search of the same page leaves it too; otherwise it leaves nothing behind. */
  isSearchLeft?: boolean;
  /** What is lost by leaving. */
  children: ReactNode;
  title?: string;
  leaveLabel?: string;
  stayLabel?: string;
};

/** Asks before changes are left behind: by a link, by the browser's back, by closing the tab. Returns the question, to be put on the page. */
export function useLeaveGuard({
  isChanged,
  isSearchLeft = false,
  children,
  title = 'Unsaved Changes',
  leaveLabel = 'Discard Changes',
  stayLabel = 'Return to Page',
}: LeaveGuard): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && (isSearchLeft || current.pathname !== next.pathname),
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={title}
      confirmLabel={leaveLabel}
      cancelLabel={stayLabel}
      onConfirm={() => blocker.proceed?.()}
      isDestructive
    >
      {children}
    </ConfirmDialog>
  );
}
