import { variantById } from '../lookup.ts';
import type { DraftOrder } from '../state.ts';
import type { Context } from '../views/connection.ts';
import { announceProduct } from './announce.ts';

/** Takes units of a counted variant out of what is available and books them as `to`; a negative count gives them back. */
export function moveStock(
  context: Context,
  variantId: number | null,
  to: 'committed' | 'reserved',
  count: number,
): void {
  const picked = variantById(context.shop, variantId);
  if (picked === undefined || !picked.variant.tracked || count === 0) return;
  const { quantities } = picked.variant;
  quantities['available'] = (quantities['available'] ?? 0) - count;
  quantities[to] = (quantities[to] ?? 0) + count;
  announceProduct(context, picked.product);
}

/** Sets the goods of a draft order aside, or gives them back (`-1`). */
export function reserveDraft(context: Context, draft: DraftOrder, sign: 1 | -1): void {
  for (const line of draft.lines) moveStock(context, line.variantId, 'reserved', sign * line.quantity);
}

/** Gives back what was set aside until an instant that has passed. */
export function releaseExpired(context: Context): void {
  for (const draft of context.shop.draftOrders) {
    const until = draft.reserveUntil ?? null;
    if (until === null || Date.parse(until) > Date.now()) continue;
    reserveDraft(context, draft, -1);
    draft.reserveUntil = null;
  }
}
