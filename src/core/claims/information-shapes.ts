import { z } from 'zod';

/** The part of a claim that staff asked the customer about. */
export const CLAIM_INFORMATION = {
  isAwaitingCustomer: z.boolean(),
  infoRequest: z.string(),
  infoAnswer: z.string(),
};
