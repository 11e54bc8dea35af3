import { Button, TextInput } from '@mantine/core';
import { useState, type ComponentType } from 'react';
import { BackLink } from '../../../ui/back-link.tsx';
import { DetailPage, DetailSkeleton } from '../../../ui/detail-page.tsx';
import { ListPage, type ListPageProps } from '../../../ui/list-page.tsx';
import { MessagePage } from '../../../ui/message-page.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { SettingsPage, SettingsSection } from '../../../ui/settings-page.tsx';
import { SortMenu } from '../../../ui/sort-menu.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useSelection } from '../../../ui/use-selection.ts';
import { SORTS } from './asking.tsx';

type Row = { id: number; name: string; count: number };
const ROWS: readonly Row[] = [
  { id: 1, name: 'A row', count: 3 },
  { id: 2, name: 'A row with a name so long that it has to find a place on a phone somehow', count: 1200 },
  { id: 3, name: 'صف من اليمين إلى اليسار', count: 0 },
];
const back = (
  <BackLink from="/$storeId/swatches" to="/$storeId/swatches" search={{}}>
    Swatches
  </BackLink>
);

type ListProps = { rows: readonly Row[] | undefined } & Partial<ListPageProps<Row>>;

function List({ rows, ...more }: ListProps) {
  const [view, setView] = useState('all');
  return (
    <ListPage
      title="A list"
      primaryAction={<Button>Create</Button>}
      views={[
        { id: 'all', label: 'All', count: rows?.length },
        { id: 'some', label: 'Some', count: null },
      ]}
      view={view}
      onView={setView}
      columns={[
        { id: 'name', title: 'Name', phone: 'start', cell: (row) => <bdi>{row.name}</bdi> },
        { id: 'count', title: 'Count', phone: 'end', isNumber: true, cell: (row) => row.count },
      ]}
      rows={rows}
      rowKey={(row) => row.id}
      onOpen={() => undefined}
      isStale={false}
      error={null}
      onRetry={() => undefined}
      empty={{ title: 'Nothing yet', text: 'What comes to be appears here.' }}
      footer={`${rows?.length ?? 0} rows shown`}
      onPrev={null}
      onNext={rows && rows.length > 0 ? () => undefined : null}
      {...more}
    />
  );
}

/** Everything at once: searched, sorted, some chosen, with a word above the rows. */
function BusyList() {
  const [text, setText] = useState('row');
  const [sort, setSort] = useState('newest');
  const selection = useSelection(ROWS.map((row) => row.id));
  const nameOf = (key: string | number): string => ROWS.find((row) => row.id === key)?.name ?? '';
  return (
    <List
      rows={ROWS}
      finding={<SearchBox label="Search the list" text={text} onChange={setText} />}
      tools={<SortMenu value={sort} options={SORTS} onChange={setSort} />}
      lead={<Notice tone="info">{`${selection.selected.size} chosen`}</Notice>}
      selection={{ ...selection, nameOf }}
    />
  );
}

function Detail() {
  return (
    <DetailPage
      name="A detail"
      back={back}
      title="A detail"
      subtitle={<StatusBadge status={{ label: 'Open', tone: 'info' }} />}
      actions={<Button>Do something</Button>}
      main={<Section title="What it is about">The main column.</Section>}
      side={
        <Section title="Facts">
          <Facts facts={[['Name', 'Value']]} />
        </Section>
      }
    />
  );
}

function Settings({ isSaving = false }: { isSaving?: boolean }) {
  const [name, setName] = useState('');
  return (
    <SettingsPage
      title="Some settings"
      isChanged={isSaving || name !== ''}
      isSaving={isSaving}
      errorCount={name.length > 5 ? 1 : 0}
      onSave={() => setName('')}
      onRevert={() => setName('')}
    >
      <SettingsSection title="A section" help="A sentence that helps.">
        <TextInput
          label="Name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={name.length > 5 ? 'At most 5 characters.' : null}
        />
      </SettingsSection>
    </SettingsPage>
  );
}

/** Layouts by the name in the address. */
export const layouts = {
  list: () => <List rows={ROWS} />,
  'list-loading': () => <List rows={undefined} />,
  'list-empty': () => <List rows={[]} />,
  'list-stale': () => <List rows={ROWS} isStale error={{ message: 'This could not be loaded again.' }} />,
  'list-busy': BusyList,
  'list-problem': () => <List rows={undefined} error={{ message: 'This could not be loaded.' }} />,
  detail: Detail,
  'detail-loading': () => <DetailSkeleton back={back} />,
  settings: () => <Settings />,
  'settings-saving': () => <Settings isSaving />,
  message: () => (
    <MessagePage title="Something to say" actions={<Button>Go on</Button>}>
      And why.
    </MessagePage>
  ),
} as const satisfies Readonly<Record<string, ComponentType>>;

export const isLayout = (name: string): name is keyof typeof layouts => name in layouts;
