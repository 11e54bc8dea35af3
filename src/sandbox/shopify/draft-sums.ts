import type { Pair } from './amounts.ts';
import { minus, plus, times, ZERO } from './amounts.ts';
import type { DraftOrder } from './state.ts';

export function draftSums(draft: DraftOrder): { original: Pair; subtotal: Pair; shipping: Pair } {
  const original = plus(...draft.lines.map((line) => times(line.unitPrice, line.quantity)));
  const lineDiscounts = plus(...draft.lines.map((line) => line.discount));
  return {
    original,
    subtotal: minus(original, plus(lineDiscounts, draft.orderDiscount?.amount ?? ZERO)),
    shipping: draft.shipping?.price ?? ZERO,
  };
}
