import { formatMoney, type CurrencyCode, type Minor, type Money } from '#core/money.ts';

/** Whom value is owed to, came from or went to. `shopper:claim` is kept per claim: what we owe the shopper for it. */
export const ACCOUNTS = [
  'shopper:claim',
  'store:returns',
  'store:incentives',
  'store:goodwill',
  'store:fees',
  'store:returnShipping',
  'store:exchangeSales',
  'store:repairs',
  'store:protection',
  'store:exchangeShipping',
  'store:labels',
  'platform:refunds',
  'platform:storeCredit',
  'platform:giftCards',
  'payments:captured',
  'labels:provider',
  'external',
] as const;
export type Account = (typeof ACCOUNTS)[number];

/** Minor units: debit above zero, credit below. */
export type Posting = { account: Account; amount: Minor; currencyCode: CurrencyCode };
export type JournalEntry = {
  /** One movement, one entry. */
  purposeKey: string;
  kind: string;
  memo: string;
  postings: Posting[];
};

export const debit = (account: Account, amount: Minor, currencyCode: CurrencyCode): Posting => ({
  account,
  amount,
  currencyCode,
});
export const credit = (account: Account, amount: Minor, currencyCode: CurrencyCode): Posting => ({
  account,
  amount: -amount,
  currencyCode,
});

/** Leaves out what moves nothing; throws when debits and credits of a currency differ. */
export function entryOf(purposeKey: string, kind: string, memo: string, postings: readonly Posting[]): JournalEntry {
  const sums = new Map<CurrencyCode, Minor>();
  for (const { amount, currencyCode } of postings) sums.set(currencyCode, (sums.get(currencyCode) ?? 0) + amount);
  for (const [currencyCode, sum] of sums)
    if (sum !== 0) throw new Error(`entry ${purposeKey} is ${sum} ${currencyCode} out of balance`);
  return { purposeKey, kind, memo, postings: postings.filter((posting) => posting.amount !== 0) };
}

/** Value of the shopper that goes out by a partner, or comes in. `of`: whose it is, where it isn't that of a claim. */
export type Movement = { way: 'in' | 'out'; partner: Account; of?: Account; money: Money; words: string };

/** The entry of a movement that an effect made; null when nothing moved. */
export function movementEntry(
  { kind, purposeKey }: { kind: string; purposeKey: string },
  { way, partner, of = 'shopper:claim', money: { amount, currencyCode }, words }: Movement,
): JournalEntry | null {
  const postings =
    way === 'out'
      ? [debit(of, amount, currencyCode), credit(partner, amount, currencyCode)]
      : [debit(partner, amount, currencyCode), credit(of, amount, currencyCode)];
  const memo = `${words} ${formatMoney({ amount, currencyCode })}`;
  const entry = entryOf(`effect:${purposeKey}`, kind, memo, postings);
  return entry.postings.length === 0 ? null : entry;
}

/** The entry for a label that was bought or voided. */
export function labelEntry(
  purposeKey: string,
  { amount, currencyCode }: Money,
  way: 'bought' | 'givenBack',
): JournalEntry | null {
  if (amount <= 0) return null;
  const cost = way === 'bought' ? amount : -amount;
  const [kind, memo] = way === 'bought' ? ['label', 'Label'] : ['labelRefund', 'Label voided'];
  return entryOf(`effect:${purposeKey}`, kind ?? '', memo ?? '', [
    debit('store:labels', cost, currencyCode),
    credit('labels:provider', cost, currencyCode),
  ]);
}
