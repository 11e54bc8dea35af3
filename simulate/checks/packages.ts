import { ReorderPayload } from '#core/effects/reorder.ts';
import { ShippingRefundPayload } from '#core/effects/shipping-refund.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import type { EffectRow } from '#server/db/effects.ts';
import { isBookedFor, isNotedFor, type Check, type MoneyFacts } from './facts.ts';
import { movedBy, wasDeclined } from './refunds.ts';
import { isDoneWith, mayHaveMoved } from './movements.ts';
import { effectsOf, ordersFor } from './told-packages.ts';

const isDone = ({ state }: EffectRow): boolean => state === 'done';
const listOf = (units: readonly [line: string, quantity: number][]): string =>
  units
    .map(([line, quantity]) => `${quantity} of ${line}`)
    .toSorted()
    .join(', ');

/** What we hold for done of a claim of shipping protection is there once, and nothing else is. */
const movedOnce: Check<MoneyFacts> = (facts) =>
  facts.shippingClaims.flatMap(({ claim }) => {
    const own = effectsOf(claim, facts);
    const steps = (kind: string, isOne: (effect: EffectRow) => boolean): EffectRow[] =>
      own.filter((effect) => effect.kind === kind && isOne(effect));
    const refundOf = ({ payload }: EffectRow): string => {
      const { amount, lines } = ShippingRefundPayload.parse(payload);
      return `${amount.amount} for ${listOf(lines.map((line) => [line.lineIdFromPlatform, line.quantity]))}`;
    };
    const orderOf = ({ payload }: EffectRow): string =>
      listOf(ReorderPayload.parse(payload).lines.map((line) => [line.variantIdFromPlatform, line.quantity]));
    const refunds = facts.shop.orders.flatMap((order) =>
      order.refunds
        .filter(({ note }) => isNotedFor(note, claim.externalId))
        .filter((refund) => !wasDeclined(refund, order) || isDoneWith(facts.effects, refund))
        .map(
          (refund) =>
            `${movedBy(refund, order)} for ${listOf(refund.lines.map((line) => [String(line.lineItemId), line.quantity]))}`,
        ),
    );
    const orders = ordersFor(claim, facts.shop).map(({ lineItems }) =>
      listOf(lineItems.map((line) => [String(line.variantId), line.quantity])),
    );
    return [
      ...compared(
        'refund',
        claim,
        steps('shippingRefund', isDone).map(refundOf),
        steps('shippingRefund', mayHaveMoved).map(refundOf),
        refunds,
      ),
      ...compared(
        'reorder',
        claim,
        steps('reorder', isDone).map(orderOf),
        steps('reorder', mayHaveMoved).map(orderOf),
        orders,
      ),
    ];
  });

function compared(
  what: string,
  { externalId }: ShippingClaim,
  done: readonly string[],
  perhaps: readonly string[],
  there: readonly string[],
): string[] {
  const left = [...there];
  const missing = done.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const unknown = left.filter((one) => !perhaps.includes(one));
  return missing.length === 0 && unknown.length === 0
    ? []
    : [`${what} of ${externalId}: we hold for done [${done.join('; ')}], the partner holds [${there.join('; ')}]`];
}

const isOver = ({ state }: EffectRow): boolean => state === 'calledOff' || state === 'failed';

/** A refund or a reorder that was decided is one step, and what was not decided is none. */
const decisionsWanted: Check<MoneyFacts> = (facts) =>
  facts.shippingClaims.flatMap(({ claim }) => {
    const own = effectsOf(claim, facts);
    const refunds = own.filter(({ kind, state }) => kind === 'shippingRefund' && state !== 'calledOff').length;
    const orders = own.filter((effect) => effect.kind === 'reorder' && !isOver(effect)).length;
    const wanted = {
      refunds: claim.status === 'Closed_Refunded' ? 1 : 0,
      orders: claim.status === 'Closed_Reordered' ? 1 : 0,
    };
    return refunds === wanted.refunds && orders === wanted.orders
      ? []
      : [`${claim.externalId} is ${claim.status}, and has ${refunds} refunds and ${orders} reorders`];
  });

