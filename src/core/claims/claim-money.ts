import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { RemainderMethod, WantedItem } from '#core/claims/goods-shapes.ts';
import type { SettlementRecord } from '#core/claims/settlement-shapes.ts';
import { isCredited } from '#core/claims/credited.ts';
import { goodsCost, goodsName, goodsTax } from '#core/claims/exchange.ts';
import { repairPriceOf } from '#core/claims/repair-state.ts';
import { giftRemainder, isGiftReturn } from '#core/claims/gift-return.ts';
import { foldLedger, SECTION_LABELS, type Ledger, type LedgerEvent } from '#core/claims/ledger.ts';
import { refundedAmountOf, total, usableOf } from '#core/claims/paid.ts';
import { settle, type Settlement, type SettlementLine } from '#core/claims/settlement.ts';
import { incentiveOf } from '#core/claims/sums.ts';
import { isActive } from '#core/claims/active.ts';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import { mayBeAppealed } from '#core/claims/appeal.ts';
import { allocate, type Minor } from '#core/money.ts';
import { leastCharge } from '#core/payments/least-charge.ts';

const sumOf = <T>(items: readonly T[], part: (item: T) => Minor): Minor =>
  items.reduce((sum, item) => sum + part(item), 0);

export const shopNowCostOf = (claim: Claim): Minor => sumOf(claim.shopNow?.items ?? [], goodsCost);

/** Whether a line's worth goes into the claim's shop-now items. */
const isShopNowCredit = (line: ClaimLine): boolean => line.isShopNow && isActive(line) && !line.wasResolvedExternally;

/** What the shopper chose for the credit of a claim; nothing once its value was given instead. */
export const shopNowGoods = ({ lines, shopNow }: Claim): readonly WantedItem[] =>
  lines.some(({ isShopNow }) => isShopNow) ? (shopNow?.items ?? []) : [];

/** Whether the claim's shop-now items go out with these lines: once, with the first that bring credit for them. */
export const sendsShopNow = (claim: Claim, lines: readonly ClaimLine[]): boolean =>
  lines.some(isShopNowCredit) &&
  !claim.lines.some(
    (line) => line.finalizedOn !== null && isShopNowCredit(line) && !lines.some((one) => one.id === line.id),
  );

/** Whether a line's items were sent ahead and it was then denied: they must be paid in full. */
export const isSentAndDenied = (line: ClaimLine): boolean =>
  line.status === 'denied' && line.exchangeOrderedOn !== null;

/** Lines that settling looks at: active ones, and denied ones whose goods were sent. */
const settlesMoney = (line: ClaimLine): boolean => isActive(line) || isSentAndDenied(line);

/** What is denied and not carried out yet may still be approved. */
const maySettleLater = (line: ClaimLine): boolean =>
  line.finalizedOn === null && (settlesMoney(line) || (line.status === 'denied' && line.canceledOn === null));

/** What was denied or canceled for good may come back: by an appeal, or as staff restore it. */
const mayComeBack = (claim: Claim, line: ClaimLine): boolean =>
  mayBeAppealed(claim, line) || (CLAIM_TYPES[claim.claimType].canRestore && line.canceledOn !== null);

/** How leftover value of a line is issued; Shop Now credit as the line itself was decided. */
export function remainderOf(line: ClaimLine): RemainderMethod {
  const decided = line.isShopNow ? line.method : null;
  if (decided === 'refund' || decided === 'giftCard' || decided === 'storeCredit') return decided;
  return line.exchangeRemainderMethod ?? 'refund';
}

function settlementLine(claim: Claim, line: ClaimLine): SettlementLine {
  const amount = line.amount ?? line.requestedAmount;
  const isDenied = isSentAndDenied(line);
  return {
    id: line.id,
    method: line.method ?? line.requestedMethod,
    isShopNow: line.isShopNow,
    wasResolvedExternally: line.wasResolvedExternally,
    amount: isDenied ? 0 : amount,
    incentive: incentiveOf(line),
    incentiveBasisPoints: line.incentiveBasisPoints,
    isIncentiveFixed: line.isIncentiveFixed === true,
    exchangeDeltaAmount: line.exchangeDeltaAmount + (isDenied ? line.requestedAmount : 0),
    exchangeRemainderMethod: isGiftReturn(claim) ? giftRemainder(remainderOf(line)) : remainderOf(line),
    repairPrice: repairPriceOf(line),
    ...(isDenied ? { method: 'variantExchange' as const } : {}),
  };
}

/** What settled rounds took of the fees of a claim. */
export const feesTaken = ({ settlements }: Claim) => ({
  feeApplied: total(settlements, (record) => record.fee),
  returnShippingAmountApplied: total(settlements, (record) => record.returnShipping),
  exchangeOrderShippingAmountApplied: total(settlements, (record) => record.exchangeShipping),
});

/**
 * What finalizing these lines of a claim would move, after what earlier rounds have moved. A round isn't the last one
 * while other lines may still be carried out, or a line may come back.
 */
