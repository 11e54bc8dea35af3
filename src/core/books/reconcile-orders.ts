import { differenceOf, type Difference } from '#core/books/differences.ts';
import type { ClaimFacts, EffectFacts } from '#core/books/facts.ts';
import type { World } from '#core/books/reconcile.ts';
import { formatMoney, type Minor } from '#core/money.ts';

/** Orders for which claims and the store, each on its own, gave more than was paid. */
export function orderDifferences({ orders, claims, effects }: World): Difference[] {
  return orders.flatMap(({ idFromPlatform, orderNo, currencyCode, paid, ...given }) => {
    const ofOrder = claims.filter((claim) => claim.orderIdFromPlatform === idFromPlatform);
    const byClaims = given.byClaims - notGiven(ofOrder, effects);
    // What staff say was settled outside may be what they gave back at the platform.
    const byOthers = Math.max(given.outside, given.byOthers);
    if (byClaims + byOthers <= paid) return [];
    const money = (amount: Minor): string => formatMoney({ amount, currencyCode });
    const what = `order ${orderNo}, ${money(byClaims)} by claims and ${money(byOthers)} by others, of ${money(paid)} paid`;
    const claim = ofOrder.at(-1);
    return [differenceOf('ORDER_GAVE_MORE_THAN_PAID', { claim, what, ours: byClaims, theirs: byOthers, currencyCode })];
  });
}

/** Decided, and not given by a step of ours: what is told of such a step is told with it. */
function notGiven(claims: readonly ClaimFacts[], effects: readonly EffectFacts[]): Minor {
  const ids = new Set(claims.map(({ id }) => id));
  return effects
    .filter(({ claimId, state }) => ids.has(claimId ?? 0) && NOT_GIVEN.has(state))
    .reduce((sum, { movement }) => sum + (movement?.kind === 'label' ? 0 : (movement?.amount?.amount ?? 0)), 0);
}
const NOT_GIVEN: ReadonlySet<EffectFacts['state']> = new Set(['failed', 'calledOff', 'doneElsewhere']);
