import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronRight, IconMenu2, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#contract/client.ts';
import { MessagePage } from '../../../ui/message-page.tsx';
import { meQuery } from '../../me-query.ts';
import { loadProblemText } from '../../problem-words.ts';
import { settingsQuery } from '../../settings-query.ts';
import { isAdminOf, isSuperAdminOf } from '../../shell/access.ts';
import { NoRole, NotFoundPage } from '../../shell/problem-pages.tsx';
import type { FoundSetting } from './find-settings.ts';
import { SettingsEditor } from './settings-editor.tsx';
import { groupsOfPage, sectionsFor, type Section } from './settings-sections.tsx';
import { SettingsFinder } from './settings-finder.tsx';
import { SettingsSkeleton } from './settings-skeleton.tsx';
import './settings.css';

const AREA = '/$storeId/settings';

/** Whose settings are open, and what of them they may see. */
function useSettingsViewer() {
  const { storeId } = useParams({ from: AREA });
  const { data: mine } = useQuery(meQuery);
  const store = mine?.stores.find((one) => one.id === storeId);
  if (!mine || !store) return null;
  const { isProviderAdmin } = mine.user;
  const isSuperAdmin = isSuperAdminOf(store, isProviderAdmin);
  return {
    store,
    isSuperAdmin,
    isAdmin: isAdminOf(store, isProviderAdmin),
    sections: sectionsFor({ isSuperAdmin, features: store.features }),
  };
}

/** The settings of the store: the menu next to the open section, or one of the two on a phone. */
export function SettingsArea() {
  const viewer = useSettingsViewer();
  const isMenu = useSearch({ from: AREA })['settings-navigation'] === true;
  const isSmall = useMediaQuery('(max-width: 60em)') ?? false;
  if (!viewer) return <SettingsSkeleton />;
  if (!viewer.isAdmin) return <NoRole needed="Admin" />;
  return (
    <div className="mg-settings-area" data-menu={isMenu}>
      {/* Instead of a section the menu is what the page is about. */}
      <div className="mg-settings-menu-place" {...(isMenu && isSmall ? { role: 'main', id: 'content' } : {})}>
        <Menu storeId={viewer.store.id} sections={viewer.sections} isTitle={isMenu && isSmall} />
      </div>
      <div className="mg-settings-open">
        <nav className="mg-settings-all" aria-label="All settings">
          <Link to="." search={(search) => ({ ...search, 'settings-navigation': true })}>
            <IconMenu2 size={18} aria-hidden />
            All settings
          </Link>
        </nav>
        <Outlet />
      </div>
    </div>
  );
}

type MenuProps = { storeId: number; sections: readonly Section[]; isTitle: boolean };

function Menu({ storeId, sections, isTitle }: MenuProps) {
  const router = useRouter();
  const { 'return-to': to } = useSearch({ from: AREA });
  const back = to ?? `/${storeId}`;
  const [typed, setTyped] = useState('');
  const hrefOf = ({ page, field, fieldOn }: FoundSetting): string =>
    router.buildLocation({
      to: fieldOn ?? '/$storeId/settings/$section',
      params: { storeId, section: page },
      search: to === undefined ? {} : { 'return-to': to },
      ...(field === undefined ? {} : { hash: field }),
    }).href;
  const Title = isTitle ? 'h1' : 'p';
  return (
    <nav className="mg-settings-menu" aria-label="Settings">
      <div className="mg-settings-menu-head">
        <Title>Settings</Title>
        <ActionIcon
          component="a"
          href={back}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Close settings"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            void router.navigate({ href: back });
          }}
        >
          <IconX size={18} />
        </ActionIcon>
      </div>
      <SettingsFinder sections={sections} hrefOf={hrefOf} typed={typed} onType={setTyped} />
      {typed.trim() === '' ? (
        <div className="mg-settings-menu-entries">
          {sections.map(({ id, label }) => (
            <Link
              key={id}
              className="mg-nav-link"
              to="/$storeId/settings/$section"
              params={{ storeId, section: id }}
              search={to === undefined ? {} : { 'return-to': to }}
            >
              <span className="mg-nav-text">{label}</span>
              <IconChevronRight className="mg-settings-into" size={16} aria-hidden />
            </Link>
          ))}
        </div>
      ) : null}
    </nav>
  );
}

/** The section of the address; what is none is not found. */
export function SettingsSectionPage() {
  const { section: id } = useParams({ from: '/$storeId/settings/$section' });
  const viewer = useSettingsViewer();
  const section = viewer?.sections.find((one) => one.id === id);
  const { data, error, refetch } = useQuery({
    ...settingsQuery(viewer?.store.id ?? 0),
    enabled: section !== undefined,
  });
  if (viewer && !section) return <NotFoundPage />;
  if (viewer && section && data)
    return (
      <SettingsEditor
        key={`${viewer.store.id} ${id}`}
        title={section.label}
        groups={groupsOfPage(section.id, viewer)}
        isProvider={viewer.isSuperAdmin}
        store={viewer.store}
        saved={data}
        before={section.before?.(viewer.store)}
        after={section.after?.(viewer.store)}
        {...(section.preview ? { preview: section.preview(viewer.store) } : {})}
      />
    );
  if (error instanceof ApiError && error.status === 403) return <NoRole needed="Admin" />;
  if (error)
    return (
      <MessagePage title="Unable to Load" actions={<Button onClick={() => void refetch()}>Try again</Button>}>
        {loadProblemText(error)}
      </MessagePage>
    );
  return <SettingsSkeleton title={section?.label ?? 'Settings'} />;
}
