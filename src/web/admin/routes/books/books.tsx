import { Button, Loader, Skeleton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { reconcileNow } from '#contract/merchant/books.ts';
import type { Account } from '#core/books/entry.ts';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { plainMoneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { toast } from '../../../ui/toast.ts';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { meQuery } from '../../me-query.ts';
import { balancesQuery, reconciliationsQuery } from '../../queries.ts';
import { isAdminOf } from '../../shell/access.ts';
import { NoRole } from '../../shell/problem-pages.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { accountName, byCurrency, runState, unexplained } from './books-words.ts';
import './books.css';
import { ReconciliationRun } from './reconciliation-run.tsx';

const DAYS = 30;

/** The books of the store: what each account holds, and what the daily comparison found. */
export function Books() {
  const { storeId } = useParams({ from: '/$storeId/books' });
  const { data: mine } = useQuery(meQuery);
  const store = mine?.stores.find((one) => one.id === storeId);
  useDocumentTitle('Books');
  if (!mine || !store) return null;
  if (!isAdminOf(store, mine.user.isProviderAdmin)) return <NoRole needed="Admin" />;
  return (
    <main className="mg-books" id="content">
      <header className="mg-list-head">
        <h1>Books</h1>
      </header>
      <Reconciliations storeId={storeId} />
      <Balances storeId={storeId} currencyCode={store.currencyCode} />
    </main>
  );
}

function Reconciliations({ storeId }: { storeId: number }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(reconciliationsQuery(storeId));
  const running = useMutation({
    mutationFn: () => call(reconcileNow, { params: { storeId }, body: { days: DAYS } }),
    onSuccess: async (run) => {
      await client.invalidateQueries({ queryKey: ['books', storeId] });
      toast(`Reconciled: ${runState(run).label.toLowerCase()}`, unexplained(run).length === 0 ? 'good' : 'waiting');
    },
  });
  return (
    <Section
      title="Reconciliation"
      action={
        <Button variant="default" size="xs" disabled={running.isPending} onClick={() => running.mutate()}>
          Reconcile now
        </Button>
      }
    >
      <p className="mg-muted mg-p">
        Every day, Makegood compares your claims and books with your store, payment provider and carrier, and lists
        every difference.
      </p>
      <div aria-live="polite">
        {running.isPending ? (
          <p className="mg-reconciling">
            <Loader size={14} aria-hidden /> Comparing the last {DAYS} days. You can leave this page.
          </p>
        ) : null}
      </div>
      {running.error ? <Notice tone="bad">{problemText(running.error)}</Notice> : null}
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={120} mt="md" /> : null}
      {data?.data.length === 0 ? (
        <div className="mg-empty">
          <h2>No comparison yet</h2>
          <p>The first one runs automatically within a day. You can also run it now.</p>
        </div>
      ) : null}
      {data?.data.map((run, index) => (
        <ReconciliationRun key={run.id} storeId={storeId} run={run} isFirst={index === 0} />
      ))}
    </Section>
  );
}

function Balances({ storeId, currencyCode: own }: { storeId: number; currencyCode: string }) {
  const { data, error, refetch } = useQuery(balancesQuery(storeId));
  const [opened, setOpened] = useState<{ account: Account; currencyCode: string } | null>(null);
  return (
    <Section title="Balances">
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={200} /> : null}
      {data?.accounts.length === 0 ? (
        <p className="mg-muted mg-p">No entries yet. Finalizing a claim creates the first one.</p>
      ) : null}
      {byCurrency(data?.accounts ?? [], own).map(([currencyCode, accounts]) => (
        <table key={currencyCode} className="mg-postings">
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">{`Debit, ${currencyCode}`}</th>
              <th scope="col">{`Credit, ${currencyCode}`}</th>
            </tr>
          </thead>
          <tbody>
            {accounts.map(({ account, balance }) => (
              <tr key={account}>
                <th scope="row">
                  <button type="button" className="mg-account" onClick={() => setOpened({ account, currencyCode })}>
                    {accountName(account)}
                  </button>
                </th>
                <td>{balance < 0 ? null : plainMoneyText(balance, currencyCode)}</td>
                <td>{balance < 0 ? plainMoneyText(-balance, currencyCode) : null}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {opened ? <AccountDialog storeId={storeId} {...opened} onClose={() => setOpened(null)} /> : null}
    </Section>
  );
}
