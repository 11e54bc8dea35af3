import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { RowListed } from '#contract/merchant/lists.ts';
import { listOf, type TableKind } from '#core/lists/lists.ts';
import { DateText } from '../../ui/date-text.tsx';
import type { Column } from '../../ui/list-table.tsx';
import { rowsQuery } from '../list-queries.ts';
import { listAddress, searchRequest, startOfToday } from './list-address.ts';
import { StoreList } from './store-list.tsx';
import { useList } from './use-list.ts';

/** A list that shows its table as it is, by the columns of its definition. */
export function TableList({ kind }: { kind: TableKind }) {
  const { storeId } = useParams({ from: '/$storeId' });
  const address = useSearch({ strict: false, select: (search) => listAddress(kind, search), structuralSharing: true });
  const navigate = useNavigate();
  const client = useQueryClient();
  const list = useList(storeId, kind, address, (search) => void navigate({ to: '.', search }));
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
      columns={columnsOf(kind)}
      onOpen={() => undefined}
    />
  );
}

const columnsOf = (kind: TableKind): Column<RowListed>[] =>
  Object.entries(listOf(kind).columns ?? {}).map(([id, { title, kind: shownAs }], index) => ({
    id,
    title,
    phone: index % 2 === 0 ? 'start' : 'end',
    isNumber: shownAs === 'number',
    cell: ({ cells }) => {
      const cell = cells[id] ?? null;
      return shownAs === 'date' && typeof cell === 'string' ? <DateText date={cell} /> : cell;
    },
  }));
