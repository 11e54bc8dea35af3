import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReportShown } from '#contract/merchant/reports.ts';
import { DateText } from '../../ui/date-text.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { reportsQuery } from '../list-queries.ts';

const STATES: Readonly<Record<ReportShown['state'], { label: string; tone: Tone }>> = {
  waiting: { label: 'Waiting', tone: 'waiting' },
  running: { label: 'Running', tone: 'waiting' },
  done: { label: 'Ready', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
};

/** The latest reports of the store, with how far each is. */
export function ReportList({ storeId }: { storeId: number }) {
  const { data: reports = [] } = useQuery(reportsQuery(storeId));
  if (reports.length === 0) return null;
  return (
    <section aria-labelledby="reports-title">
      <h3 id="reports-title">Latest reports</h3>
      <ul className="mg-reports" aria-live="polite">
        {reports.slice(0, 5).map((report) => (
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
    </section>
  );
}
