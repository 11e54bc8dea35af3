import { CoverRefundPayload } from '#core/effects/cover-refund.ts';
import type { EffectRow } from '#server/db/effects.ts';
import { isBookedFor, type Check, type Facts, type MoneyFacts } from './facts.ts';
import { movedBy, wasDeclined } from './refunds.ts';
import { isDoneWith, mayHaveMoved } from './movements.ts';

/** Whether a refund at the platform says that it is of a cover by itself. */
export const isOfCover = (note: string | null): boolean => note?.includes('[coverRefund:') === true;

/** Refunds of covers that were decided, with the orders they are of. */
export const coverEffects = ({ effects }: Pick<Facts, 'effects'>): { effect: EffectRow; idFromPlatform: string }[] =>
  effects
    .filter(({ kind }) => kind === 'coverRefund')
    .map((effect) => ({
      effect,
      idFromPlatform: CoverRefundPayload.parse(effect.payload).orderIdFromPlatform,
    }));

/** What the platform gave back of covers by our steps, by order. */
const refundsOf = ({ shop, effects }: Facts, idFromPlatform: string): number[] =>
  shop.orders
    .filter(({ id }) => String(id) === idFromPlatform)
    .flatMap((order) =>
      order.refunds
        .filter(({ note }) => isOfCover(note))
        .filter((refund) => !wasDeclined(refund, order) || isDoneWith(effects, refund))
        .map((refund) => movedBy(refund, order)),
    );

/** A refund that is done was made once, one that is not was not, and nobody decided one twice. */
const movedOnce: Check<MoneyFacts> = (facts) =>
  facts.shop.orders.flatMap(({ id, name }) => {
    const own = coverEffects(facts).filter(({ idFromPlatform }) => idFromPlatform === String(id));
    const there = refundsOf(facts, String(id)).length;
    const states = own.map(({ effect }) => effect.state).join(', ');
    const isRight =
      own.length <= 1 &&
      (own.some(({ effect }) => effect.state === 'done') ? there === 1 : there === 0 || own.some(isPerhapsMade));
    return isRight ? [] : [`the cover of ${name} was refunded ${there} times by the platform, and by us [${states}]`];
  });
const isPerhapsMade = ({ effect }: { effect: EffectRow }): boolean => mayHaveMoved(effect);

/** The order keeps what was refunded of its cover, and the books have it as cost of the protection. */
const keptAndBooked: Check<MoneyFacts> = (facts) =>
  coverEffects(facts).flatMap(({ effect, idFromPlatform }) => {
    const order = facts.held.find((one) => one.orderIdFromPlatform === idFromPlatform);
    const moved = refundsOf(facts, idFromPlatform).reduce((sum, one) => sum + one, 0);
    const booked = facts.booked
      .filter(isBookedFor('order', order?.orderId))
      .filter(({ account }) => account === 'store:protection')
      .reduce((sum, { amount }) => sum + amount, 0);
    const kept = order?.coverRefund?.money ?? 0;
    const said = `${effect.purpose_key} is ${effect.state}: ${moved} moved, ${kept} are kept, ${booked} are booked`;
    switch (effect.state) {
      case 'done':
        return kept === moved && booked === moved ? [] : [said];
      case 'calledOff':
        return kept === 0 && booked === 0 ? [] : [said];
      case 'doneElsewhere':
        return kept > 0 && booked === kept ? [] : [said];
      default:
        return booked === 0 ? [] : [said];
    }
  });

export const COVERS: readonly Check<MoneyFacts>[] = [movedOnce, keptAndBooked];
