import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { dashboardCsv } from '#core/analytics/dashboard-csv.ts';
import { DASHBOARDS, type DashboardId } from '#core/analytics/dashboard.ts';
import { saveCsv } from '../../../ui/save-file.ts';
import { DayFields } from '../../../ui/day-fields.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { dayText } from '../../../ui/relative-date.ts';
import { meQuery } from '../../me-query.ts';
import { isAdminOf } from '../../shell/access.ts';
import { NoRole } from '../../shell/problem-pages.tsx';
import { analyticsQuery } from './analytics-query.ts';
import { FIRST, isNothing, nameOf, periodOptions, type Dashboard, type DashboardsSearch } from './dashboards-words.ts';
import './dashboards.css';
import { PanelView } from './panels.tsx';

/** Figures of the store's own data, for admins (C2.08). */
export function Dashboards() {
  const { storeId } = useParams({ from: '/$storeId/analytics/dashboards' });
  const { data: mine } = useQuery(meQuery);
  const store = mine?.stores.find((one) => one.id === storeId);
  useDocumentTitle('Dashboards');
  if (!mine || !store) return null;
  if (!isAdminOf(store, mine.user.isProviderAdmin)) return <NoRole needed="Admin" />;
  return (
    <DashboardsPage
      key={storeId}
      storeId={storeId}
      hasRegistrations={store.features.registrations.isRegistrationEnabled}
    />
  );
}

function DashboardsPage({ storeId, hasRegistrations }: { storeId: number; hasRegistrations: boolean }) {
  const search = useSearch({ from: '/$storeId/analytics/dashboards' });
  const navigate = useNavigate({ from: '/$storeId/analytics/dashboards' });
  const { dashboard = FIRST, ...period } = search;
  const { data, error, isPlaceholderData, refetch } = useQuery(analyticsQuery(storeId, dashboard, period));
  const offered = DASHBOARDS.filter(({ id }) => id !== 'registrations' || hasRegistrations || id === dashboard);
  const go = (next: DashboardsSearch): void => void navigate({ search: next, replace: true });
  return (
    <main className="mg-dashboards" id="content">
      <header className="mg-list-head">
        <h1>Dashboards</h1>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={!data || isPlaceholderData}
          onClick={() => data && download(dashboard, data)}
        >
          Download CSV
        </Button>
      </header>
      <div className="mg-dashboards-bar">
        <NativeSelect
          label="Dashboard"
          value={dashboard}
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => {
            const chosen = DASHBOARDS.find(({ id }) => id === event.currentTarget.value);
            if (chosen) go({ ...period, dashboard: chosen.id });
          }}
        />
        <PeriodFields period={period} shown={data} onChange={(next) => go({ dashboard, ...next })} />
      </div>
      {error ? (
        <LoadProblem message="Failed to load dashboard. Please try another option." onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? <DashboardSkeleton /> : null}
      {data && !error ? (
        <div aria-busy={isPlaceholderData} {...(isPlaceholderData ? { 'data-stale': true } : {})}>
          <Shown storeId={storeId} data={data} />
        </div>
      ) : null}
    </main>
  );
}

type PeriodSearch = Omit<DashboardsSearch, 'dashboard'>;

function PeriodFields({
  period,
  shown,
  onChange,
}: {
  period: PeriodSearch;
  shown: Dashboard | undefined;
  onChange: (next: PeriodSearch) => void;
}) {
  const current = period.period ?? '30d';
  // Days of one's own are asked for while another period is still shown.
  const [askedOver, askOver] = useState<typeof current | null>(null);
  if (current === 'custom' && askedOver !== null) askOver(null);
  const isCustom = current === 'custom' || current === askedOver;
  return (
    <>
      <NativeSelect
        label="Period"
        value={isCustom ? 'custom' : current}
        data={[...periodOptions]}
        onChange={(event) => {
          const chosen = periodOptions.find(({ value }) => value === event.currentTarget.value);
          askOver(chosen?.value === 'custom' ? current : null);
          if (chosen && chosen.value !== 'custom') onChange({ period: chosen.value });
        }}
      />
      {isCustom ? (
        <DayFields
          start={period.from ?? shown?.from ?? ''}
          end={period.to ?? shown?.to ?? ''}
          onChange={(from, to) => {
            if (from !== '' && to !== '') onChange({ period: 'custom', from, to });
          }}
        />
      ) : null}
    </>
  );
}

const DashboardSkeleton = () => (
  <div aria-hidden>
    <Skeleton height={96} my="md" />
    <Skeleton height={240} mb="md" />
    <Skeleton height={200} />
  </div>
);

const daysText = ({ from, to }: Dashboard['before']): string =>
  from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`;

function Shown({ storeId, data }: { storeId: number; data: Dashboard }) {
  return (
    <>
      <p className="mg-muted mg-p">
        {daysText(data)}, compared with {daysText(data.before)}, in the store's time zone (
        {data.timeZone.replaceAll('_', ' ')})
      </p>
      {isNothing(data) ? (
        <div className="mg-empty">
          <h2>No activity in this period</h2>
          <p>Choose a longer period to see more.</p>
        </div>
      ) : (
        data.panels.map((panel) => <PanelView key={panel.title} storeId={storeId} panel={panel} />)
      )}
    </>
  );
}

/** What is on the screen, as a file. */
function download(dashboard: DashboardId, data: Dashboard): void {
  const csv = dashboardCsv(nameOf(dashboard), daysText(data), data.panels);
  saveCsv(csv, `${dashboard}-${data.from}-${data.to}.csv`);
}
