import { credit, debit, entryOf, type JournalEntry } from '#core/books/entry.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { SettlementRecord } from '#core/claims/settlement-shapes.ts';
import { isCredited } from '#core/claims/credited.ts';
import { formatMoney, type CurrencyCode, type Minor, type Money } from '#core/money.ts';

/** What the lines of a round were worth to the shopper: taken from the lines, so that the entry proves the settlement. */
function creditedBy(claim: Claim, record: SettlementRecord): Minor {
  if (record.insteadOf) return record.insteadOf.credited;
  // A line that was denied, appealed and carried out again is in two rounds; what was issued instead is of the last one.
  const later = claim.settlements
    .filter(({ lineIds }) => lineIds.some((id) => roundOf(claim, id) === record))
    .reduce((sum, { insteadOf }) => sum + (insteadOf?.credited ?? 0), 0);
  const all = claim.lines
    .filter((line) => line.finalizedOn !== null && roundOf(claim, line.id) === record && isCredited(line))
    .reduce((sum, line) => sum + (line.amount ?? 0), 0);
  return all - later;
}

/** The round that a line ended with: one that was denied and appealed is carried out twice, and moved nothing before. */
const roundOf = ({ settlements }: Claim, lineId: number): SettlementRecord | undefined =>
  settlements.findLast(({ lineIds, insteadOf }) => insteadOf === undefined && lineIds.includes(lineId));

const nameOf = ({ insteadOf, lineIds }: SettlementRecord): string =>
  `${insteadOf ? 'instead:' : ''}lines:${lineIds.join('-')}`;

/** Names a settlement among those of its claim. The same lines are carried out again after an appeal, which their name says. */
export function roundKey({ settlements }: Claim, record: SettlementRecord): string {
  const name = nameOf(record);
  const before = settlements.slice(0, Math.max(0, settlements.indexOf(record)));
  const times = before.filter((one) => nameOf(one) === name).length;
  return times === 0 ? name : `${name}:${times + 1}`;
}

/**
 * A round of finalizing: what the shopper is owed for the returned items, and the deductions. Null if there is nothing.
 */
export function settlementEntry(claim: Claim, record: SettlementRecord): JournalEntry | null {
  const { currencyCode } = claim;
  const { issued, incentive } = record;
  const bonus = incentive.giftCard + incentive.storeCredit;
  const toShopper = issued.refund + issued.giftCard + issued.storeCredit + bonus;
  const entry = entryOf(
    `settlement:claim:${claim.id}:${roundKey(claim, record)}`,
    'settlement',
    record.insteadOf ? `Value issued instead of items for ${claim.externalId}` : `Finalized ${claim.externalId}`,
    [
      debit('store:returns', creditedBy(claim, record), currencyCode),
      debit('store:incentives', bonus + record.shopNowIncentive, currencyCode),
      debit('store:goodwill', record.waived, currencyCode),
      debit('shopper:claim', record.paymentUsed, currencyCode),
      credit('shopper:claim', toShopper, currencyCode),
      credit('store:exchangeSales', record.goods, currencyCode),
      credit('store:repairs', record.repairs ?? 0, currencyCode),
      credit('store:exchangeShipping', record.exchangeShipping, currencyCode),
      credit('store:returnShipping', record.returnShipping, currencyCode),
      credit('store:fees', record.fee, currencyCode),
      credit('external', record.external, currencyCode),
    ],
  );
  return entry.postings.length === 0 ? null : entry;
}

/** A payment its provider had taken already when the claim was made: a checkout holds no money. */
export const receivedEntry = (paymentId: number, money: Money): JournalEntry =>
  entryOf(`received:payment:${paymentId}`, 'paymentReceived', `Payment received ${formatMoney(money)}`, [
    debit('payments:captured', money.amount, money.currencyCode),
    credit('shopper:claim', money.amount, money.currencyCode),
  ]);

/** A payment that had paid for goods is refunded anyway: the store bears it. */
export const goodwillEntry = (purposeKey: string, money: Money): JournalEntry =>
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
