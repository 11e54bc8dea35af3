import { Anchor } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { listReports, type ReportShown } from '#contract/merchant/reports.ts';
import { DateText } from '../../ui/date-text.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { loadProblemText } from '../problem-words.ts';
import './report-list.css';
import { StateChanges } from './state-changes.tsx';

const STATES: Readonly<Record<ReportShown['state'], { label: string; tone: Tone }>> = {
  waiting: { label: 'Waiting', tone: 'waiting' },
  running: { label: 'Running', tone: 'waiting' },
  done: { label: 'Ready', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
};

const POLL_MS = 1000;

/** The latest reports; asked again while one is being made. */
export const reportsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['reports', storeId],
    queryFn: async ({ signal }) => (await call(listReports, { params: { storeId } }, { signal })).reports,
    refetchInterval: ({ state: { data } }) =>
      data?.some((report) => report.state === 'waiting' || report.state === 'running') ? POLL_MS : false,
    staleTime: 0,
  });

/** The latest reports of the store, with how far each is. */
export function ReportList({ storeId }: { storeId: number }) {
  const { data: reports = [], error, refetch } = useQuery(reportsQuery(storeId));
  if (reports.length === 0 && !error) return null;
  return (
    <section aria-labelledby="reports-title">
      <h3 id="reports-title">Latest reports</h3>
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {reports.length > 0 ? <Reports reports={reports.slice(0, 5)} /> : null}
    </section>
  );
}

export const Reports = ({ reports }: { reports: readonly ReportShown[] }) => (
  <>
    <ul className="mg-reports">
      {reports.map((report) => (
        <li key={report.id}>
          <span className="mg-report-name">
            <bdi>{`${report.filename}.csv`}</bdi>
            <span className="mg-muted">
              {`${report.lineCount.toLocaleString('en-US')} ${report.lineCount === 1 ? 'row' : 'rows'}, `}
              {`${report.requestedBy}, `}
              <DateText date={report.createdOn} />
            </span>
          </span>
          <StatusBadge status={STATES[report.state]} />
          {report.downloadUrl === null ? null : (
            <Anchor href={report.downloadUrl} size="sm" aria-label={`Download ${report.filename}.csv`}>
              Download
            </Anchor>
          )}
        </li>
      ))}
    </ul>
    <StateChanges
      rows={reports.map(({ id, filename, state }) => ({ id, text: `${filename}.csv: ${STATES[state].label}.` }))}
    />
  </>
);
