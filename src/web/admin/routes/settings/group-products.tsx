import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { DateText } from '../../../ui/date-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { groupProductsQuery } from '../../product-groups-query.ts';
import './group-products.css';

type Props = { storeId: number; group: { id: number; name: string }; onClose: () => void };

/** The products of a group, with their total and when they were last refreshed (R2.31). */
export function GroupProducts({ storeId, group, onClose }: Props) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    groupProductsQuery(storeId, group.id),
  );
  const [first] = data?.pages ?? [];
  return (
    <Dialog title={group.name} onClose={onClose}>
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {first ? (
        <>
          <p className="mg-muted mg-group-total">
            {first.total.toLocaleString('en-US')} {first.total === 1 ? 'product' : 'products'}. Last refreshed{' '}
            <DateText date={first.lastUpdatedOn} isInSentence />.
          </p>
          {first.total === 0 ? <p>No product has a tag, type or collection of this group.</p> : null}
          {/* It scrolls, so the keyboard has to reach it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <ul className="mg-group-products" tabIndex={0} aria-label={`Products of ${group.name}`}>
            {data?.pages
              .flatMap(({ products }) => products)
              .map(({ id, title, imgUrl }) => (
                <li key={id}>
                  {imgUrl === null ? (
                    <span className="mg-group-picture" />
                  ) : (
                    <img className="mg-group-picture" src={imgUrl} alt="" loading="lazy" />
                  )}
                  <bdi>{title}</bdi>
                </li>
              ))}
          </ul>
          {hasNextPage ? (
            <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          ) : null}
        </>
      ) : error ? null : (
        <Skeleton height={200} aria-busy />
      )}
      <div className="mg-dialog-actions">
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
