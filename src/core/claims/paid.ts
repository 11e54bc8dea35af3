import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import type { SettlementRecord } from '#core/claims/settlement-shapes.ts';
import { inProportion, type Minor } from '#core/money.ts';

/** The part of a payment that is or was refunded, including refunds made at the provider. */
export const refundedAmountOf = ({ refundAsked, refundedAmount }: CustomerPayment): Minor =>
  Math.max(refundAsked, refundedAmount);

/** Whether a hold ended before it was taken, here or elsewhere. */
export const isLapsed = ({ status, isTakenElsewhere }: CustomerPayment): boolean =>
  status === 'Expired' && isTakenElsewhere !== true;

/** The usable part of a payment: what was or will be captured, else what is held, minus refunds. */
export const usableOf = (payment: CustomerPayment): Minor =>
  isLapsed(payment) ? 0 : Math.max(0, (payment.captureAsked ?? payment.amount) - refundedAmountOf(payment));

/** One part of the settlements of a claim, summed up. */
export const total = (records: readonly SettlementRecord[], part: (record: SettlementRecord) => Minor): Minor =>
  records.reduce((sum, record) => sum + part(record), 0);

/** What payments had paid for items and fees and isn't there: refunded since, or held until the hold ended. */
export function paidNoLonger({ settlements, payments }: Claim): Minor {
  const used = total(settlements, (record) => record.paymentUsed);
  return Math.max(0, used - sumOf(payments.map(usableOf)));
}

/** What was refunded of payments that had paid for items and fees; an expired hold was never paid. */
export const paidAndRefunded = (claim: Claim): Minor =>
  Math.min(paidNoLonger(claim), sumOf(claim.payments.map(refundedAmountOf)));

const sumOf = (amounts: readonly Minor[]): Minor => amounts.reduce((sum, one) => sum + one, 0);

/** What was paid of a price that a round charged for goods: the store may have waived some of it. */
export const paidOf = ({ goods, shopNowIncentive, waived }: SettlementRecord, price: Minor): Minor => {
  const charged = goods - shopNowIncentive;
  return charged <= 0 ? 0 : inProportion(price, Math.max(0, charged - waived), charged);
};

/** What was paid for the new item of a line that was carried out, by its price. */
export function paidForExchange({ settlements }: Claim, line: ClaimLine, price: Minor): Minor {
  const round = settlements.findLast(({ lineIds, goods }) => goods > 0 && lineIds.includes(line.id));
  return round ? paidOf(round, price) : 0;
}
