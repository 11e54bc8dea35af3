import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, setCaller } from '#contract/client.ts';
import { signOut } from '#contract/merchant/me.ts';
import { MessagePage } from '../../../ui/message-page.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { forgetAddresses } from '../../lists/kept-state.ts';
import { forgetRecent } from '../../shell/quick-search/recent.ts';
import { loadProblemText } from '../../problem-words.ts';
import { isSignedOut } from '../../session.ts';

/** End the session as soon as it is opened. */
export function SignOut() {
  const client = useQueryClient();
  const { isSuccess, error, refetch } = useQuery({
    queryKey: ['sign-out'],
    // Who is signed out already has what they came for.
    queryFn: () =>
      call(signOut, {}).catch((reason: unknown) => {
        if (isSignedOut(reason)) return {};
        throw reason;
      }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  // Nothing is kept for the next person who signs in.
  useEffect(() => {
    if (!isSuccess) return;
    setCaller(null);
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'sign-out' });
    forgetAddresses();
    forgetRecent();
  }, [isSuccess, client]);
  if (error)
    return (
      <MessagePage title="Unable to Load" actions={<Button onClick={() => void refetch()}>Try again</Button>}>
        {loadProblemText(error)}
      </MessagePage>
    );
  if (!isSuccess) return <ProgressBar isActive />;
  return (
    <MessagePage
      title="You are signed out"
      actions={
        <Button component="a" href="/login?isReauthentication=true">
          Sign in again
        </Button>
      }
    />
  );
}
