import { Button } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { MessagePage } from '../../../ui/message-page.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { useHelpdeskSession } from '../../helpdesk-session.ts';
import { hasCode, loadProblemText } from '../../problem-words.ts';

/** Opens a session from within a helpdesk, and goes on to the page it asked for. */
export function HelpdeskLogin() {
  const { returnTo, ...query } = useSearch({ from: '/helpdesk' });
  const { storeId, error, retry, asks, enter, isEntering } = useHelpdeskSession(query);
  const router = useRouter();
  useEffect(() => {
    if (storeId === null) return;
    // Of the store the session is for, never of another site.
    const href = returnTo?.startsWith(`/${storeId}/`) ? returnTo : `/${storeId}`;
    void router.navigate({ href, replace: true });
  }, [storeId, returnTo, router]);
  if (hasCode(error, 'APP_UPGRADE_REQUIRED'))
    return (
      <MessagePage title="App Update Required">
        The Makegood app in your helpdesk is out of date. Ask your helpdesk admin to update it.
      </MessagePage>
    );
  if (error)
    return (
      <MessagePage title="Unable to Load" actions={<Button onClick={retry}>Try again</Button>}>
        {loadProblemText(error)}
      </MessagePage>
    );
  if (asks !== null)
    return <ConfirmHelpdesk storeName={asks} email={query.email} isBusy={isEntering} onConfirm={enter} />;
  return <ProgressBar isActive />;
}

type ConfirmProps = { storeName: string; email: string; isBusy: boolean; onConfirm: () => void };

/** Asks before a link signs this browser in. */
export const ConfirmHelpdesk = ({ storeName, email, isBusy, onConfirm }: ConfirmProps) => (
  <MessagePage
    title={`Open ${storeName}?`}
    actions={
      <Button onClick={onConfirm} loading={isBusy}>
        Continue
      </Button>
    }
  >
    Your helpdesk signs you in as <bdi>{email}</bdi>. Continue only if you opened this from your helpdesk.
  </MessagePage>
);
