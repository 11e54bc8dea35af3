import { Burger } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { KeysDialog } from '../../ui/keys-dialog.tsx';
import { loadLater } from '../../ui/load-later.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { meQuery } from '../me-query.ts';
import { isSignedOut } from '../session.ts';
import type { Me } from './access.ts';
import { goHints, useGoKeys } from './go-keys.ts';
import { LAST_KEYS, LIST_KEYS } from './keys.ts';
import { useLogOut } from './log-out.ts';
import { Navigation } from './navigation.tsx';
import { NotFoundPage, UserUnavailable } from './problem-pages.tsx';
import { showsProgress } from './shows-progress.ts';
import { PROVIDER_ENTRIES } from './store-pages.ts';
import { TopStore } from './store-picker.tsx';
import { UserMenu } from './user-menu.tsx';
import './shell.css';

const PhoneMenu = loadLater(async () => (await import('./phone-menu.tsx')).PhoneMenu);

/** Top bar and sidebar around the pages of the provider, which are of no store. For everybody else there are none. */
export function ProviderShell() {
  const { data, error } = useQuery(meQuery);
  if (error && !data) return isSignedOut(error) ? null : <UserUnavailable error={error} />;
  if (!data) return <ProgressBar isActive />;
  return data.user.isProviderAdmin ? <OpenProvider me={data} /> : <NotFoundPage />;
}

function OpenProvider({ me }: { me: Me }) {
  const logOut = useLogOut();
  const [isMenuOpen, menu] = useDisclosure(false);
  const isNavigating = useRouterState({ select: (state) => state.status === 'pending' });
  const isFetching = useIsFetching({ predicate: showsProgress }) > 0;
  useGoKeys(null, PROVIDER_ENTRIES);
  const navigation = { storeId: null, entries: PROVIDER_ENTRIES, portalUrl: null, helpUrl: me.support.helpUrl };
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
          <TopStore me={me} store={null} />
          <UserMenu user={me.user} storeId={null} entries={[]} onLogOut={logOut} />
        </header>
        <Navigation {...navigation} canCollapse />
        <div className="mg-content">
          <Outlet />
        </div>
      </div>
      <KeysDialog hints={[...goHints(PROVIDER_ENTRIES), ...LIST_KEYS, ...LAST_KEYS]} />
      {isMenuOpen ? <PhoneMenu {...navigation} title="All stores" onClose={menu.close} /> : null}
    </>
  );
}
