import { variantById } from '../lookup.ts';
import type { DraftOrder } from '../state.ts';
import type { Context } from '../views/connection.ts';
import { announceProduct } from './announce.ts';

/** Moves units of a tracked variant from available to `to`; a negative count moves them back. */
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

/** Reserves the items of a draft order, or releases them (`-1`). */
export function reserveDraft(context: Context, draft: DraftOrder, sign: 1 | -1): void {
  for (const line of draft.lines) moveStock(context, line.variantId, 'reserved', sign * line.quantity);
}

/** Releases reservations that have expired. */
export function releaseExpired(context: Context): void {
  for (const draft of context.shop.draftOrders) {
    const until = draft.reserveUntil ?? null;
    if (until === null || Date.parse(until) > Date.now()) continue;
    reserveDraft(context, draft, -1);
    draft.reserveUntil = null;
  }
}
