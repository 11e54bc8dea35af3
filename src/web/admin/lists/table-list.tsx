import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RowListed } from '#contract/merchant/lists.ts';
import { listOf, type TableKind } from '#core/lists/lists.ts';
import { DateText } from '../../ui/date-text.tsx';
import type { Column } from '../../ui/list-table.tsx';
import { rowsQuery } from '../list-queries.ts';
import { listAddress, searchRequest, startOfToday, type ListAddress } from './list-address.ts';
import { StoreList } from './store-list.tsx';
import { useList } from './use-list.ts';

/** A list that shows its table as it is, by the columns of its definition. */
export function TableList({
  kind,
  opener,
  onOpen,
  primaryAction,
}: {
  kind: TableKind;
  /** What opens a row in its first column: a row itself takes no focus. */
  opener?: (row: RowListed, name: ReactNode) => ReactNode;
  onOpen?: (row: RowListed) => void;
  primaryAction?: ReactNode;
}) {
  const { storeId } = useParams({ from: '/$storeId' });
  const address = useSearch({ strict: false, select: (search) => listAddress(kind, search), structuralSharing: true });
  const navigate = useNavigate();
  const client = useQueryClient();
  const list = useList(
    storeId,
    kind,
    address,
    (search) =>
      // Around a list there may be other parts of the address, such as where the settings were opened from.
      void navigate({ to: '.', search: (before) => ({ ...around(before), ...search }) }),
  );
  const request = searchRequest(kind, address, list.filters, startOfToday());
  const found = useQuery({ ...rowsQuery(storeId, request), enabled: !list.isWaiting });
  return (
    <StoreList
      storeId={storeId}
      kind={kind}
      list={list}
      address={address}
      found={found}
      onRetry={() => void client.invalidateQueries({ queryKey: ['rows', storeId] })}
      total={null}
      columns={columnsOf(kind, opener)}
      onOpen={(row) => onOpen?.(row)}
      primaryAction={primaryAction}
    />
  );
}

const LIST_PARTS: ReadonlySet<string> = new Set(['view', 'filters', 'sort', 'cursor'] satisfies (keyof ListAddress)[]);
const around = (search: object): object =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !LIST_PARTS.has(name)));

const columnsOf = (
  kind: TableKind,
  opener: (row: RowListed, name: ReactNode) => ReactNode = (_row, name) => name,
): Column<RowListed>[] =>
  Object.entries(listOf(kind).columns ?? {}).map(([id, { title, kind: shownAs, isExtra }], index) => ({
    id,
    title,
    ...(isExtra ? { isExtra } : {}),
    phone: index % 2 === 0 ? 'start' : 'end',
    isNumber: shownAs === 'number',
    cell: (row) => {
      const cell = row.cells[id] ?? null;
      const shown = shownAs === 'date' && typeof cell === 'string' ? <DateText date={cell} /> : cell;
      return index === 0 ? opener(row, shown) : shown;
    },
  }));