const listedAsIs: Check<MoneyFacts> = ({ shippingClaims }) =>
  shippingClaims
    .filter(({ claim, row }) => claim.status !== row.status)
    .map(({ claim, row }) => `${claim.externalId} is listed as ${row.status} and is ${claim.status}`);

const oneAtATime: Check<MoneyFacts> = ({ shippingClaims }) =>
  [...Map.groupBy(shippingClaims, ({ claim }) => claim.orderId).values()]
    .map((all) => all.filter(({ claim: { status } }) => status === 'Open' || status === 'InProgress'))
    .filter((open) => open.length > 1)
    .map((open) => `${open.map(({ claim }) => claim.externalId).join(' and ')} are open on one order`);

const HOLDING: readonly string[] = ['Open', 'InProgress', 'Closed_Refunded', 'Closed_Reordered'];

/** The order knows what its claims hold: units and money. */
const heldByOrder: Check<MoneyFacts> = ({ held, shippingClaims }) =>
  held.flatMap(({ orderId, claims }) => {
    const expected = shippingClaims
      .filter(({ claim }) => claim.orderId === orderId && HOLDING.includes(claim.status))
      .map(({ claim }) => {
        const { lines, resolution, externalId } = claim;
        const goods = lines.reduce((sum, { amount }) => sum + amount, 0);
        const cover = resolution?.cover ?? [];
        const money =
          goods +
          (resolution?.shippingFee ?? 0) +
          (resolution?.handlingFee ?? 0) +
          cover.reduce((sum, { amount }) => sum + amount, 0);
        return `${externalId} ${money} for ${listOf([...lines, ...cover].map((one) => [one.lineIdFromPlatform, one.quantity]))}`;
      })
      .toSorted();
    const told = claims
      .map(
        ({ externalId, money, units }) =>
          `${externalId} ${money} for ${listOf(units.map((one) => [one.lineIdFromPlatform, one.quantity]))}`,
      )
      .toSorted();
    return expected.join('; ') === told.join('; ')
      ? []
      : [`claims hold [${expected.join('; ')}] of order ${orderId}, which says [${told.join('; ')}]`];
  });

/** What its payment provider declined of a refund is owed still. */
const isDeclined = ({ externalId }: ShippingClaim, { shop }: MoneyFacts): boolean =>
  shop.orders.some((order) =>
    order.refunds.some((refund) => isNotedFor(refund.note, externalId) && wasDeclined(refund, order)),
  );

/** Nobody is owed anything for a claim whose refund was made. */
const evenBooks: Check<MoneyFacts> = (facts) =>
  facts.shippingClaims
    .filter(({ claim }) => !isDeclined(claim, facts))
    .filter(({ claim }) => claim.resolution?.method === 'Refund' && claim.resolution.refundIdFromPlatform !== null)
    .flatMap(({ claim }) => {
      const owed = facts.booked
        .filter(isBookedFor('shippingClaim', claim.id))
        .filter(({ account }) => account.startsWith('shopper:'))
        .reduce((sum, { amount }) => sum + amount, 0);
      return owed === 0 ? [] : [`${claim.externalId} was refunded, and the books still owe ${-owed}`];
    });

const told: Check<MoneyFacts> = (facts) =>
  facts.shippingClaims.flatMap(({ claim }) =>
    effectsOf(claim, facts)
      .filter((effect) => effect.kind === 'shippingClaimEmail' && isDone(effect))
      .filter(({ purpose_key }) => !facts.mailbox.has(`<${purpose_key}:${claim.externalId}>`))
      .map(({ purpose_key }) => `no email of ${purpose_key} was taken in`),
  );

export const PACKAGES: readonly Check<MoneyFacts>[] = [
  movedOnce,
  decisionsWanted,
  listedAsIs,
  oneAtATime,
  heldByOrder,
  evenBooks,
  told,
];
