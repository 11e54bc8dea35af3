import { randomUUID } from 'node:crypto';
import type { Difference } from '#core/books/differences.ts';
import { formatMoney } from '#core/money.ts';
import type { GatherDeps } from '#server/books/gather-deps.ts';
import { reconcileBooks } from '#server/books/reconcile.ts';
import { SetupError } from '#server/config.ts';
import { beginRun, type RunRow } from '#server/db/reconciliations.ts';
import { storeBySlug } from '#server/db/stores.ts';

type Store = { store_id: number; slug: string };

/** Reconciles one store, or all that are connected, and tells what was found. False when something is left unexplained. */
export async function reconcileAndTell(
  deps: GatherDeps,
  slug: string | null,
  days: number,
  tell: (text: string) => void,
): Promise<boolean> {
  const stores = await storesOf(deps, slug);
  if (stores.length === 0) tell('No store is connected to its platform.\n');
  let isAllExplained = true;
  for (const store of stores) {
    const run = await deps.database.inStore(store.store_id, (db) => beginRun(db, store.store_id, days));
    const ended = await reconcileBooks(deps, run, { requestId: randomUUID() });
    tell(reportOf(store.slug, ended));
    isAllExplained &&= isReconciled(ended);
  }
  return isAllExplained;
}

/** The one named, or every store that is connected to its platform. */
async function storesOf({ database }: Pick<GatherDeps, 'database'>, slug: string | null): Promise<Store[]> {
  if (slug !== null) {
    const [row] = await database.rowsAsOwner((db) => storeBySlug(db, slug));
    if (!row) throw new SetupError(`There is no store called ${slug}.`);
    return [row];
  }
  return database.asOwner((db) =>
    db
      .selectFrom('store')
      .innerJoin('store_connection', 'store_connection.store_id', 'store.store_id')
      .select(['store.store_id', 'store.slug'])
      .distinct()
      .orderBy('store.store_id')
      .execute(),
  );
}

/** Whether everything was compared and no difference is unexplained. */
const isReconciled = (run: RunRow): boolean =>
  run.last_error === null && run.differences.every(({ isExplained }) => isExplained);

/** What a run compared and found, as a table people read. */
function reportOf(slug: string, run: RunRow): string {
  const counts = Object.entries(COUNTED).map(([name, words]) => `${run.compared[name] ?? 0} ${words}`);
  const head = `${slug}: ${run.from_on.toISOString().slice(0, 10)} to ${run.to_on.toISOString().slice(0, 10)}`;
  if (run.last_error !== null) return `${head}\nNot compared. ${run.last_error}\n`;
  const open = run.differences.filter(({ isExplained }) => !isExplained);
  const explained = run.differences.filter(({ isExplained }) => isExplained);
  return [
    head,
    `Compared ${counts.join(', ')}.`,
    open.length === 0 ? 'No unexplained difference.' : `${open.length} unexplained:`,
    ...tableOf(open),
    ...(explained.length === 0 ? [] : [`${explained.length} explained:`, ...tableOf(explained)]),
    '',
  ].join('\n');
}

const COUNTED = {
  claims: 'claims',
  effects: 'steps',
  entries: 'entries',
  refunds: 'refunds',
  giftCards: 'gift cards',
  credits: 'store credits',
  orders: 'orders',
  charges: 'charges',
  labels: 'labels',
  labelsBack: 'voided labels',
};

function tableOf(differences: readonly Difference[]): string[] {
  if (differences.length === 0) return [];
  const rows = [
    ['Difference', 'Claim', 'Order', 'Ours', 'Theirs', ''],
    ...differences.map((each) => [
      each.code,
      each.claimExternalId ?? '-',
      each.orderNo ?? '-',
      moneyOf(each.ours, each.currencyCode),
      moneyOf(each.theirs, each.currencyCode),
      each.message,
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}

const moneyOf = (amount: number | null, currencyCode: string | null): string =>
  amount === null || currencyCode === null ? '-' : formatMoney({ amount, currencyCode });
