import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Account } from '#core/books/entry.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { plainMoneyText } from '../../../ui/money-text.tsx';
import { NewerOlder, usePages } from '../../../ui/newer-older.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { accountEntriesQuery } from '../../queries.ts';
import { CLAIM } from '../claims/claim-places.ts';
import { accountName } from './books-words.ts';

type Props = { storeId: number; account: Account; currencyCode: string; onClose: () => void };

/** What a balance is made of: the entries of an account, newest first, each with its claim. */
export function AccountDialog({ storeId, account, currencyCode, onClose }: Props) {
  const pages = usePages();
  const { before } = pages;
  const { data, error, refetch, isPlaceholderData } = useQuery(
    accountEntriesQuery(storeId, { account, currencyCode, ...(before && { before }) }),
  );
  return (
    <Dialog title={`${accountName(account)}, ${currencyCode}`} size="xl" onClose={onClose}>
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={240} /> : null}
      {data ? (
        <table className="mg-postings" aria-label={`Entries of ${accountName(account)}`} aria-busy={isPlaceholderData}>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Debit</th>
              <th scope="col">Credit</th>
            </tr>
          </thead>
          <tbody>
            {data.entries.map(({ id, memo, bookedOn, claim, debit, credit }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{memo}</bdi>
                  <span className="mg-entry-about">
                    <DateText date={bookedOn} />
                    {claim ? (
                      <Link to={CLAIM} params={{ storeId, type: claim.claimType, claimId: claim.id }} onClick={onClose}>
                        {claim.externalId}
                      </Link>
                    ) : null}
                  </span>
                </th>
                <td>{debit > 0 ? plainMoneyText(debit, currencyCode) : null}</td>
                <td>{credit > 0 ? plainMoneyText(credit, currencyCode) : null}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {data ? (
        <NewerOlder
          pages={pages}
          next={data.hasMore ? (data.entries.at(-1)?.id ?? null) : null}
          isBusy={isPlaceholderData}
        />
      ) : null}
    </Dialog>
  );
}
