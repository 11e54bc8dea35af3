import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { exchangesBack } from '#core/claims/exchanges-back.ts';
import { inPlaceOf, surelyOthers, platformRefunds } from '#core/claims/platform-refunds.ts';
import { isActive } from '#core/claims/units.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import type { Order } from '#core/orders/order.ts';

/**
 * What an active claim line holds of the order's money: what was given, and until then no more than was asked for, so
 * that no decision takes from the other items before it is carried out. Bonuses are not the order's money.
 */
const heldAmount = ({ amount, requestedAmount, finalizedOn }: ClaimLine): Minor =>
  finalizedOn === null ? Math.min(amount ?? requestedAmount, requestedAmount) : (amount ?? requestedAmount);

/** Whether decisions of a claim that are not carried out hold some of the order's money. */
export const isHoldingMoney = ({ lines }: Claim): boolean =>
  lines.some((line) => isActive(line) && line.finalizedOn === null && heldAmount(line) > 0);

/**
 * Minor units of the order that claims may still give back: paid, less what active claims hold, less what
 * the platform gave back on its own. A refund of ours is counted once, by what its claim holds, whether or
 * not the platform has reported it, and without the bonus on top or the fee taken off.
 */
export const moneyLeft = (order: Order, priorClaims: readonly Claim[]): Minor =>
  Math.max(0, notHeld(order, priorClaims) - givenByOthers(order, priorClaims));

/**
 * Minor units of what was paid that no active claim holds, whatever the platform gave back on its own; goods of an
 * exchange on the order that came back hold nothing any more.
 */
export function notHeld(order: Order, priorClaims: readonly Claim[]): Minor {
  const back = exchangesBack(order, priorClaims);
  const held = sum(priorClaims, ({ id, lines }) =>
    sum(lines.filter(isActive), (line) => {
      const one = back.find(({ claimId, lineId }) => claimId === id && lineId === line.id);
      return Math.max(0, heldAmount(line) - (one?.worth ?? 0));
    }),
  );
  return Math.max(0, order.totalPaid - held);
}

export const onlyLeftText = ({ currencyCode }: Claim, left: Minor): string =>
  `Only ${formatMoney({ amount: left, currencyCode })} of what was paid for this order is left to give back`;

/**
 * What the platform gave back on its own. While a refund of ours is not among the platform's and its id is not known
 * either, what may be it counts as far as it is more than that one.
 */
export function givenByOthers(order: Order, priorClaims: readonly Claim[]): Minor {
  const refunds = platformRefunds(order, priorClaims);
  const total = (refund: { total: Minor }): Minor => refund.total;
  const byOthers = Math.max(0, order.totalRefunded - sum(refunds.ours, total));
  const surely = refunds.missing.length === 0 ? byOthers : Math.min(byOthers, sum(surelyOthers(refunds), total));
  // A file tells the sum alone.
  const unlisted = Math.max(0, byOthers - sum(refunds.others, total));
  const maybeOurs = sum(refunds.missing, (asked) =>
    Math.min(asked.amount, unlisted + sum(inPlaceOf(asked, refunds.others), total)),
  );
  return surely + Math.max(0, byOthers - surely - maybeOurs);
}

const sum = <T>(items: readonly T[], amount: (item: T) => Minor): Minor =>
  items.reduce((all, item) => all + amount(item), 0);
