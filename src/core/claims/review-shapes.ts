import { z } from 'zod';
import { Words } from '#core/texts/phrase.ts';

/** Why the rules of the store refuse something, in the words that the shopper read. */
export const RuleRefusal = z.object({
  code: z.enum(['WINDOW_CLOSED', 'METHOD_DISABLED', 'FINAL_SALE', 'WARRANTY_ENDED', 'ITEM_INELIGIBLE']),
  text: z.string(),
  /** The same for readers of other languages; absent where they are the store's own. */
  words: Words.exactOptional(),
  /** The automation that refused; absent where the settings or the store platform did. */
  ruleId: z.number().int().exactOptional(),
});
export type RuleRefusal = z.infer<typeof RuleRefusal>;

export const LINE_REVIEW = {
  /** The shopper asked for a review of it against the rules, which refused it so; absent on others. */
  refusal: RuleRefusal.exactOptional(),
};