export function settlementOf(
  claim: Claim,
  lines: readonly ClaimLine[],
  isLast = !claim.lines.some(
    (line) => mayComeBack(claim, line) || (maySettleLater(line) && !lines.some(({ id }) => id === line.id)),
  ),
): Settlement {
  const { settlements } = claim;
  const taken = feesTaken(claim);
  return settle({
    lines: lines.filter(settlesMoney).map((line) => settlementLine(claim, line)),
    shopNowCost: sendsShopNow(claim, lines) ? shopNowCostOf(claim) : 0,
    fee: claim.feeApplied - taken.feeApplied,
    returnShipping: claim.returnShippingAmountApplied - taken.returnShippingAmountApplied,
    exchangeShipping: claim.exchangeOrderShippingAmountApplied - taken.exchangeOrderShippingAmountApplied,
    // Refunded by staff though it was used, or expired: a loss of the store, not the shopper's debt.
    paid: Math.max(0, sumOf(claim.payments, usableOf) - total(settlements, (record) => record.paymentUsed)),
    // Nothing is ever taken from a gift's recipient: what no credit covers is waived.
    leastCharge: isGiftReturn(claim) ? Number.MAX_SAFE_INTEGER : leastCharge(claim.currencyCode),
    isOnlyHeld: claim.payments.every((payment) => payment.captureAsked === null),
    areLinesLeft: !isLast,
  });
}

/** What finalizing all that is not carried out would move, and nothing after it. */
export const openSettlement = (claim: Claim): Settlement =>
  settlementOf(
    claim,
    claim.lines.filter((line) => line.finalizedOn === null),
    true,
  );

/** What the shopper has yet to pay for all of a claim that is not carried out; minor units. Nothing once it is over. */
export const stillOwed = (claim: Claim): Minor => openSettlement(claim).stillOwed;

/**
 * What the shopper has to pay, or let us hold, before a drafted claim can be submitted; minor units. For an
 * instant exchange that is what would be owed if nothing that was sent for came back.
 */
export function paymentNeeded(claim: Claim): { owed: Minor; held: Minor } {
  const { owed } = settlementOf(claim, claim.lines);
  if (!claim.instantExchange) return { owed, held: owed };
  const sent = claim.lines.filter((line) => line.exchange !== null && !line.isShopNow);
  const neverBack = sent.map((line): ClaimLine => ({ ...line, status: 'denied', exchangeOrderedOn: claim.createdOn }));
  return { owed, held: Math.max(owed, settlementOf(claim, neverBack).owed) };
}

/** The bonus of a claim, from settled rounds or as it stands: on store credit and gift cards, and on Shop Now. */
export function bonusOf(claim: Claim, open = openSettlement(claim)): { onCredit: Minor; onShopNow: Minor } {
  const rounds = [...claim.settlements, open];
  return {
    onCredit: sumOf(rounds, ({ incentive }) => incentive.giftCard + incentive.storeCredit),
    onShopNow: sumOf(rounds, ({ shopNowIncentive }) => shopNowIncentive),
  };
}

/** What a line brings its shopper; of a shop-now credit the bonus is in what it buys. */
export type Proceeds = { issued: Minor; bonus: Minor; deducted: Minor };

/** As finalized, else as finalizing everything open would issue it, after deductions. */
export function proceedsOf(claim: Claim, line: ClaimLine): Proceeds {
  const amount = line.amount ?? line.requestedAmount;
  if (line.wasResolvedExternally) return { issued: amount, bonus: 0, deducted: 0 };
  if (line.isShopNow) return { ...settledOf(claim, line), bonus: shopNowBonusOf(claim, line) };
  return settledOf(claim, line);
}

function settledOf(claim: Claim, line: ClaimLine): Proceeds {
  const { deductedAmount, finalizedOn } = line;
  if (finalizedOn !== null)
    return {
      issued: line.issuedAmount,
      bonus: incentiveOf(line),
      deducted: deductedAmount,
    };
  const settled = openSettlement(claim).lines.find(({ id }) => id === line.id);
  return { issued: settled?.issued ?? 0, bonus: settled?.incentive ?? 0, deducted: settled?.deducted ?? 0 };
}

/** Its share of the bonus that is used up with the credit of its round. */
function shopNowBonusOf(claim: Claim, line: ClaimLine): Minor {
  const round = claim.settlements.find(({ lineIds }) => lineIds.includes(line.id));
  const sharing = claim.lines.filter(
    (one) => isShopNowCredit(one) && (round ? round.lineIds.includes(one.id) : one.finalizedOn === null),
  );
  const bonus = (round ?? openSettlement(claim)).shopNowIncentive;
  const parts = allocate(
    bonus,
    sharing.map((one) => one.requestedIncentiveAmount),
  );
  return parts[sharing.findIndex(({ id }) => id === line.id)] ?? 0;
}

