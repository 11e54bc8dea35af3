import { Button, Modal } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { isSessionExpired, onSessionExpired, setSessionExpired, signInUrl } from '../session.ts';

/** Asked when the session ends during work: what was typed stays until the person chooses to go. */
export function SessionExpired() {
  const isExpired = useSyncExternalStore(onSessionExpired, isSessionExpired);
  const stay = (): void => setSessionExpired(false);
  return (
    <Modal opened={isExpired} onClose={stay} title="Session Expired" zIndex={1000}>
      Please log in again to continue.
      <div className="mg-dialog-actions">
        <Button variant="default" onClick={stay}>
          Stay to copy what I typed
        </Button>
        <Button onClick={() => window.location.assign(signInUrl(window.location))} data-autofocus>
          Continue
        </Button>
      </div>
    </Modal>
  );
}
