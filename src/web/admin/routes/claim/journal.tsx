import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { claimJournal } from '#contract/merchant/books.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { journalQuery } from '../../queries.ts';
import { accountName } from '../books/books-words.ts';
import type { ClaimOnScreen } from './use-claim-change.ts';

type Entry = RouteAnswer<typeof claimJournal>['entries'][number];

/** What the books say about the claim; asked for when it is opened, and again whenever the claim changes then. */
export function Journal({ storeId, claim }: ClaimOnScreen) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...journalQuery(storeId, claim.id), enabled: isOpen });
  useEffect(() => {
    if (isOpen) void refetch();
  }, [claim, isOpen, refetch]);
  return (
    <Section title="Books">
      <details className="mg-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Journal entries</summary>
        {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <Skeleton height={80} /> : null}
        {data?.entries.length === 0 ? (
          <p className="mg-muted mg-p">No entries yet. Finalizing the claim creates them.</p>
        ) : null}
        {data?.entries.map((entry) => (
          <JournalEntry key={entry.id} entry={entry} />
        ))}
      </details>
    </Section>
  );
}

function JournalEntry({ entry }: { entry: Entry }) {
  return (
    <section className="mg-entry" aria-label={entry.memo}>
      <div className="mg-entry-head">
        <span>{entry.memo}</span>
        <span className="mg-muted">
          <DateText date={entry.bookedOn} />
        </span>
      </div>
      <table className="mg-postings">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Debit</th>
            <th scope="col">Credit</th>
          </tr>
        </thead>
        <tbody>
          {entry.postings.map((posting) => (
            <tr key={`${posting.account} ${posting.currencyCode} ${posting.debit} ${posting.credit}`}>
              <th scope="row">{accountName(posting.account)}</th>
              <td>
                {posting.debit > 0 ? <MoneyText amount={posting.debit} currencyCode={posting.currencyCode} /> : null}
              </td>
              <td>
                {posting.credit > 0 ? <MoneyText amount={posting.credit} currencyCode={posting.currencyCode} /> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
