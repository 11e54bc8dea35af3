import type { reconciliations } from '#contract/merchant/books.ts';
import type { Account } from '#core/books/entry.ts';
import type { RouteAnswer } from '#contract/route.ts';
import type { Tone } from '../../../ui/status-badge.tsx';

export type Run = RouteAnswer<typeof reconciliations>['data'][number];

const accountNames: Readonly<Record<string, string>> = {
  'shopper:claim': 'Owed to customers',
  'store:returns': 'Returned goods',
  'store:incentives': 'Bonuses',
  'store:goodwill': 'Goodwill',
  'store:fees': 'Fees',
  'store:returnShipping': 'Return shipping charged',
  'store:exchangeSales': 'Items sent in exchanges',
  'store:repairs': 'Repairs',
  'store:protection': 'Shipping protection',
  'store:exchangeShipping': 'Exchange shipping',
  'store:labels': 'Label costs',
  'platform:refunds': 'Refunds through the store platform',
  'platform:storeCredit': 'Store credit issued',
  'platform:giftCards': 'Gift cards issued',
  'payments:captured': 'Payments captured',
  'payments:held': 'Payments on hold',
  'payments:heldAgainst': 'Payments on hold, offset',
  'labels:provider': 'Owed to the label provider',
  external: 'Resolved externally',
};

/** An account in words; one without is shown by its own name. */
export const accountName = (account: string): string => accountNames[account] ?? account;

const comparedWords: Readonly<Record<string, readonly [one: string, many: string]>> = {
  claims: ['claim', 'claims'],
  effects: ['action', 'actions'],
  entries: ['journal entry', 'journal entries'],
  refunds: ['refund', 'refunds'],
  giftCards: ['gift card', 'gift cards'],
  storeCredits: ['store credit', 'store credits'],
  credits: ['store credit', 'store credits'],
  orders: ['order', 'orders'],
  charges: ['charge', 'charges'],
  payments: ['payment', 'payments'],
  labels: ['label', 'labels'],
  labelsBack: ['voided label', 'voided labels'],
};

/** "12 claims, 1 refund": what a run looked at, without what there was none of, or why it did not. */
export function comparedText({ compared, lastError }: Pick<Run, 'compared' | 'lastError'>): string {
  if (lastError) return `Not compared: ${lastError}`;
  const counted = Object.entries(compared).filter(([, count]) => count > 0);
  const parts = counted.map(([name, count]) => {
    const [one, many] = comparedWords[name] ?? [name, name];
    return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
  });
  return parts.length === 0 ? 'Nothing to compare' : parts.join(', ');
}

/** Unexplained differences, which need attention. */
export const unexplained = (run: Run): Run['differences'] => run.differences.filter((one) => !one.isExplained);

/** The result of a run as a badge. Changes by staff are listed for the record and raise no alarm. */
export function runState(run: Run): { label: string; tone: Tone } {
  if (run.lastError) return { label: 'Failed', tone: 'bad' };
  if (run.finishedOn === null) return { label: 'Running', tone: 'info' };
  const open = unexplained(run).length;
  if (open > 0) return { label: open === 1 ? '1 difference' : `${open} differences`, tone: 'bad' };
  const told = run.differences.length;
  return { label: told === 0 ? 'No differences' : `No differences, ${told} explained`, tone: 'good' };
}

type Balances = readonly { account: Account; currencyCode: string; balance: number }[];

/** Balances by currency, the store's own first, each in the order they came; a currency without any is left out. */
export function byCurrency(balances: Balances, own: string): [currencyCode: string, balances: Balances][] {
  const used = new Set(balances.map((one) => one.currencyCode));
  const codes = [...used].toSorted(
    (one, other) => Number(other === own) - Number(one === own) || (one < other ? -1 : 1),
  );
  return codes.map((code) => [code, balances.filter((one) => one.currencyCode === code)]);
}
