import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '#contract/client.ts';
import { tokenLogin } from '#contract/merchant/session.ts';
import { MessagePage } from '../../../ui/message-page.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { hasCode, loadProblemText } from '../../problem-words.ts';

/** Opens a session from within a helpdesk, and goes on to the page it asked for. */
export function HelpdeskLogin() {
  const { returnTo, ...query } = useSearch({ from: '/helpdesk' });
  const { data, error, refetch } = useQuery({
    queryKey: ['helpdesk-login', query],
    queryFn: ({ signal }) => call(tokenLogin, { query }, { signal }),
    retry: false,
    staleTime: Infinity,
  });
  const router = useRouter();
  useEffect(() => {
    if (!data) return;
    // Of the store the session is for, never of another site.
    const href = returnTo?.startsWith(`/${data.storeId}/`) ? returnTo : `/${data.storeId}`;
    void router.navigate({ href, replace: true });
  }, [data, returnTo, router]);
  if (hasCode(error, 'APP_UPGRADE_REQUIRED'))
    return (
      <MessagePage title="App Update Required">
        The Makegood app in your helpdesk is out of date. Ask your helpdesk admin to update it.
      </MessagePage>
    );
  if (error)
    return (
      <MessagePage title="Unable to Load" actions={<Button onClick={() => void refetch()}>Try again</Button>}>
        {loadProblemText(error)}
      </MessagePage>
    );
  return <ProgressBar isActive />;
}
