import { Button, Modal } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { isFramed, isSessionExpired, onSessionExpired, setSessionExpired, signInUrl } from '../session.ts';

function signIn(): void {
  const url = signInUrl(window.location);
  if (isFramed()) window.open(url, '_blank', 'noopener');
  else window.location.assign(url);
}

/** Asked when the session ends during work: what was typed stays until the person chooses to go. */
export function SessionExpired() {
  const isExpired = useSyncExternalStore(onSessionExpired, isSessionExpired);
  const stay = (): void => setSessionExpired(false);
  return (
    <Modal opened={isExpired} onClose={stay} title="Session Expired" zIndex={1000}>
      Please log in again to continue.
      {isFramed() ? <p>Reopen the conversation, or continue in a new window.</p> : null}
      <div className="mg-dialog-actions">
        <Button variant="default" onClick={stay}>
          Stay and copy my text
        </Button>
        <Button onClick={signIn} data-autofocus>
          Continue
        </Button>
      </div>
    </Modal>
  );
}
