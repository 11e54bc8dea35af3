import type { Account, JournalEntry } from '#core/books/entry.ts';

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** Debits and credits of an account in some entries, both above zero. */
export function turnover(entries: readonly JournalEntry[], account: Account): { debit: number; credit: number } {
  const amounts = entries.flatMap(({ postings }) => postings).filter((posting) => posting.account === account);
  return {
    debit: sumOf(amounts.map(({ amount }) => Math.max(0, amount))),
    credit: sumOf(amounts.map(({ amount }) => Math.max(0, -amount))),
  };
}
