import type { ShopState } from '#sandbox/shopify/state.ts';

type Order = Pick<ShopState['orders'][number], 'transactions'>;
type Refund = Pick<ShopState['orders'][number]['refunds'][number], 'transactionIds'>;

/** Transactions of a refund at the platform. */
export const transactionsOf = ({ transactionIds }: Refund, { transactions }: Order): Order['transactions'] =>
  transactions.filter(({ id }) => transactionIds.includes(id));

/** Its payment provider could not carry some of it out after all. */
export const wasDeclined = (refund: Refund, order: Order): boolean =>
  transactionsOf(refund, order).some(({ status }) => status === 'FAILURE');

/** What it was made for, in minor units, whatever its payment provider does with it. */
export const movedBy = (refund: Refund, order: Order): number =>
  transactionsOf(refund, order).reduce((sum, { amount }) => sum + amount.presentment, 0);
