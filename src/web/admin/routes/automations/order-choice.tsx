import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DateText } from '../../../ui/date-text.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { ordersToTryQuery, type FoundOrder } from './try-queries.ts';

const SEARCH_DELAY_MS = 300;

type ChoiceProps = { storeId: number; chosen: FoundOrder | null; onChoose: (order: FoundOrder | null) => void };

/** Finds an order by its number, email or name; the newest before anything is typed. */
export function OrderChoice({ storeId, chosen, onChoose }: ChoiceProps) {
  const [typed, setTyped] = useState('');
  // What the field shows of the chosen order is no search.
  const [searched] = useDebouncedValue(chosen && typed === labelOf(chosen) ? '' : typed.trim(), SEARCH_DELAY_MS);
  const { data, error, isFetching, refetch } = useQuery(ordersToTryQuery(storeId, searched));
  const orders = [...(data ?? []), ...(chosen && !data?.some(({ id }) => id === chosen.id) ? [chosen] : [])];
  return (
    <div>
      <Select
        label="Order"
        placeholder="Search by number, email or name"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear order' }}
        data={orders.map((order) => ({ value: String(order.id), label: labelOf(order) }))}
        renderOption={({ option }) => {
          const order = orders.find(({ id }) => String(id) === option.value);
          return order ? <OrderOption order={order} /> : option.label;
        }}
        // The server has searched.
        filter={({ options }) => options}
        nothingFoundMessage={isFetching ? 'Searching…' : 'No order found'}
        maxLength={200}
        searchValue={typed}
        onSearchChange={setTyped}
        value={chosen ? String(chosen.id) : null}
        onChange={(id) => onChoose(orders.find((order) => String(order.id) === id) ?? null)}
      />
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
    </div>
  );
}

const labelOf = ({ orderNo, customerName }: FoundOrder): string =>
  customerName === '' ? orderNo : `${orderNo}, ${customerName}`;

const OrderOption = ({ order }: { order: FoundOrder }) => (
  <span className="mg-try-option">
    <bdi>{labelOf(order)}</bdi>
    <span className="mg-muted">
      <DateText date={order.createdOn} />
      {order.claims.length === 0
        ? ''
        : order.claims.length === 1
          ? ', 1 claim'
          : `, ${String(order.claims.length)} claims`}
    </span>
  </span>
);
