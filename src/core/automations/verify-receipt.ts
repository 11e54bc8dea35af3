import { sortedText } from '#core/automations/content.ts';
import type { Receipt, RuleSet } from '#core/automations/rule-set.ts';

/** The receipt that the rules give for the facts of a kept one. */
export const receiptAgain = (kept: Receipt, rules: RuleSet): Receipt => rules.ask(kept.hook, kept.subjects).receipt();

/** Whether the rules still decide as a kept receipt says, to the last condition. */
export const isSameReceipt = (kept: Receipt, rules: RuleSet): boolean =>
  sortedText(receiptAgain(kept, rules)) === sortedText(kept);
