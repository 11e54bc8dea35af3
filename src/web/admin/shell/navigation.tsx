import { useLocalStorage } from '@mantine/hooks';
import {
  IconApi,
  IconArrowsExchange,
  IconBook2,
  IconChartBar,
  IconCertificate,
  IconExternalLink,
  IconFile,
  IconFileSearch,
  IconHeadset,
  IconHelp,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMessages,
  IconPalette,
  IconReceipt,
  IconReceiptRefund,
  IconSettings,
  IconShield,
  IconTruck,
  type Icon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { CONCIERGE, HOME, inStore, type NavEntry, type NavEntryId } from './store-pages.ts';

const icons: Readonly<Partial<Record<NavEntryId, Icon>>> = {
  home: IconHome,
  orderLookup: IconFileSearch,
  returns: IconReceiptRefund,
  warranties: IconShield,
  shippingClaims: IconTruck,
  registrations: IconCertificate,
  concierge: IconHeadset,
  answers: IconMessages,
  effects: IconArrowsExchange,
  books: IconBook2,
  dashboards: IconChartBar,
  swatches: IconPalette,
  billing: IconReceipt,
  settings: IconSettings,
};

// A mail opens no page: the new tab would stay empty.
const OTHER_TAB = { target: '_blank', rel: 'noreferrer' } as const;

export type NavigationProps = {
  /** Null around pages of no store. */
  storeId: number | null;
  entries: readonly NavEntry[];
  portalUrl: string | null;
  helpUrl: string;
  canCollapse?: boolean;
  onNavigate?: () => void;
};

/** The pages of a store; the same entries in the sidebar and in the menu of a phone. */
export function Navigation({ storeId, entries, portalUrl, helpUrl, canCollapse = false, onNavigate }: NavigationProps) {
  const [isSaved, setNarrow] = useLocalStorage({
    key: 'makegood-sidebar-narrow',
    defaultValue: false,
  });
  const isNarrow = canCollapse && isSaved;
  const isMail = helpUrl.startsWith('mailto:');
  const title = (text: string) => (isNarrow ? { title: text } : {});
  return (
    <nav
      className="mg-nav"
      aria-label="Main"
      {...(canCollapse ? {} : { 'data-drawer': true })}
      {...(isNarrow ? { 'data-narrow': true } : {})}
    >
      {entries.map((entry, index) => {
        const Shape = icons[entry.id] ?? IconFile;
        const begins = entry.group !== undefined && entries[index - 1]?.group !== entry.group;
        return (
          <Fragment key={entry.id}>
            {begins ? <div className="mg-nav-group mg-nav-text">{entry.group}</div> : null}
            <Link
              className="mg-nav-link"
              {...(entry.group === undefined ? {} : { 'data-grouped': true })}
              to={inStore(entry.path, storeId)}
              // Others are below these.
              activeOptions={{ exact: entry.path === HOME || entry.path === CONCIERGE }}
              onClick={() => onNavigate?.()}
              {...title(entry.label)}
            >
              <Shape size={18} aria-hidden />
              <span className="mg-nav-text">{entry.label}</span>
            </Link>
          </Fragment>
        );
      })}
      {portalUrl === null ? null : (
        <a className="mg-nav-link" href={portalUrl} {...OTHER_TAB} {...title('Return portal')}>
          <IconExternalLink size={18} aria-hidden />
          <span className="mg-nav-text">Return portal</span>
        </a>
      )}
      <a className="mg-nav-link" href="/api" {...title('API reference')}>
        <IconApi size={18} aria-hidden />
        <span className="mg-nav-text">API reference</span>
      </a>
      <a className="mg-nav-link" href={helpUrl} {...(isMail ? {} : OTHER_TAB)} {...title('Help')}>
        <IconHelp size={18} aria-hidden />
        <span className="mg-nav-text">Help</span>
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
