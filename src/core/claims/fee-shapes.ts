import { z } from 'zod';
import { Minor } from '#core/money.ts';

/** The part of a claim about what it costs the shopper. */
export const CLAIM_FEES = {
  feeApplied: Minor,
  feeName: z.string(),
  returnShippingAmountApplied: Minor,
  exchangeOrderShippingAmountApplied: Minor,
};
