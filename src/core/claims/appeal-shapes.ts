import { z } from 'zod';

/** The part of a claim about its appeal; absent where the shopper never asked for another look at a denial. */
export const CLAIM_APPEAL = {
  appeal: z.object({ text: z.string(), on: z.string() }).exactOptional(),
};
