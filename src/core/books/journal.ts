import type { Claim, SettlementRecord } from '#core/claims/claim.ts';
import { isCredited } from '#core/claims/credited.ts';
import type { EffectIntent } from '#core/claims/effects.ts';
import { formatMoney, type CurrencyCode, type Minor } from '#core/money.ts';

/** Whom value is owed to, came from or went to. `shopper:claim` is kept per claim: what we owe the shopper for it. */
export const ACCOUNTS = [
  'shopper:claim',
  'store:returns',
  'store:incentives',
  'store:goodwill',
  'store:fees',
  'store:returnShipping',
  'store:exchangeSales',
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

const debit = (account: Account, amount: Minor, currencyCode: CurrencyCode): Posting => ({
  account,
  amount,
  currencyCode,
});
const credit = (account: Account, amount: Minor, currencyCode: CurrencyCode): Posting => ({
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

/** What the lines of a round were worth to the shopper: taken from the lines, so that the entry proves the settlement. */
function creditedBy(claim: Claim, record: SettlementRecord): Minor {
  if (record.insteadOf) return record.insteadOf.credited;
  const later = claim.settlements
    .filter(({ lineIds }) => lineIds.some((id) => record.lineIds.includes(id)))
    .reduce((sum, { insteadOf }) => sum + (insteadOf?.credited ?? 0), 0);
  const all = claim.lines
    .filter((line) => record.lineIds.includes(line.id) && isCredited(line))
    .reduce((sum, line) => sum + (line.amount ?? 0), 0);
  return all - later;
}

/** Names a settlement among those of its claim: the lines of a round are carried out once, and value is given for each of them once. */
export const roundKey = ({ insteadOf, lineIds }: Pick<SettlementRecord, 'insteadOf' | 'lineIds'>): string =>
  `${insteadOf ? 'instead:' : ''}lines:${lineIds.join('-')}`;

/** A round of finalizing: what the shopper is owed for what came back, and what was taken off it. Null when nothing is. */
export function settlementEntry(claim: Claim, record: SettlementRecord): JournalEntry | null {
  const { currencyCode } = claim;
  const { issued, incentive } = record;
  const bonus = incentive.giftCard + incentive.storeCredit;
  const toShopper = issued.refund + issued.giftCard + issued.storeCredit + bonus;
  const entry = entryOf(
    `settlement:claim:${claim.id}:${roundKey(record)}`,
    'settlement',
    record.insteadOf ? `Value issued instead of items for ${claim.externalId}` : `Finalized ${claim.externalId}`,
    [
      debit('store:returns', creditedBy(claim, record), currencyCode),
      debit('store:incentives', bonus + record.shopNowIncentive, currencyCode),
      debit('store:goodwill', record.waived, currencyCode),
      debit('shopper:claim', record.paymentUsed, currencyCode),
      credit('shopper:claim', toShopper, currencyCode),
      credit('store:exchangeSales', record.goods, currencyCode),
      credit('store:exchangeShipping', record.exchangeShipping, currencyCode),
      credit('store:returnShipping', record.returnShipping, currencyCode),
      credit('store:fees', record.fee, currencyCode),
      credit('external', record.external, currencyCode),
    ],
  );
  return entry.postings.length === 0 ? null : entry;
}

/**
 * What a done effect moved; null for kinds that move no value. `isElsewhere`: staff did it outside, so it left
 * by no partner of ours. `amount`: what really moved, where the partner said so.
 */
export function effectEntry(intent: EffectIntent, isElsewhere: boolean, amount?: Minor): JournalEntry | null {
  const moved = movementOf(intent);
  if (!moved) return null;
  const { currencyCode } = moved.money;
  const value = amount ?? moved.money.amount;
  const partner: Account = isElsewhere ? 'external' : moved.partner;
  const postings =
    moved.way === 'out'
      ? [debit(moved.from, value, currencyCode), credit(partner, value, currencyCode)]
      : [debit(partner, value, currencyCode), credit(moved.from, value, currencyCode)];
  const money = formatMoney({ amount: value, currencyCode });
  const entry = entryOf(`effect:${intent.purposeKey}`, intent.kind, `${moved.words} ${money}`, postings);
  return entry.postings.length === 0 ? null : entry;
}

type Movement = {
  way: 'in' | 'out';
  from: Account;
  partner: Account;
  money: { amount: Minor; currencyCode: CurrencyCode };
  words: string;
};

function movementOf(intent: EffectIntent): Movement | null {
  switch (intent.kind) {
    case 'refund': {
      const isCredit = intent.payload.to === 'storeCredit';
      const partner = isCredit ? 'platform:storeCredit' : 'platform:refunds';
      return {
        way: 'out',
        from: 'shopper:claim',
        partner,
        money: intent.payload.amount,
        words: isCredit ? 'Store credit' : 'Refund',
      };
    }
    case 'giftCard': {
      const partner = intent.payload.type === 'Store_Credit' ? 'platform:storeCredit' : 'platform:giftCards';
      return { way: 'out', from: 'shopper:claim', partner, money: intent.payload.amount, words: 'Gift card' };
    }
    case 'paymentCapture':
      return {
        way: 'in',
        from: 'shopper:claim',
        partner: 'payments:captured',
        money: intent.payload.amount,
        words: 'Payment captured',
      };
    case 'paymentRefund':
      return {
        way: 'out',
        from: 'shopper:claim',
        partner: 'payments:captured',
        money: intent.payload.amount,
        words: 'Payment refunded',
      };
    case 'exchangeOrder':
    case 'returnExchange':
    case 'paymentRelease':
    case 'paymentHoldAgain':
    case 'reserveStock':
    case 'releaseStock':
    case 'orderTags':
    case 'label':
    case 'labelRefund':
    case 'packingSlip':
    case 'email':
      return null;
  }
}

/** A label bought from its provider, or given back (`isBack`). */
export const labelEntry = (
  purposeKey: string,
  cost: { amount: Minor; currencyCode: CurrencyCode },
  isBack: boolean,
): JournalEntry => {
  const sign = isBack ? -1 : 1;
  return entryOf(`effect:${purposeKey}`, isBack ? 'labelRefund' : 'label', isBack ? 'Label voided' : 'Label', [
    debit('store:labels', sign * cost.amount, cost.currencyCode),
    credit('labels:provider', sign * cost.amount, cost.currencyCode),
  ]);
};

/** A payment its provider had taken already when the claim was made: a checkout holds no money. */
export const receivedEntry = (paymentId: number, money: { amount: Minor; currencyCode: CurrencyCode }): JournalEntry =>
  entryOf(`received:payment:${paymentId}`, 'paymentReceived', `Payment received ${formatMoney(money)}`, [
    debit('payments:captured', money.amount, money.currencyCode),
    credit('shopper:claim', money.amount, money.currencyCode),
  ]);

/** A payment that had gone into goods is given back all the same: the store bears it. */
export const goodwillEntry = (purposeKey: string, money: { amount: Minor; currencyCode: CurrencyCode }): JournalEntry =>
  entryOf(`goodwill:${purposeKey}`, 'goodwill', `Payment refunded ${formatMoney(money)}`, [
    debit('store:goodwill', money.amount, money.currencyCode),
    credit('shopper:claim', money.amount, money.currencyCode),
  ]);

/** What the shopper is still owed by a claim's entries, by currency; all zero when everything decided has moved. */
export function owedToShopper(entries: readonly JournalEntry[]): Map<CurrencyCode, Minor> {
  const owed = new Map<CurrencyCode, Minor>();
  for (const { account, amount, currencyCode } of entries.flatMap((entry) => entry.postings)) {
    if (account === 'shopper:claim') owed.set(currencyCode, (owed.get(currencyCode) ?? 0) - amount);
  }
  return owed;
}
