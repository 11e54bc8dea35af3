import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { listEffects } from '#contract/merchant/claim-actions.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { ListPage } from '../../../ui/list-page.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import type { Column } from '../../../ui/list-table.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { effectsQuery, tasksQuery } from '../../queries.ts';
import { CLAIM } from '../claims/claim-places.ts';
import { EffectActions, EffectDialog, type OpenEffect } from './effect-actions.tsx';
import { EffectFacts } from './effect-facts.tsx';
import { effectStates, viewCount, views, type EffectsSearch } from './effect-words.ts';
import { TaskList } from './task-list.tsx';

type Row = RouteAnswer<typeof listEffects>['data'][number];

const isView = (id: string): id is NonNullable<EffectsSearch['state']> =>
  id !== 'open' && views.some((view) => view.id === id);

/** Everything the store has asked its partners to do, and what people have to look at. */
export function EffectsPage() {
  const { storeId } = useParams({ from: '/$storeId/effects' });
  const search = useSearch({ from: '/$storeId/effects' });
  const navigate = useNavigate();
  const list = useQuery(effectsQuery(storeId, search.state ?? 'open', search.before));
  const tasks = useQuery(tasksQuery(storeId));
  const go = (next: EffectsSearch): void =>
    void navigate({ to: '/$storeId/effects', params: { storeId }, search: next });
  const [open, setOpen] = useState<OpenEffect | null>(null);
  const view = search.state ?? 'open';
  const rows = list.data?.data;
  const nextBefore = list.data?.nextBefore ?? null;
  return (
    <>
      <ListPage
        title="Actions"
        views={views.map((one) => ({ ...one, count: viewCount(one.id, list.data?.counts) }))}
        view={view}
        onView={(id) => go(isView(id) ? { state: id } : {})}
        lead={
          <>
            {tasks.error && !tasks.data ? (
              <Section title="Tasks">
                <LoadProblem message={loadProblemText(tasks.error)} onRetry={() => void tasks.refetch()} />
              </Section>
            ) : null}
            <TaskList storeId={storeId} tasks={tasks.data?.data ?? []} isWithClaims />
          </>
        }
        columns={columnsOf(storeId, setOpen)}
        rows={rows}
        rowKey={(row) => row.id}
        onOpen={(row) => {
          if (row.claimId !== null)
            void navigate({ to: CLAIM, params: { storeId, type: 'Return', claimId: row.claimId } });
        }}
        isStale={list.isPlaceholderData}
        error={list.error ? { message: loadProblemText(list.error) } : null}
        onRetry={() => void list.refetch()}
        empty={{
          title: view === 'open' ? 'Nothing open' : 'No actions in this view',
          text: 'Refunds, gift cards, orders, labels and emails appear here until the partner confirms them.',
        }}
        footer={rows ? `${rows.length} shown, newest first` : ''}
        onPrev={search.before ? () => go(search.state ? { state: search.state } : {}) : null}
        prevLabel="Newest"
        onNext={nextBefore === null ? null : () => go({ ...search, before: nextBefore })}
      />
      <EffectDialog storeId={storeId} open={open} onClose={() => setOpen(null)} />
    </>
  );
}

const columnsOf = (storeId: number, onOpen: (open: OpenEffect) => void): Column<Row>[] => [
  {
    id: 'what',
    title: 'Action',
    phone: 'start',
    skeleton: 280,
    cell: (row) => (
      <div className="mg-effect-main">
        <span>{row.summary}</span>
        <EffectFacts effect={row} />
      </div>
    ),
  },
  {
    id: 'state',
    title: 'State',
    phone: 'end',
    skeleton: 72,
    cell: (row) => <StatusBadge status={effectStates[row.state]} />,
  },
  {
    id: 'claim',
    title: 'Claim',
    phone: 'start',
    skeleton: 88,
    cell: (row) =>
      row.claimId === null ? null : (
        <Link className="mg-effect-number" to={CLAIM} params={{ storeId, type: 'Return', claimId: row.claimId }}>
          {row.claimExternalId}
        </Link>
      ),
  },
  {
    id: 'order',
    title: 'Order',
    phone: 'none',
    skeleton: 56,
    cell: (row) => <span className="mg-effect-number">{row.orderNo}</span>,
  },
  { id: 'created', title: 'Requested', phone: 'end', skeleton: 88, cell: (row) => <DateText date={row.createdOn} /> },
  {
    id: 'actions',
    title: 'Actions',
    phone: 'start',
    skeleton: 96,
    cell: (row) => <EffectActions storeId={storeId} effect={row} onOpen={onOpen} />,
  },
];
