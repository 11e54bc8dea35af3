import { useLocalStorage } from '@mantine/hooks';
import {
  IconApi,
  IconArrowsExchange,
  IconBook2,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconReceiptRefund,
  IconSearch,
  IconSettings,
  IconShieldCheck,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isAdminOf, type MyStore } from './access.ts';

export type NavigationProps = {
  store: MyStore;
  isProviderAdmin: boolean;
  canCollapse?: boolean;
  onNavigate?: () => void;
};

/** The pages of a store; the same entries in the sidebar and in the menu of a phone. */
export function Navigation({ store, isProviderAdmin, canCollapse = false, onNavigate }: NavigationProps) {
  const [isSaved, setNarrow] = useLocalStorage({
    key: 'makegood-sidebar-narrow',
    defaultValue: false,
  });
  const isNarrow = canCollapse && isSaved;
  const title = (text: string) => (isNarrow ? { title: text } : {});
  const params = { storeId: store.id };
  const isAdmin = isAdminOf(store, isProviderAdmin);
  return (
    <nav
      className="mg-nav"
      aria-label="Main"
      style={
        canCollapse
          ? {}
          : {
              position: 'static',
              width: 'auto',
              height: 'auto',
              border: 0,
              background: 'none',
              padding: 0,
            }
      }
      {...(isNarrow ? { 'data-narrow': true } : {})}
    >
      <Link
        className="mg-nav-link"
        to="/$storeId/claims/return"
        params={params}
        onClick={() => onNavigate?.()}
        {...title('Return claims')}
      >
        <IconReceiptRefund size={18} aria-hidden />
        <span className="mg-nav-text">Return claims</span>
      </Link>
      <Link
        className="mg-nav-link"
        to="/$storeId/claims/warranty"
        params={params}
        onClick={() => onNavigate?.()}
        {...title('Warranty claims')}
      >
        <IconShieldCheck size={18} aria-hidden />
        <span className="mg-nav-text">Warranty claims</span>
      </Link>
      <Link
        className="mg-nav-link"
        to="/$storeId/orders/lookup"
        params={params}
        onClick={() => onNavigate?.()}
        {...title('Order Lookup')}
      >
        <IconSearch size={18} aria-hidden />
        <span className="mg-nav-text">Order Lookup</span>
      </Link>
      <Link
        className="mg-nav-link"
        to="/$storeId/effects"
        params={params}
        onClick={() => onNavigate?.()}
        {...title('Effects')}
      >
        <IconArrowsExchange size={18} aria-hidden />
        <span className="mg-nav-text">Effects</span>
      </Link>
      {isAdmin ? (
        <Link
          className="mg-nav-link"
          to="/$storeId/books"
          params={params}
          onClick={() => onNavigate?.()}
          {...title('Books')}
        >
          <IconBook2 size={18} aria-hidden />
          <span className="mg-nav-text">Books</span>
        </Link>
      ) : null}
      {isAdmin ? (
        <Link
          className="mg-nav-link"
          to="/$storeId/settings"
          params={params}
          onClick={() => onNavigate?.()}
          {...title('Settings')}
        >
          <IconSettings size={18} aria-hidden />
          <span className="mg-nav-text">Settings</span>
        </Link>
      ) : null}
      <a className="mg-nav-link" href="/api" {...title('API reference')}>
        <IconApi size={18} aria-hidden />
        <span className="mg-nav-text">API reference</span>
      </a>
      {canCollapse ? (
        <button
          type="button"
          className="mg-nav-link mg-nav-end"
          aria-expanded={!isNarrow}
          onClick={() => setNarrow(!isNarrow)}
          {...title('Expand')}
        >
          {isNarrow ? (
            <IconLayoutSidebarLeftExpand size={18} aria-hidden />
          ) : (
            <IconLayoutSidebarLeftCollapse size={18} aria-hidden />
          )}
          <span className="mg-nav-text">{isNarrow ? 'Expand' : 'Collapse'}</span>
        </button>
      ) : null}
    </nav>
  );
}
