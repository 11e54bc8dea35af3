import { Burger } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { Outlet, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { subscriptionEnd, type SubscriptionEnd } from '#core/stores/subscription.ts';
import { KeysDialog } from '../../ui/keys-dialog.tsx';
import { loadLater } from '../../ui/load-later.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { meQuery } from '../me-query.ts';
import { isSignedOut } from '../session.ts';
import { isSuperAdminOf, type Me, type MyStore } from './access.ts';
import { AlertsBanner, AlertsBell } from './alerts/alerts.tsx';
import { Banners } from './banners.tsx';
import { rememberStore } from './last-store.ts';
import { goHints, useGoKeys } from './go-keys.ts';
import { LAST_KEYS, LIST_KEYS } from './keys.ts';
import { useLogOut } from './log-out.ts';
import { Navigation } from './navigation.tsx';
import { NoStoreAccess, SubscriptionExpired, Unauthorized, UserUnavailable } from './problem-pages.tsx';
import { QuickSearch } from './quick-search/quick-search.tsx';
import './shell.css';
import { showsProgress } from './shows-progress.ts';
import { navEntries, userEntries } from './store-pages.ts';
import { useIsRoute, viewerOf } from './use-viewer.ts';
import { TopStore } from './store-picker.tsx';
import { UserMenu } from './user-menu.tsx';

const AlertsPanel = loadLater(async () => (await import('./alerts/alerts-panel.tsx')).AlertsPanel);
const PhoneMenu = loadLater(async () => (await import('./phone-menu.tsx')).PhoneMenu);
const ProviderSection = loadLater(
  async () => (await import('../routes/settings/provider-section.tsx')).ProviderSection,
);

const KEYS = [
  { keys: ['Ctrl', 'K'], does: 'Quick Search' },
  ...LIST_KEYS,
  { keys: ['x'], does: 'Select the row' },
  { keys: ['a'], does: 'Approve and finalize the claim' },
  { keys: ['d'], does: 'Deny the item' },
  { keys: ['f'], does: 'Finalize the claim' },
  ...LAST_KEYS,
];

/** Top bar and sidebar around every page of a store. */
export function Shell() {
  const { storeId } = useParams({ from: '/$storeId' });
  const { data, error, dataUpdatedAt } = useQuery(meQuery);
  const logOut = useLogOut();
  const isNavigating = useRouterState({ select: (state) => state.status === 'pending' });
  const isFetching = useIsFetching({ predicate: showsProgress }) > 0;
  const store = data?.stores.find((one) => one.id === storeId);
  useEffect(() => {
    if (data && store) rememberStore(data.user.id, store.id);
  }, [data, store]);
  if (error && !data) return isSignedOut(error) ? null : <UserUnavailable error={error} />;
  if (!data) return <ProgressBar isActive />;
  if (data.stores.length === 0) return <NoStoreAccess onLogOut={logOut} />;
  if (!store) return <Unauthorized />;
  const end = subscriptionEnd(store.invoiceDefinition, new Date(dataUpdatedAt));
  return (
    <>
      <a className="mg-skip" href="#content">
        Skip to content
      </a>
      <ProgressBar isActive={isNavigating || isFetching} />
      {end.state === 'expired' ? (
        <ExpiredStore me={data} store={store} />
      ) : (
        <OpenStore key={store.id} me={data} store={store} end={end} />
      )}
    </>
  );
}

function OpenStore({ me, store, end }: { me: Me; store: MyStore; end: SubscriptionEnd }) {
  const isRoute = useIsRoute();
  const logOut = useLogOut();
  const [isMenuOpen, menu] = useDisclosure(false);
  const [areAlertsOpen, alerts] = useDisclosure(false);
  const viewer = viewerOf(me.user, store);
  const reader = viewer.isAdmin ? { storeId: store.id, userId: me.user.id } : null;
  const entries = navEntries(viewer, isRoute);
  useGoKeys(store.id, entries);
  const navigation = {
    storeId: store.id,
    entries,
    portalUrl: store.customerAppUrl,
    helpUrl: me.support.helpUrl,
  };
  return (
    <>
      <div className="mg-shell" data-role={store.roleCode}>
        <header className="mg-top">
          <div className="mg-nav-toggle">
            <Burger opened={isMenuOpen} onClick={menu.toggle} size="sm" aria-label="Menu" />
          </div>
          <TopStore me={me} store={store} />
          <QuickSearch store={store} pages={[...navigation.entries, ...userEntries(viewer, isRoute)]} viewer={viewer} />
          {reader ? <AlertsBell reader={reader} onOpen={alerts.open} /> : null}
          <UserMenu user={me.user} storeId={store.id} entries={userEntries(viewer, isRoute)} onLogOut={logOut} />
        </header>
        <section className="mg-banners" aria-label="About your store">
          <Banners
            me={me}
            store={store}
            end={end}
            alerts={reader ? <AlertsBanner reader={reader} onOpen={alerts.open} /> : null}
          />
        </section>
        <Navigation {...navigation} canCollapse />
        <div className="mg-content">
          <Outlet />
        </div>
      </div>
      <KeysDialog hints={[...goHints(entries), ...KEYS]} />
      {isMenuOpen ? <PhoneMenu {...navigation} title={store.name} onClose={menu.close} /> : null}
      {reader && areAlertsOpen ? <AlertsPanel reader={reader} onClose={alerts.close} /> : null}
    </>
  );
}

/** Every screen of a store whose subscription ended; other stores and the way out stay (C4.24). */
function ExpiredStore({ me, store }: { me: Me; store: MyStore }) {
  const logOut = useLogOut();
  return (
    <div className="mg-shell">
      <header className="mg-top">
        <TopStore me={me} store={store} />
        <UserMenu user={me.user} storeId={store.id} entries={[]} onLogOut={logOut} />
      </header>
      <div className="mg-content mg-content-wide">
        <SubscriptionExpired supportEmail={me.support.email} />
        {isSuperAdminOf(store, me.user.isProviderAdmin) ? (
          // Otherwise no one could reopen the store from here.
          <ProviderSection store={store} />
        ) : null}
      </div>
    </div>
  );
}
