import type { ShopState } from '#sandbox/shopify/state.ts';
import type { Covered, Refunded } from '../oracle/covers.ts';
import type { Bought } from '../oracle/story.ts';
import { coverEffects, isOfCover } from './covers.ts';
import { isNotedFor, type MoneyFacts } from './facts.ts';
import { movedBy, wasDeclined } from './refunds.ts';

/** Orders that were bought with the cover, as the oracle knows them. */
export function coveredOf(facts: MoneyFacts, orders: readonly Bought[]): Covered[] {
  const { shop, covers, isCoverGivenBack } = facts;
  return orders.flatMap((order) => {
    const now = shop.orders.find(({ id }) => String(id) === order.id);
    if (!now || !covers.ids.includes(now.id)) return [];
    const effect = coverEffects(facts).find(({ idFromPlatform }) => idFromPlatform === order.id)?.effect;
    return [
      {
        name: now.name,
        order,
        isGivenBack: isCoverGivenBack,
        isCanceled: now.cancelledAt !== null,
        sent: now.fulfillments.filter(({ status }) => status === 'SUCCESS').flatMap(({ lines }) => lines.map(unitsOf)),
        refunds: now.refunds.map((refund) => refundedOf(refund, now, facts)),
        looks: covers.looksAt(order.id),
        doubt: now.refunds.some((refund) => wasDeclined(refund, now))
          ? 'a payment provider declined a refund'
          : effect && effect.state !== 'done' && effect.state !== 'calledOff'
            ? `the refund of a cover is ${effect.state}`
            : null,
      },
    ];
  });
}

type ShopOrder = ShopState['orders'][number];

const unitsOf = ({ lineItemId, quantity }: { lineItemId: number; quantity: number }) => ({
  lineId: String(lineItemId),
  quantity,
});

const refundedOf = (
  refund: ShopOrder['refunds'][number],
  order: ShopOrder,
  { claims, shippingClaims }: MoneyFacts,
): Refunded => {
  const { note, lines } = refund;
  const isOfClaim = [...claims, ...shippingClaims].some(({ claim }) => isNotedFor(note, claim.externalId));
  return {
    of: isOfCover(note) ? 'cover' : isOfClaim ? 'claim' : 'others',
    money: movedBy(refund, order),
    units: lines.map(unitsOf),
  };
};
