import { Burger, CloseButton, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { KeysDialog } from '../../ui/keys-dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import logo from '../favicon.svg';
import { problemText } from '../problem-words.ts';
import { meQuery } from '../queries.ts';
import { isSignedOut } from '../session.ts';
import { useLogOut } from './log-out.ts';
import { Navigation } from './navigation.tsx';
import { NoStoreAccess, Unauthorized, UserUnavailable } from './problem-pages.tsx';
import './shell.css';
import { StorePicker } from './store-picker.tsx';
import { UserMenu } from './user-menu.tsx';

const KEYS = [
  { keys: ['/'], does: 'Search the list' },
  { keys: ['j'], does: 'Next row' },
  { keys: ['k'], does: 'Previous row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['Esc'], does: 'Close what is open' },
  { keys: ['?'], does: 'Show these keys' },
];

/** Top bar and sidebar around every page of a store. */
export function Shell() {
  const { storeId } = useParams({ from: '/$storeId' });
  const { data, error } = useQuery(meQuery);
  const logOut = useLogOut();
  const [isMenuOpen, menu] = useDisclosure(false);
  const isNavigating = useRouterState({ select: (state) => state.status === 'pending' });
  // A claim that is being watched asks every two seconds; that must not flicker at the top.
  const isFetching =
    useIsFetching({
      predicate: (query) => query.queryKey[0] !== 'claim' || query.state.data === undefined,
    }) > 0;
  if (error && !data) return isSignedOut(error) ? null : <UserUnavailable message={problemText(error)} />;
  if (!data) return <ProgressBar isActive />;
  if (data.stores.length === 0) return <NoStoreAccess onLogOut={logOut} />;
  const store = data.stores.find((one) => one.id === storeId);
  if (!store) return <Unauthorized />;
  return (
    <>
      <a className="mg-skip" href="#content">
        Skip to content
      </a>
      <ProgressBar isActive={isNavigating || isFetching} />
      <div className="mg-shell">
        <header className="mg-top">
          <div className="mg-nav-toggle">
            <Burger opened={isMenuOpen} onClick={menu.toggle} size="sm" aria-label="Menu" />
          </div>
          <Link className="mg-logo" to="/$storeId" params={{ storeId }} aria-label="Makegood, store home">
            <img src={logo} alt="" width={24} height={24} />
            <span className="mg-logo-word">Makegood</span>
          </Link>
          <div className="mg-top-store">
            <span className="mg-slash" aria-hidden>
              /
            </span>
            <StorePicker stores={data.stores} store={store} />
          </div>
          <UserMenu user={data.user} onLogOut={logOut} />
        </header>
        {data.user.isProviderAdmin ? (
          <ProviderBanner text={`Logged in as ${data.user.email} on ${store.name}`} />
        ) : null}
        <Navigation store={store} isProviderAdmin={data.user.isProviderAdmin} canCollapse />
        <div className="mg-content">
          <Outlet />
        </div>
      </div>
      <Drawer
        opened={isMenuOpen}
        onClose={menu.close}
        size={260}
        title={store.name}
        closeButtonProps={{ 'aria-label': 'Close menu' }}
      >
        <Navigation store={store} isProviderAdmin={data.user.isProviderAdmin} onNavigate={menu.close} />
      </Drawer>
      <KeysDialog hints={KEYS} />
    </>
  );
}

function ProviderBanner({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <div className="mg-as">
      <output>{text}</output>
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => setOpen(false)} />
    </div>
  );
}
