import { differenceOf, type Difference } from '#core/books/differences.ts';
import type { World } from '#core/books/world.ts';
import { formatMoney, type Minor } from '#core/money.ts';

/** Orders for which claims and the store, each on its own, gave more than was paid. */
export function orderDifferences({ orders, claims }: World): Difference[] {
  const claimOf = new Map(claims.map((claim) => [claim.orderIdFromPlatform, claim]));
  return orders.flatMap(({ idFromPlatform, orderNo, currencyCode, paid, byClaims, ...given }) => {
    // What staff resolved externally may be what they refunded at the platform.
    const byOthers = Math.max(given.outside, given.byOthers);
    if (byClaims + byOthers <= paid) return [];
    const money = (amount: Minor): string => formatMoney({ amount, currencyCode });
    const what = `order ${orderNo}, ${money(byClaims)} by claims and ${money(byOthers)} by others, of ${money(paid)} paid`;
    const claim = claimOf.get(idFromPlatform);
    return [differenceOf('ORDER_GAVE_MORE_THAN_PAID', { claim, what, ours: byClaims, theirs: byOthers, currencyCode })];
  });
}
