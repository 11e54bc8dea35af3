import { z } from 'zod';
import { Minor } from '#core/money.ts';

/** What one round of finalizing, or value given for goods that could not be sent, moved: the record the ledger and the books are made from. Minor units. */
export const SettlementRecord = z.object({
  settledOn: z.string(),
  /**
   * What it gives value in place of, by the purpose of the step, and what its lines count for the shopper only since then;
   * its sums take back those of an earlier record. Absent on rounds of finalizing.
   */
  insteadOf: z.object({ purposeKey: z.string(), credited: Minor }).exactOptional(),
  lineIds: z.array(z.number().int()),
  /** Its store credit went to a guest's account, without a refund of the order; absent on others. */
  isCreditedToGuest: z.literal(true).exactOptional(),
  issued: z.object({ refund: Minor, giftCard: Minor, storeCredit: Minor }),
  incentive: z.object({ giftCard: Minor, storeCredit: Minor }),
  shopNowIncentive: Minor,
  external: Minor,
  goods: Minor,
  /** The price of repairs; absent without one. */
  repairs: Minor.exactOptional(),
  shopNowCost: Minor,
  fee: Minor,
  returnShipping: Minor,
  exchangeShipping: Minor,
  /** Waived fees, and items that staff sent without payment. */
  waived: Minor,
  paymentUsed: Minor,
});
export type SettlementRecord = z.infer<typeof SettlementRecord>;

/** A refund of the platform that was made for a claim, as its answer said, or as staff did of one made by hand. */
export const ClaimRefund = z.object({
  idFromPlatform: z.string(),
  /** What of it was for the claim at most, minor units, and the lines that it gave for. */
  amount: Minor,
  lineIds: z.array(z.number().int()),
  /** Staff made it at the platform, in place of a step of ours; absent on others. */
  isByHand: z.literal(true).exactOptional(),
});
export type ClaimRefund = z.infer<typeof ClaimRefund>;

/** The part of a claim about what moved for it. */
export const CLAIM_SETTLEMENTS = {
  settlements: z.array(SettlementRecord),
  /** Absent until one is known. */
  refunds: z.array(ClaimRefund).exactOptional(),
};
