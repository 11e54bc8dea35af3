import type { ClaimFees } from '#core/claims/fees.ts';
import { minorOf } from '#server/amounts.ts';

const FEES = [
  'feeApplied',
  'returnShippingAmountApplied',
  'exchangeOrderShippingAmountApplied',
] as const satisfies (keyof ClaimFees)[];

/** The fees that were named, in minor units of the claim's currency. */
export const feesInMinor = (
  named: Partial<Record<keyof ClaimFees, number | undefined>>,
  currencyCode: string,
): Partial<ClaimFees> =>
  Object.fromEntries(
    FEES.flatMap((name) => {
      const amount = named[name];
      return amount === undefined ? [] : [[name, minorOf(amount, currencyCode)]];
    }),
  );
