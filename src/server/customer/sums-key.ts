import { createHmac } from 'node:crypto';
import type { Claim } from '#core/claims/claim.ts';
import { Refusal } from '#core/refusal.ts';

/** Names the sums that a shopper was shown. Keyed, because the recipient of a gift must not work them out. */
export function sumsKeyOf(secret: string, claim: Claim): string {
  const { feeApplied, returnShippingAmountApplied, exchangeOrderShippingAmountApplied, currencyCode } = claim;
  const sums = [
    currencyCode,
    feeApplied,
    returnShippingAmountApplied,
    exchangeOrderShippingAmountApplied,
    claim.lines.map((line) => [
      line.lineIdFromPlatform,
      line.quantity,
      line.requestedAmount,
      line.incentiveAmount,
      line.exchangeDeltaAmount,
    ]),
    (claim.shopNow?.items ?? []).map(({ quantity, unitPrice, unitTax }) => [quantity, unitPrice, unitTax]),
  ];
  return createHmac('sha256', secret)
    .update(`sums:${JSON.stringify(sums)}`)
    .digest('hex')
    .slice(0, 32);
}

/** Refuses SUMS_CHANGED where the shopper was shown others. */
export function checkSums(secret: string, claim: Claim, shown: string | undefined): void {
  if (shown !== undefined && shown !== sumsKeyOf(secret, claim))
    throw new Refusal('conflict', 'SUMS_CHANGED', 'The amounts have changed. Please check them and submit again.');
}
