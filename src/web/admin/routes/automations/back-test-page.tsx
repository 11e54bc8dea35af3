import { Button, NativeSelect, Progress, Skeleton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { startBackTest, type BackTestShown } from '#contract/merchant/back-tests.ts';
import { dayAfter, dayIn } from '#core/analytics/period.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { DayFields } from '../../../ui/day-fields.tsx';
import { FiguresTable } from '../../../ui/figures-table.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { dayText } from '../../../ui/relative-date.ts';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { AUTOMATIONS, BACK_TEST } from './automation-places.ts';
import './automations.css';
import './back-test.css';
import { backTestsKey, backTestsQuery } from './back-test-queries.ts';
import { DifferentClaims } from './different-claims.tsx';

const DAYS = 90;

/** What the draft would have made of past claims, before it is live. */
export function BackTestPage() {
  const { storeId } = useParams({ from: BACK_TEST });
  useDocumentTitle('Back-test');
  const { data, error, refetch } = useQuery(backTestsQuery(storeId));
  const [chosenId, choose] = useState<number | null>(null);
  const shown = data?.backTests.find(({ id }) => id === chosenId) ?? data?.backTests[0];
  return (
    <main className="mg-automations" id="content">
      <BackLink to={AUTOMATIONS} params={{ storeId }}>
        Automations
      </BackLink>
      <header className="mg-automations-head">
        <h1>Back-test</h1>
      </header>
      <p className="mg-back-test-help">
        Replays past claims under the draft, and shows which would have come out differently. Nothing about those claims
        changes.
      </p>
      <StartForm storeId={storeId} onStarted={choose} />
      {error && !data ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton height={160} />}
      {data && data.backTests.length > 1 && shown ? (
        <NativeSelect
          className="mg-back-test-choice"
          label="Show"
          data={data.backTests.map((one) => ({ value: String(one.id), label: titleOf(one) }))}
          value={String(shown.id)}
          onChange={({ target }) => choose(Number(target.value))}
        />
      ) : null}
      {shown ? <Result key={shown.id} storeId={storeId} test={shown} /> : null}
      {data?.backTests.length === 0 ? (
        <div className="mg-empty">
          <h2>No back-tests yet</h2>
          <p>Change your automations, choose a period, and run a back-test before you publish.</p>
        </div>
      ) : null}
    </main>
  );
}

const titleOf = ({ from, until, requestedBy }: BackTestShown): string =>
  `${dayText(from)} to ${dayText(until)}, by ${requestedBy}`;

function StartForm({ storeId, onStarted }: { storeId: number; onStarted: (id: number) => void }) {
  const queries = useQueryClient();
  const [{ from, until }, choose] = useState(() => {
    const today = dayIn(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
    return { from: dayAfter(today, 1 - DAYS), until: today };
  });
  const start = useMutation({
    mutationFn: () => call(startBackTest, { params: { storeId }, body: { from, until } }),
    onSuccess: async ({ id }) => {
      onStarted(id);
      await queries.invalidateQueries({ queryKey: backTestsKey(storeId) });
    },
  });
  return (
    <form
      className="mg-back-test-start"
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      <fieldset>
        <legend>Claims made from and until</legend>
        <DayFields start={from} end={until} onChange={(start, end) => choose({ from: start, until: end })} />
      </fieldset>
      <Button type="submit" loading={start.isPending} disabled={from === '' || until === ''}>
        Run back-test
      </Button>
      {start.error ? (
        <div className="mg-back-test-problem">
          <Notice tone="bad">{problemText(start.error)}</Notice>
        </div>
      ) : null}
    </form>
  );
}

function Result({ storeId, test }: { storeId: number; test: BackTestShown }) {
  const isOver = test.state === 'done' || test.state === 'failed';
  const sum = <p className="mg-back-test-sum">{sumText(test)}</p>;
  return (
    <section className="mg-back-test-result" aria-label={titleOf(test)}>
      {test.state === 'failed' ? <Notice tone="bad">The back-test couldn’t finish. Run it again.</Notice> : null}
      {/* Announced once it is known, and not each time another claim was looked at. */}
      {test.state === 'running' ? sum : null}
      <div aria-live="polite">{test.state === 'waiting' || test.state === 'done' ? sum : null}</div>
      {isOver ? null : (
        <Progress
          value={test.total === 0 ? 0 : (test.looked / test.total) * 100}
          aria-label={`${test.looked} of ${test.total} claims looked at`}
        />
      )}
      {test.doneOn === null ? null : (
        <p className="mg-back-test-help">
          Finished <DateText date={test.doneOn} isInSentence />
        </p>
      )}
      {test.changed > 0 ? <Figures test={test} /> : null}
      {isOver && test.changed > 0 ? <DifferentClaims storeId={storeId} test={test} /> : null}
    </section>
  );
}

function sumText({ state, looked, total, changed }: BackTestShown): string {
  if (state === 'waiting') return 'The back-test begins in a moment.';
  if (state === 'running')
    return `${looked.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} claims so far.`;
  if (looked === 0) return 'No claims were made in this period.';
  const of = `${looked.toLocaleString('en-US')} ${looked === 1 ? 'claim' : 'claims'}`;
  return changed === 0
    ? `None of ${of} would have come out differently.`
    : `${changed.toLocaleString('en-US')} of ${of} would have come out differently.`;
}

function Figures({ test: { byKind, money, refusedWhole, acceptedWhole } }: { test: BackTestShown }) {
  const counts = [
    ...byKind.map(({ kind, claims }) => [kind, claims] as const),
    ...(refusedWhole > 0 ? [['Refused whole', refusedWhole] as const] : []),
    ...(acceptedWhole > 0 ? [['Accepted instead of refused', acceptedWhole] as const] : []),
  ];
  return (
    <div className="mg-back-test-figures">
      <FiguresTable caption="What changes">
        <thead>
          <tr>
            <th scope="col">What changes</th>
            <th scope="col">Claims</th>
          </tr>
        </thead>
        <tbody>
          {counts.map(([name, claims]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{claims.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </FiguresTable>
      {money.some(({ amounts }) => amounts.length > 0) ? (
        <FiguresTable caption="Money moved">
          <thead>
            <tr>
              <th scope="col">Money moved</th>
              <th scope="col">Difference</th>
            </tr>
          </thead>
          <tbody>
            {money.flatMap(({ currencyCode, amounts }) =>
              amounts.map(({ what, amount }) => (
                <tr key={`${currencyCode} ${what}`}>
                  <th scope="row">{what}</th>
                  <td>
                    {amount > 0 ? '+' : ''}
                    <MoneyText amount={amount} currencyCode={currencyCode} />
                  </td>
                </tr>
              )),
            )}
          </tbody>
        </FiguresTable>
      ) : null}
    </div>
  );
}
