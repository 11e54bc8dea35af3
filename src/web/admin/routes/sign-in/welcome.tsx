import { Anchor, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { call } from '#contract/client.ts';
import { usersOfAccessCode } from '#contract/merchant/session.ts';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { SignInFrame } from './sign-in-frame.tsx';

/** After installing the app, a person picks the email to sign in with (C2.01). */
export function Welcome() {
  const { accessCode } = useSearch({ from: '/welcome' });
  const { data, error, refetch } = useQuery({
    queryKey: ['welcome', accessCode],
    queryFn: ({ signal }) => call(usersOfAccessCode, { query: { accessCode } }, { signal }),
    enabled: accessCode !== '',
  });
  return (
    <SignInFrame title={data ? `Welcome to ${data.storeName}` : 'Welcome'}>
      {accessCode === '' ? (
        <p>Open this page from the link in your invitation. You can also sign in or request an invitation.</p>
      ) : null}
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {accessCode !== '' && !data && !error ? <Skeleton height={120} /> : null}
      {data && data.users.length > 0 ? (
        <>
          <p>Choose your email to sign in.</p>
          <ul className="mg-who">
            {data.users.map(({ email }) => (
              <li key={email}>
                <Button component="a" variant="default" fullWidth justify="start" href={loginUrl(email)}>
                  {email}
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {data?.users.length === 0 ? <p>No one has been invited to this store yet.</p> : null}
      <p className="mg-sign-in-foot">
        {data ? null : (
          <>
            <a href="/login">Sign in</a>
            {' · '}
          </>
        )}
        <Anchor component={Link} to="/sign-up" underline="always">
          Request an invitation
        </Anchor>
      </p>
    </SignInFrame>
  );
}

export const loginUrl = (email: string): string => `/login?${new URLSearchParams({ loginHint: email })}`;
