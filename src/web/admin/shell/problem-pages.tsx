import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { MessagePage } from '../../ui/message-page.tsx';
import { hasCode, loadProblemText } from '../problem-words.ts';

/** `/{storeId}` of the address, or `/`. */
const homePath = (): string => /^\/\d+(?=\/|$)/.exec(window.location.pathname)?.[0] ?? '/';

const GoHome = ({ to = homePath() }: { to?: string }) => (
  <Button component="a" href={to} variant="default">
    Go to Home
  </Button>
);
const Reload = () => <Button onClick={() => window.location.reload()}>Reload</Button>;

export function NotFoundPage() {
  return (
    <MessagePage title="Page Not Found" actions={<GoHome />}>
      Sorry, we couldn't find the page you're looking for.
    </MessagePage>
  );
}

export function ErrorPage() {
  return (
    <MessagePage
      title="Something went wrong"
      actions={
        <>
          <Reload />
          <GoHome />
        </>
      }
    />
  );
}

export function UserUnavailable({ error }: { error: Error }) {
  // Without an answer, the email isn't to blame.
  if (hasCode(error, 'NETWORK'))
    return (
      <MessagePage title="Unable to Load" actions={<Reload />}>
        {loadProblemText(error)}
      </MessagePage>
    );
  return (
    <MessagePage title="Unable to Fetch User" actions={<Reload />}>
      Please ensure your email exists in the product, if this issue persists, contact support.
    </MessagePage>
  );
}

export function NoStoreAccess({ onLogOut }: { onLogOut: () => void }) {
  return (
    <MessagePage title="No Store Access" actions={<Button onClick={onLogOut}>Log Out</Button>}>
      You're signed in, but no store has invited you yet. Ask a store admin for an invitation.
    </MessagePage>
  );
}

export function Unauthorized() {
  return (
    <MessagePage title="Unauthorized" actions={<GoHome to="/" />}>
      You don't have access to this store. Ask a store admin for an invitation, or open another store.
    </MessagePage>
  );
}

export const NoRole = ({ needed }: { needed: string }) => <NoAccess>{`This page needs the role ${needed}.`}</NoAccess>;

export function NoAccess({ children }: { children: ReactNode }) {
  return (
    <MessagePage title="You Don't Have Access" actions={<GoHome />}>
      {children}
    </MessagePage>
  );
}

export function SubscriptionExpired({ supportEmail }: { supportEmail: string }) {
  return (
    <MessagePage
      title="Subscription Expired"
      actions={
        <Button component="a" href={`mailto:${supportEmail}`}>
          Contact Us
        </Button>
      }
    >
      This store's subscription has ended. Your claims are safe and will be available again once it's renewed.
    </MessagePage>
  );
}
