import type { World } from '#core/books/world.ts';
import { isEnded } from '#core/effects/state.ts';
import { billingDifferences } from '#core/books/reconcile-billing.ts';
import { bookDifferences } from '#core/books/reconcile-books.ts';
import { chargeDifferences } from '#core/books/reconcile-charges.ts';
import { boughtLabel, labelDifferences } from '#core/books/reconcile-labels.ts';
import { movementDifferences } from '#core/books/reconcile-movements.ts';
import { orderDifferences } from '#core/books/reconcile-orders.ts';
import { differenceOf, type Difference } from '#core/books/differences.ts';
import { type EffectFacts, owedBy } from '#core/books/facts.ts';
import { formatMoney } from '#core/money.ts';

/** Every difference between decisions, effects, books and movements; none in a consistent world. */
export function compare(world: World): Difference[] {
  const moved = movementDifferences({ ...world, movements: [...world.movements, ...world.labels.map(boughtLabel)] });
  const charged = chargeDifferences(world);
  const givenBack = labelDifferences(world);
  const named = new Set([...moved.named, ...charged.named, ...givenBack.named]);
  const booked = bookDifferences(world, named);
  const found = [...moved.differences, ...charged.differences, ...givenBack.differences, ...booked];
  return [...found, ...unevenClaims(world, found), ...orderDifferences(world), ...billingDifferences(world)];
}

/**
 * Claims whose effects are all done while something is still owed. Claims with another difference are explained there.
 */
function unevenClaims({ claims, effects }: World, found: readonly Difference[]): Difference[] {
  const known = new Set(found.filter(({ isExplained }) => !isExplained).map(({ claimId }) => claimId));
  const ofClaim = Map.groupBy(effects, ({ claimId }) => claimId);
  return claims.flatMap((claim) => {
    const own = ofClaim.get(claim.id) ?? [];
    const isMoving = own.some((effect) => !isEnded(effect.state) && movesForShopper(effect));
    if (!claim.isEnded || claim.settlements === null || isMoving || known.has(claim.id)) return [];
    const given = { amount: -claim.goodwill, currencyCode: claim.currencyCode };
    const goodwill = {
      purposeKey: '',
      kind: '',
      memo: '',
      postings: [{ account: 'shopper:claim' as const, ...given }],
    };
    const entries = [...claim.settlements, ...own.flatMap(({ entry }) => entry ?? []), goodwill];
    return owedBy(entries).map(({ amount, currencyCode }) => {
      const money = formatMoney({ amount: Math.abs(amount), currencyCode });
      const what = `claim ${claim.externalId}, ${money} ${amount > 0 ? 'still owed to the customer' : 'too much paid out'}`;
      return differenceOf('CLAIM_NOT_EVEN', { claim, what, ours: 0, theirs: amount, currencyCode });
    });
  });
}

/** What the store pays a carrier is no part of what a shopper is owed. */
const movesForShopper = ({ movement, charge }: EffectFacts): boolean =>
  charge !== null || (movement !== null && movement.kind !== 'label');