/** Everything that counts for and against the shopper in a claim: settled rounds as they were, the rest as it stands. */
export function claimEvents(claim: Claim): LedgerEvent[] {
  const lines = claim.lines.filter(settlesMoney);
  const open = openSettlement(claim);
  const { settlements } = claim;
  const both = (part: (record: SettlementRecord) => Minor, now: Minor): Minor => total(settlements, part) + now;
  const used = both((record) => record.paymentUsed, open.paymentUsed);
  const bonus = bonusOf(claim, open);
  return [
    ...lines.flatMap(returnedItem),
    ...lines.flatMap(wantedItems),
    ...(lines.some(isShopNowCredit) ? (claim.shopNow?.items ?? []) : []).map((item, index): LedgerEvent => ({
      kind: 'item',
      side: 'deductions',
      id: `shop-now-${index + 1}`,
      label: item.title,
      subtotal: item.quantity * item.unitPrice,
      tax: goodsTax(item),
    })),
    section('credits', 'INCENTIVE', 'Bonus', bonus.onCredit),
    section('credits', 'SHOP_NOW_INCENTIVE', 'Shop now bonus', bonus.onShopNow),
    ...paymentParts(claim, used).map(([label, amount]) => section('credits', 'PAYMENT', label, amount)),
    section(
      'credits',
      'FEE',
      SECTION_LABELS.waived,
      both((record) => record.waived, open.waived),
    ),
    section(
      'deductions',
      'FEE',
      SECTION_LABELS.repair,
      both((record) => record.repairs ?? 0, open.repairs),
    ),
    section(
      'deductions',
      'FEE',
      claim.feeName || SECTION_LABELS.fee,
      both((record) => record.fee, open.fee),
    ),
    section(
      'deductions',
      'RETURN_SHIPPING',
      'Return shipping',
      both((record) => record.returnShipping, open.returnShipping),
    ),
    section(
      'deductions',
      'SHIPPING',
      'Shipping',
      both((record) => record.exchangeShipping, open.exchangeShipping),
    ),
    section(
      'deductions',
      'PAYMENT',
      SECTION_LABELS.external,
      both((record) => record.external, open.external),
    ),
  ];
}

/** How much of the payments counts as used, by their state: a capture may fail, and captured money may be refunded. */
function paymentParts({ payments }: Claim, used: Minor): [label: string, amount: Minor][] {
  const taken = sumOf(payments, (payment) =>
    payment.isTakenElsewhere === true
      ? usableOf(payment)
      : Math.max(0, payment.capturedAmount - refundedAmountOf(payment)),
  );
  const held = sumOf(payments, (payment) =>
    payment.status === 'Authorized' && payment.isTakenElsewhere !== true ? usableOf(payment) : 0,
  );
  const paid = Math.min(used, taken);
  const toTake = Math.min(used - paid, held);
  return [
    [SECTION_LABELS.paid, paid],
    [SECTION_LABELS.held, toTake],
    [SECTION_LABELS.byStore, used - paid - toTake],
  ];
}

const section = (
  side: LedgerEvent['side'],
  type: 'INCENTIVE' | 'SHOP_NOW_INCENTIVE' | 'PAYMENT' | 'SHIPPING' | 'RETURN_SHIPPING' | 'FEE',
  label: string,
  amount: Minor,
): LedgerEvent => ({ kind: 'section', side, type, label, amount });

function returnedItem(line: ClaimLine): LedgerEvent[] {
  if (!isCredited(line)) return [];
  const amount = line.amount ?? line.requestedAmount;
  const delivery = Math.min(line.deliveryAmount ?? 0, amount);
  const parts = taxedLike(line, amount - delivery);
  return [
    { kind: 'item', side: 'credits', id: `line-${line.id}`, label: line.name, ...parts },
    section('credits', 'SHIPPING', 'Delivery', delivery),
  ];
}

/** An amount with the same share of tax as the line's payment. */
function taxedLike(line: ClaimLine, amount: Minor): { subtotal: Minor; tax: Minor } {
  const paid = Math.max(line.requestedAmount - (line.deliveryAmount ?? 0), line.subtotal);
  const [subtotal = 0, tax = 0] = allocate(amount, [Math.max(0, paid - line.tax), line.tax]);
  return { subtotal, tax };
}

function wantedItems(line: ClaimLine): LedgerEvent[] {
  const isExchange = (line.method ?? line.requestedMethod) === 'variantExchange' || isSentAndDenied(line);
  if (!isExchange || !line.exchange || line.isShopNow || line.wasResolvedExternally) return [];
  const cost =
    (isActive(line) ? (line.amount ?? line.requestedAmount) : line.requestedAmount) + line.exchangeDeltaAmount;
  // If the price paid differs from its own, the item counts as much as the returned one.
  const parts =
    cost === goodsCost(line.exchange)
      ? { subtotal: cost - goodsTax(line.exchange), tax: goodsTax(line.exchange) }
      : taxedLike(line, cost);
  return [
    { kind: 'item', side: 'deductions', id: `exchange-${line.id}`, label: goodsName(line.exchange, line), ...parts },
  ];
}

/** Get the checkout balance of a claim (C3.28): before it is finalized, and as a record afterwards. */
export const claimLedger = (claim: Claim): Ledger => foldLedger(claim.currencyCode, claimEvents(claim));
