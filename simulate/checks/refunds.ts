import type { ShopState } from '#sandbox/shopify/state.ts';

type Order = Pick<ShopState['orders'][number], 'transactions'>;
type Refund = Pick<ShopState['orders'][number]['refunds'][number], 'transactionIds'>;

/** Transactions of a refund at the platform. */
export const transactionsOf = ({ transactionIds }: Refund, { transactions }: Order): Order['transactions'] =>
  transactions.filter(({ id }) => transactionIds.includes(id));

/** What it gave back, in minor units. */
export const movedBy = (refund: Refund, order: Order): number =>
  transactionsOf(refund, order).reduce((sum, { amount }) => sum + amount.presentment, 0);
