import { claimOfSubject } from '#core/effects/subject.ts';
import * as contract from '#contract/merchant/books.ts';
import type { RouteAnswer } from '#contract/route.ts';
import type { Difference } from '#core/books/differences.ts';
import type { CurrencyCode, Minor } from '#core/money.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf } from '#server/amounts.ts';
import type { GatherDeps } from '#server/books/gather-deps.ts';
import { reconcileBooks } from '#server/books/reconcile.ts';
import { claimById } from '#server/db/claims.ts';
import { balancesOfStore, entriesOfAccount, entriesOfClaims, type BookedEntry } from '#server/db/journal.ts';
import { beginOnlyRun, lastRuns, type RunRow } from '#server/db/reconciliations.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';

const RUNS_SHOWN = 31;
const ENTRIES_SHOWN = 50;

/** The journal, and what reconciling it with partners found. */
export const booksHandlers = (deps: GatherDeps): Handler[] => [
  handle(contract.claimJournal, ({ params }, { storeId }) =>
    deps.database.inStore(storeId, async (db) => {
      if (!(await claimById(db, storeId, params.claimId))) throw claimNotFound();
      return { entries: (await entriesOfClaims(db, storeId, [params.claimId])).map(showEntry) };
    }),
  ),

  handle(contract.balances, async (_input, { storeId }) => {
    const balances = await deps.database.inStore(storeId, (db) => balancesOfStore(db, storeId));
    return {
      accounts: balances.map(({ account, currencyCode, balance }) => ({
        account,
        currencyCode,
        balance: amountOf(balance, currencyCode),
      })),
    };
  }),

  handle(contract.accountEntries, async ({ query }, { storeId }) => {
    const { account, currencyCode, before } = query;
    const found = await deps.database.inStore(storeId, (db) =>
      entriesOfAccount(db, storeId, { account, currencyCode, ...(before && { before }), take: ENTRIES_SHOWN + 1 }),
    );
    return {
      entries: found.slice(0, ENTRIES_SHOWN).map(({ entryId, memo, bookedOn, claim, amount }) => ({
        id: entryId,
        memo,
        bookedOn: bookedOn.toISOString(),
        claim,
        ...sides(amount, currencyCode),
      })),
      hasMore: found.length > ENTRIES_SHOWN,
    };
  }),

  handle(contract.reconciliations, async (_input, { storeId }) => {
    const runs = await deps.database.inStore(storeId, (db) => lastRuns(db, storeId, RUNS_SHOWN));
    return { data: runs.map(showRun) };
  }),

  handle(contract.reconcileNow, async ({ body }, { storeId, requestId }) => {
    const run = await deps.database.inStore(storeId, (db) => beginOnlyRun(db, storeId, body.days));
    if (!run)
      throw new Refusal(
        'conflict',
        'ALREADY_COMPARING',
        'The books are being compared right now. Try again in a minute.',
      );
    return showRun(await reconcileBooks(deps, run, { requestId }));
  }),
];

const showEntry = (entry: BookedEntry): RouteAnswer<typeof contract.claimJournal>['entries'][number] => ({
  id: entry.entryId,
  kind: entry.kind,
  memo: entry.memo,
  bookedOn: entry.bookedOn.toISOString(),
  claimId: claimOfSubject(entry.subject),
  postings: entry.postings.map(({ account, currencyCode, amount }) => ({
    account,
    currencyCode,
    ...sides(amount, currencyCode),
  })),
});

/** The two sides of an amount, debit above zero. */
const sides = (amount: Minor, currencyCode: CurrencyCode): { debit: number; credit: number } => ({
  debit: amountOf(Math.max(0, amount), currencyCode),
  credit: amountOf(Math.max(0, -amount), currencyCode),
});

const showRun = (run: RunRow): RouteAnswer<typeof contract.reconcileNow> => ({
  id: run.run_id,
  fromOn: run.from_on.toISOString(),
  toOn: run.to_on.toISOString(),
  startedOn: run.started_on.toISOString(),
  finishedOn: run.finished_on?.toISOString() ?? null,
  lastError: run.last_error,
  compared: run.compared,
  differences: run.differences.map(showDifference),
});

function showDifference({ ours, theirs, ...difference }: Difference) {
  return {
    ...difference,
    ours: decimalOf(ours, difference.currencyCode),
    theirs: decimalOf(theirs, difference.currencyCode),
  };
}

const decimalOf = (minor: Minor | null, currencyCode: CurrencyCode | null): number | null =>
  minor === null || currencyCode === null ? null : amountOf(minor, currencyCode);
